// update_column (chapter 5): covers the column of every block, one instance per block, with two triangles. Its
// fragments are those of update_children.frag: every pixel of the column takes the id that the root of its run has now.
// needs  locations, parts/blocks, parts/points
// reads  binding 0, `ids`, after gather_neighbor
// writes ids, one column per block

layout(location = AT_ARGUMENT) uniform int step_index;

void main() {
  int column = column_of(gl_InstanceID, step_index, target_size.x);
  gl_Position = column < 0 ? NOWHERE : at_place(vec2(column + gl_VertexID % 2, gl_VertexID < 2 ? 0 : target_size.y));
}
