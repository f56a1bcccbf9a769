// find_contacts (ours): finds where two vertical runs of neighbouring columns first touch, from the top. Every pair of
// touching runs has exactly one contact, so merge_rounds needs to look at contacts only. Pairs that the sweep has
// merged are left out.
//
//   8-connected, p in column x, a b c in column x + 1 from the top:
//
//     . a                   contact 0: p is the top of its run, and its neighbour is a, or b where a is background
//     p b
//     . c                   contact 1: b is background, and the neighbour is c
//
//   4-connected: contact 0 with b, unless the pixels above both are foreground too
//
// With EQUAL, read "not linked with p" for background.
//
// With DIFFERENCE links are no equivalence: p may be linked with a and not with b although a and b are one run, and two
// runs may touch in several places. A link between p and the next column is redundant if a chain of other links joins
// the same two pixels:
//
//     u a      link     redundant if all links of one chain exist
//     p b      p - b    p - u, u - a, a - b
//     d c      p - a    p - u, u - a          or  p - b, b - a
//              p - c    p - d, d - c          or  p - b, b - c
//
// A chain has vertical links, which vertical_runs has merged, and one horizontal link. A horizontal link is left out
// only for the horizontal link above it, a diagonal link only for a horizontal one. So no two links are left out for
// one another. p is listed once, as contact 0, if one of its links is not redundant; merge_rounds looks at all three.
//
// A fragment looks at 16 pixels of a row: bit 2 i of its mask is contact 0 of pixel i, bit 2 i + 1 contact 1.
// reads  binding 0, `ids`: every pixel has the id of its root; `source`
// writes masks: R32UI

layout(location = 0) out uint mask;

#if CRITERION == DIFFERENCE
bool are_linked(ivec2 p, ivec2 q) { return if_linked(id_at(q), p, q) != 0.0; }

uint contacts_of(ivec2 p, float here, float above, float id_a, float id_b) {
  ivec2 u = p - ivec2(0, 1);
  ivec2 a = p + ivec2(1, -1);
  ivec2 b = p + ivec2(1, 0);
  bool pb = id_b != 0.0 && are_linked(p, b);
  bool up = above != 0.0 && are_linked(p, u) && are_linked(u, a);
  if (pb && id_b != here && !(up && are_linked(b, a))) return 1u;
#if CONNECTIVITY == 8
  if (id_a != 0.0 && id_a != here && are_linked(p, a) && !up && !(pb && are_linked(b, a))) return 1u;
  ivec2 c = p + ivec2(1, 1);
  ivec2 d = p + ivec2(0, 1);
  bool down = are_linked(p, d) && are_linked(d, c);
  if (are_linked(p, c) && id_of(c) != here && !down && !(pb && are_linked(b, c))) return 1u;
#endif
  return 0u;
}
#else
// Bit 0: contact 0 of a foreground pixel, bit 1: contact 1. `above`, `a` and `b` are ids before the criterion is asked.
uint contacts_of(ivec2 pixel, float here, float above, float a, float b) {
  above = if_linked(above, pixel, pixel - ivec2(0, 1));
  a = if_linked(a, pixel, pixel + ivec2(1, -1));
  b = if_linked(b, pixel, pixel + ivec2(1, 0));
  uint contacts = 0u;
#if CONNECTIVITY == 8
  float beside = a != 0.0 ? a : b;
  if (above == 0.0 && beside != 0.0 && beside != here) contacts = 1u;
  if (b == 0.0) {
    float c = linked_id(pixel, ivec2(1, 1));
    if (c != 0.0 && c != here) contacts |= 2u;
  }
#else
  if (b != 0.0 && b != here && (above == 0.0 || a == 0.0)) contacts = 1u;
#endif
  return contacts;
}
#endif

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 pixel = ivec2(texel.x * PIXELS_IN_MASK, texel.y);
  mask = 0u;
  float above = id_at(pixel - ivec2(0, 1));
  float here = id_at(pixel);
  for (int i = 0; i < PIXELS_IN_MASK; ++i, ++pixel.x) {
    float a = id_at(pixel + ivec2(1, -1));
    float b = id_at(pixel + ivec2(1, 0));
    if (here != 0.0) mask |= contacts_of(pixel, here, above, a, b) << (2 * i);
    above = a;
    here = b;
  }
}
