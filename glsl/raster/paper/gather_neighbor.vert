// gather_neighbor (chapter 5): every pixel of a column scatters the largest id among its neighbours in the column to
// the right, which is already merged, to the root of its own run.
//
//        . b        c
//        p a   ->   p's root becomes max(a, b, c), if that is larger
//        . c
//
// The published shader samples only the pixel `a`, which makes it 4-connected. With CONNECTIVITY 8 all three count.
// needs  locations, ids, image_size, parts/blocks, parts/linked_ids, parts/neighbors, parts/scatter
// reads  binding 0, `ids`: runs of this column, merged ids of the next
// writes ids, GL_MAX

layout(location = AT_ARGUMENT) uniform int step_index;

void main() {
  scatter_nothing();
  int column = column_of(gl_InstanceID, step_index, image_size.x);
  if (column < 0) return;
  ivec2 pixel = ivec2(column, gl_VertexID);
  float run = id_of(pixel);
  if (run == 0.0) return;
  float largest = linked_id(pixel, ivec2(1, 0));
#if CONNECTIVITY == 8
  largest = max(largest, max(linked_id(pixel, ivec2(1, -1)), linked_id(pixel, ivec2(1, 1))));
#endif
  if (largest > run) scatter(largest, decode(run));
}
