// scatter_back (chapter 5): every pixel of the column scatters its id to the roots of its neighbours in the column to
// the right, where it is larger, and marks those roots: their column will not be visited again.
//
// Neighbours above one another belong to one run, so at most two of the three have different roots, and a pixel needs
// two vertices at most:
//
//        . b        . b
//        p a        p .     vertex 0: a, or b where a is background
//        . c        . c     vertex 1: c where a is background
//
// needs  locations, ids, image_size, parts/blocks, parts/linked_ids, parts/neighbors, parts/scatter
// reads  binding 0, `ids`, after update_column
// writes ids, GL_MAX, and depth 1 at every root that it changes

layout(location = AT_ARGUMENT) uniform int step_index;

#if CONNECTIVITY == 8
float neighbor_of(ivec2 pixel, int vertex) {
  float beside = linked_id(pixel, ivec2(1, 0));
  float neighbor = vertex == 0 ? beside : 0.0;
  if (beside == 0.0) neighbor = linked_id(pixel, ivec2(1, vertex == 0 ? -1 : 1));
  return neighbor;
}
const int VERTICES = 2;
#else
float neighbor_of(ivec2 pixel, int vertex) { return linked_id(pixel, ivec2(1, 0)); }
const int VERTICES = 1;
#endif

void main() {
  scatter_nothing();
  int column = column_of(gl_InstanceID, step_index, image_size.x);
  if (column < 0) return;
  ivec2 pixel = ivec2(column, gl_VertexID / VERTICES);
  float id = id_of(pixel);
  if (id == 0.0) return;
  float neighbor = neighbor_of(pixel, gl_VertexID % VERTICES);
  if (neighbor != 0.0 && id > neighbor) scatter(id, decode(neighbor));
}
