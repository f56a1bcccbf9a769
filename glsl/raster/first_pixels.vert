// first_pixels: every component's first pixel in raster order is kept at its root. Only a pixel that has no earlier
// neighbour of the same component can be the first, so only those scatter.
//
//        0 1 2    4-connected: 1 and 3
//        3 p
//
// reads  binding 0, `ids`: final roots
// writes firsts, GL_MAX of descending ids

bool earlier_in_component(ivec2 pixel, float root) {
#if CONNECTIVITY == 8
  if (id_at(pixel + ivec2(-1, -1)) == root || id_at(pixel + ivec2(1, -1)) == root) return true;
#endif
  return id_at(pixel + ivec2(0, -1)) == root || id_at(pixel + ivec2(-1, 0)) == root;
}

void main() {
  scatter_nothing();
  int width = textureSize(ids, 0).x;
  ivec2 pixel = ivec2(gl_VertexID % width, gl_VertexID / width);
  float root = id_at(pixel);
  if (root != 0.0 && !earlier_in_component(pixel, root)) scatter(encode_descending(pixel), decode(root));
}
