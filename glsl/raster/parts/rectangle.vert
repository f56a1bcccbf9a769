// Covers a rectangle of the target with two triangles: the passes that work in image space.
// needs  locations, points

layout(location = AT_RECTANGLE) uniform ivec4 rectangle;  // x0, y0, x1, y1; the last two exclusive

void main() {
  gl_Position = at_place(vec2(gl_VertexID % 2 == 0 ? rectangle.x : rectangle.z,
                              gl_VertexID < 2 ? rectangle.y : rectangle.w));
}
