// update_column (chapter 5): every pixel of the column takes the id that the root of its run has now.
// reads  binding 0, `ids`, after gather_neighbor
// writes ids, one column

layout(location = 0) out float id;

void main() {
  id = id_of(ivec2(gl_FragCoord.xy));
  if (id != 0.0) id = id_of(decode(id));
}
