// find_contacts (ours): where two vertical runs of neighbouring columns first touch, looking from the top. Every pair of touching runs has
// exactly one contact, so these are all that merge_rounds has to look at; pairs that the sweep has merged are left out.
//
//   8-connected, p in column x, a b c in column x + 1 from the top:
//
//     . a                   contact 0: p is the top of its run, and its neighbour is a, or b where a is background
//     p b
//     . c                   contact 1: b is background, and the neighbour is c
//
//   4-connected: contact 0 with b, unless the pixels above both are foreground too
//
// With the criterion equal, read "not linked with p" for background.
//
// A fragment looks at 16 pixels of a row: bit 2 i of its mask is contact 0 of pixel i, bit 2 i + 1 contact 1.
// reads  binding 0, `ids`: every pixel the id of its root; `source`
// writes masks: R32UI

layout(location = 0) out uint mask;

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
