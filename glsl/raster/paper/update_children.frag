// update_children (chapter 6): every pixel takes the id that its root has now. update_column (chapter 5) does the same
// in one column of every block, and has these fragments too.
// needs  ids, parts/neighbors
// reads  binding 0, `ids`
// writes ids

layout(location = 0) out float id;

void main() {
  id = id_of(ivec2(gl_FragCoord.xy));
  if (id != 0.0) id = id_of(decode(id));
}
