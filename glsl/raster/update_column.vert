// update_column covers the column of every block (an instance a block) with two triangles.

layout(location = AT_TARGET_SIZE) uniform ivec2 target_size;
layout(location = AT_ARGUMENT) uniform int step_index;

void main() {
  int column = column_of(gl_InstanceID, step_index, target_size.x);
  ivec2 corner = ivec2(column + gl_VertexID % 2, gl_VertexID < 2 ? 0 : target_size.y);
  gl_Position = column < 0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(2.0 * vec2(corner) / vec2(target_size) - 1.0, 1.0, 1.0);
}
