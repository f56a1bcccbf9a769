// Which columns of neighbouring words are linked, as bits. CONNECTIVITY is 4 or 8. A pass says where it has its words from:
// bits_of(word, row of pixels), 0 beyond what it looks at; and where a word's first pixel is in the image.

#ifndef CONNECTIVITY
#error CONNECTIVITY is not defined
#endif

uint bits_of(int word, int row);
ivec2 pixel_of(int word, int row);

const uint ALL_COLUMNS = 0xFFFFFFFFu;
const uint FIRST_COLUMN = 1u;
const uint LAST_COLUMN = 1u << 31;

// Of the bits of a row of pixels that begins at `first` those that are linked with the pixel at that offset. Both are
// foreground.
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

uint band_bits(int word, int band) {
  uint bits = bits_of(word, band * ROWS);
#if ROWS == 2
  bits |= bits_of(word, band * ROWS + 1);
#endif
  return bits;
}

// Of `columns` those that are linked with the one to their left, which for column 0 is the last one of the word before.
uint linked_left(int word, int band, uint columns) {
  uint bits = band_bits(word, band);
  uint left = bits << 1 | band_bits(word - 1, band) >> 31;
  return linked(bits & left & columns, pixel_of(word, band * ROWS), ivec2(-1, 0));
}

// Of `columns` those that are linked with the one `dx` to the right, -1 to 1, in the band above.
uint linked_up(int word, int band, int dx, uint columns) {
  int row = band * ROWS;
  uint above = bits_of(word, row - 1);
  if (dx < 0) above = above << 1 | bits_of(word - 1, row - 1) >> 31;
  if (dx > 0) above = above >> 1 | bits_of(word + 1, row - 1) << 31;
  return linked(bits_of(word, row) & above & columns, pixel_of(word, row), ivec2(dx, -1));
}
