// merge_rounds (ours; makes the method exact): at every contact of two runs the larger of their roots is scattered to
// the smaller, which is marked. So every root takes the largest root beside any pixel of its tree; update_roots then
// flattens the chains. Roots only grow, so there are no cycles. When nothing is scattered, pixels that touch have equal
// roots, and the labeling is exact.
//
// A pixel's id is a root of the sweep. Where merging has continued since, the id of that root is the present root.
// reads  binding 0, `ids`; binding 5, `points`: R32UI, see list_points.frag
// writes ids, GL_MAX, and depth 1 at every root that it changes

layout(binding = 5) uniform usampler2D points;

float root_of(float id) { return id_of(decode(id)); }

// The id of the other run of a contact; find_contacts.frag has the drawing. With DIFFERENCE a pixel is listed once for
// all its links to the next column, and has an instance for each.
float neighbor_of(ivec2 pixel, uint which) {
#if CRITERION == DIFFERENCE
  const ivec2 offsets[3] = ivec2[3](ivec2(1, 0), ivec2(1, -1), ivec2(1, 1));
  return linked_id(pixel, offsets[gl_InstanceID]);
#else
#if CONNECTIVITY == 8
  if (which == 1u) return id_at(pixel + ivec2(1, 1));
  float a = linked_id(pixel, ivec2(1, -1));
  if (a != 0.0) return a;
#endif
  return id_at(pixel + ivec2(1, 0));
#endif
}

void main() {
  scatter_nothing();
  int width = image_size.x;
  uint contact = texelFetch(points, ivec2(gl_VertexID % width, gl_VertexID / width), 0).x;
  ivec2 pixel = unpacked(contact);
  float root = root_of(id_of(pixel));
  float neighbor = neighbor_of(pixel, contact >> (2 * COORDINATE_BITS));
  if (neighbor == 0.0) return;
  neighbor = root_of(neighbor);
  if (root != neighbor) scatter(max(root, neighbor), decode(min(root, neighbor)));
}
