// list_contacts: contact k of the image at texel k, found by walking down the pyramid.
// reads  masks, `sums`
// writes contacts: R32UI, x | y << 15 | (0 or 1, which contact of the pixel) << 30

layout(location = 0) out uint contact;

// The element of a level that holds item `rest` among the elements from `index` on; `rest` becomes its place in there.
int element_of(int level, int index, inout uint rest) {
  uint count = count_at(level, index);
  while (rest >= count) {
    rest -= count;
    count = count_at(level, ++index);
  }
  return index;
}

int bit_of(uint mask, uint rest) {
  for (; rest > 0u; --rest) mask &= mask - 1u;
  return findLSB(mask);
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint rest = uint(texel.y) * uint(image_size.x) + uint(texel.x);
  if (rest >= count_of_all()) discard;
  int index = 0;
  for (int level = level_count - 2; level >= -1; --level) index = element_of(level, index * FAN, rest);
  int bit = bit_of(mask_at(index), rest);
  uint x = uint(index % masks_in_row() * PIXELS_IN_MASK + bit / 2);
  contact = x | uint(index / masks_in_row()) << 15 | uint(bit % 2) << 30;
}
