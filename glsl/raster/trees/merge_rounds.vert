// merge_rounds (ours; makes the method exact): at every contact of two trees the larger of their roots is scattered to
// the smaller, which is marked. So every root takes the largest root beside any pixel of its tree; update_roots then
// flattens the chains. Roots only grow, so there are no cycles. When nothing is scattered, pixels that touch have equal
// roots, and the labeling is exact.
//
// A contact has the roots of the time when it was found. Where merging has continued since, the ids of such roots lead
// to the present ones. If the list has no room for all contacts, a vertex is a pixel, and its instance one of the three
// directions of a contact.
// needs  raster_layout, ids, image_size, parts/contacts, parts/lists, parts/scatter, parts/trees
// reads  binding 0, `ids`: the trees of runs; binding 5, `pairs`: RG32UI; binding 2, `contacts`: RGBA32UI
// writes trees, GL_MAX, and depth 1 at every root that it changes

layout(binding = 2) uniform usampler2D contacts;
layout(binding = 5) uniform usampler2D pairs;

uvec2 pair_of_pixel(uint vertex) {
  ivec2 pixel = ivec2(vertex % uint(image_size.x), vertex / uint(image_size.x));
  uvec4 words = texelFetch(contacts, pixel / ivec2(1, ROWS_IN_WORD), 0);
  uvec2 pair = uvec2(0u);
  if ((words[gl_InstanceID] >> pixel.y % ROWS_IN_WORD & 1u) != 0u) pair = roots_of_contact(pixel, gl_InstanceID);
  return pair;
}

void main() {
  scatter_nothing();
  uint vertex = uint(gl_VertexID);
  uvec2 pair = vertex < uint(VERTEX_OF_PIXELS) ? texelFetch(pairs, place_of(vertex), 0).xy
                                               : pair_of_pixel(vertex - uint(VERTEX_OF_PIXELS));
  float a = root_of(unpacked(pair.x));
  float b = root_of(unpacked(pair.y));
  if (a != b) scatter(max(a, b), decode(min(a, b)));
}
