// What shared/links.h needs: which pixels of a row are connected with others. Each pass defines where it takes the bits
// from: bits_of(word, row), 0 outside of what it knows; and where the first pixel of a word is in the image.

#ifndef CONNECTIVITY
#error CONNECTIVITY is not defined
#endif

uint bits_of(int word, int row);
ivec2 pixel_of(int word, int row);

// Of the bits of a row that begins at pixel `first`, those that are connected with the pixel at `offset` from each. Both
// are foreground.
uint linked(uint bits, ivec2 first, ivec2 offset) {
#if CRITERION == FOREGROUND
  return bits;
#else
  uint found = 0u;
  for (uint rest = bits; rest != 0u; rest &= rest - 1u) {
    ivec2 pixel = first + ivec2(findLSB(rest), 0);
    if (is_linked(pixel, pixel + offset)) found |= rest & (~rest + 1u);
  }
  return found;
#endif
}
