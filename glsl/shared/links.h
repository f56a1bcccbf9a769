// Which columns of neighbouring words are connected, as bits.
//
// There is no include guard: C++ and CUDA include this file inside a class, and its functions become members. What they
// call is in that class, and in GLSL in the files before this one:
//
//   CONNECTIVITY, ROWS              4 or 8; rows of pixels in a band, 1 or 2
//   bits_of(word, row)              the bits of a row of pixels; 0 left of, right of and above the image or tile
//   links_of(word, row, direction)  of these pixels, those that are connected with their neighbour in a direction
//                                   (words.h) if both are foreground

// The occupied columns of a word of a band.
GLCCL_METHOD uint band_bits(int word, int band) {
  uint bits = bits_of(word, band * ROWS);
  if (ROWS == 2) bits |= bits_of(word, band * ROWS + 1);
  return bits;
}

// Of `columns`, those that are connected with the column to their left, which for column 0 is the last of the word
// before.
GLCCL_METHOD uint linked_left(int word, int band, uint columns) {
  if (CONNECTIVITY == 4 && ROWS == 2) {
    uint upper = bits_of(word, band * ROWS);
    uint lower = bits_of(word, band * ROWS + 1);
    uint upper_left = upper << 1 | bits_of(word - 1, band * ROWS) >> 31;
    uint lower_left = lower << 1 | bits_of(word - 1, band * ROWS + 1) >> 31;
    return ((upper & upper_left) | (lower & lower_left)) & columns;
  }
  uint bits = band_bits(word, band);
  uint left = bits << 1 | band_bits(word - 1, band) >> 31;
  return bits & left & columns & links_of(word, band * ROWS, TO_LEFT);
}

// Of `columns`, those that are connected with the column `dx` to the right, -1 to 1, in the band above.
GLCCL_METHOD uint linked_up(int word, int band, int dx, uint columns) {
  int row = band * ROWS;
  uint above = bits_of(word, row - 1);
  if (dx < 0) above = above << 1 | bits_of(word - 1, row - 1) >> 31;
  if (dx > 0) above = above >> 1 | bits_of(word + 1, row - 1) << 31;
  return bits_of(word, row) & above & columns & links_of(word, row, dx == 0 ? UP : dx < 0 ? UP_LEFT : UP_RIGHT);
}
