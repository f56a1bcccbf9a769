// merge_rounds (ours; what makes the method exact): every pixel scatters the largest root among its neighbours to its own
// root, if that is larger, and marks it. update_roots then flattens the chains. Roots only grow, so there are no cycles;
// when no pixel scatters, neighbouring pixels have equal roots, and the labeling is exact.
//
// Pixels above one another belong to one run, so only the columns beside the pixel can bring news. A pixel's id is a root of the
// sweep; where merging has gone on since, that root's own id is the root of now.
// reads  binding 0, `ids`
// writes ids, GL_MAX, and depth 1 at every root it changes

float root_at(ivec2 pixel) {
  float id = id_at(pixel);
  return id == 0.0 ? 0.0 : id_at(decode(id));
}

float largest_root_in_column(ivec2 pixel) {
  float largest = root_at(pixel);
#if CONNECTIVITY == 8
  largest = max(largest, max(root_at(pixel + ivec2(0, -1)), root_at(pixel + ivec2(0, 1))));
#endif
  return largest;
}

void main() {
  scatter_nothing();
  int width = textureSize(ids, 0).x;
  ivec2 pixel = ivec2(gl_VertexID % width, gl_VertexID / width);
  float root = root_at(pixel);
  if (root == 0.0) return;
  float largest = max(largest_root_in_column(pixel - ivec2(1, 0)), largest_root_in_column(pixel + ivec2(1, 0)));
  if (largest > root) scatter(largest, decode(root));
}
