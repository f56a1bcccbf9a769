// merge_rounds (ours; what makes the method exact): at every contact of two runs the larger of their roots is scattered to the
// smaller, which is marked. So every root takes the largest root beside any pixel of its tree; update_roots then flattens the
// chains. Roots only grow, so there are no cycles; when nothing is scattered, pixels that touch have equal roots, and the
// labeling is exact.
//
// A pixel's id is a root of the sweep; where merging has gone on since, that root's own id is the root of now.
// reads  binding 0, `ids`; binding 5, `contacts`: R32UI, see list_contacts.frag
// writes ids, GL_MAX, and depth 1 at every root it changes

layout(binding = 5) uniform usampler2D contacts;

float root_of(float id) { return id_of(decode(id)); }

// The id of the run that contact `which` of a pixel is with; find_contacts.frag has the drawing.
float neighbor_of(ivec2 pixel, uint which) {
#if CONNECTIVITY == 8
  if (which == 1u) return id_at(pixel + ivec2(1, 1));
  float a = linked_id(pixel, ivec2(1, -1));
  if (a != 0.0) return a;
#endif
  return id_at(pixel + ivec2(1, 0));
}

void main() {
  scatter_nothing();
  int width = image_size.x;
  uint contact = texelFetch(contacts, ivec2(gl_VertexID % width, gl_VertexID / width), 0).x;
  ivec2 pixel = ivec2(contact & 0x7FFFu, contact >> 15 & 0x7FFFu);
  float root = root_of(id_of(pixel));
  float neighbor = root_of(neighbor_of(pixel, contact >> 30));
  if (root != neighbor) scatter(max(root, neighbor), decode(min(root, neighbor)));
}
