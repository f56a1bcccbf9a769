// Covers a rectangle of the target with two triangles at depth 1: the passes that work in image space.

layout(location = AT_RECTANGLE) uniform ivec4 rectangle;  // x0, y0, x1, y1; the last two exclusive
layout(location = AT_TARGET_SIZE) uniform ivec2 target_size;

void main() {
  vec2 corner = vec2(gl_VertexID % 2 == 0 ? rectangle.x : rectangle.z, gl_VertexID < 2 ? rectangle.y : rectangle.w);
  gl_Position = vec4(2.0 * corner / vec2(target_size) - 1.0, 1.0, 1.0);
}
