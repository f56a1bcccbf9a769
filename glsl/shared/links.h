// Which columns of neighbouring words are connected, as bits. Words and bands are counted in the volume or in a tile:
// the same functions serve both.
//
// There is no include guard: C++ and CUDA include this file inside a class, and its functions become members. What they
// call is in that class, and in GLSL in the files before this one:
//
//   AXES                             1, 2 or 3 for 6, 18 or 26 neighbours: in how many coordinates neighbours differ
//   ROWS_Y, ROWS_Z                   rows and slices of voxels in a band, 1 or 2 (bands.h)
//   bits_of(word, y, z)              the bits of a row of voxels; 0 outside of the volume or tile
//   links_of(word, y, z, direction)  of these voxels, those that are connected with their neighbour in a direction if
//                                    both are foreground
// needs  words, bands

// The bits of the voxels `dx` columns to the right of a word's, -1 to 1.
GLCCL_METHOD uint bits_beside(int word, int y, int z, int dx) {
  uint bits = bits_of(word, y, z);
  if (dx != 0) {
    uint beside = bits_of(word + dx, y, z);
    bits = dx < 0 ? bits << 1 | beside >> 31 : bits >> 1 | beside << 31;
  }
  return bits;
}

// The occupied columns of a word of a band.
GLCCL_METHOD uint band_bits(int word, int y, int z) {
  int row = y * ROWS_Y;
  int slice = z * ROWS_Z;
  uint bits = bits_of(word, row, slice);
  if (ROWS_Y == 2) bits |= bits_of(word, row + 1, slice);
  if (ROWS_Z == 2) bits |= bits_of(word, row, slice + 1);
  if (ROWS_Y == 2 && ROWS_Z == 2) bits |= bits_of(word, row + 1, slice + 1);
  return bits;
}

// The columns of `columns` that are connected with the column to their left, which for column 0 is the last of the
// word before.
GLCCL_METHOD uint linked_left(int word, int y, int z, uint columns) {
  int row = y * ROWS_Y;
  int slice = z * ROWS_Z;
  uint linked = 0u;
  if (AXES == 3 || ROWS_Y * ROWS_Z == 1 || (AXES == 2 && ROWS_Z == 1)) {
    uint bits = band_bits(word, y, z);
    uint left = bits << 1 | band_bits(word - 1, y, z) >> 31;
    linked = bits & left & links_of(word, row, slice, LEFT_DIRECTION);
  } else {
    uint even = 0u;  // of the first and the last row, which differ in y and z together
    uint even_left = 0u;
    uint odd = 0u;  // of the two others
    uint odd_left = 0u;
    for (int i = 0; i < ROWS_Y * ROWS_Z; ++i) {
      uint bits = bits_of(word, row + i % ROWS_Y, slice + i / ROWS_Y);
      uint left = bits << 1 | bits_of(word - 1, row + i % ROWS_Y, slice + i / ROWS_Y) >> 31;
      linked |= bits & left;
      if (i % 3 == 0) {
        even |= bits;
        even_left |= left;
      } else {
        odd |= bits;
        odd_left |= left;
      }
    }
    if (AXES == 2) linked |= (even & odd_left) | (odd & even_left);
  }
  return linked & columns;
}

// The columns that are connected with the column to their left, in the same word.
GLCCL_METHOD uint continued_in(int word, int y, int z) { return linked_left(word, y, z, ~FIRST_COLUMN); }

// Where runs start in a word of a band.
GLCCL_METHOD uint starts_in(int word, int y, int z) { return band_bits(word, y, z) & ~continued_in(word, y, z); }

// The columns of `columns` that are connected with the column `dx` to the right, -1 to 1, in a band before. Bands
// beside each other in y or z touch in two pairs of rows, or one; bands that differ in both touch in one pair.
GLCCL_METHOD uint linked_to(int word, int y, int z, int band, int dx, uint columns) {
  int differ = (dx == 0 ? 0 : 1) + (band == BEFORE || band == ABOVE ? 1 : 2);
  uint linked = 0u;
  if (differ <= AXES) {
    int row = y * ROWS_Y + (band == BEFORE_BELOW ? ROWS_Y - 1 : 0);
    int slice = z * ROWS_Z;
    uint own = bits_of(word, row, slice);
    uint other = bits_beside(word, row + band_dy(band), slice + band_dz(band), dx);
    bool two_rows = (band == BEFORE && ROWS_Y == 2) || (band == ABOVE && ROWS_Z == 2);
    if (two_rows) {
      int second_row = row + (band == BEFORE ? 1 : 0);
      int second_slice = slice + (band == BEFORE ? 0 : 1);
      uint second = bits_of(word, second_row, second_slice);
      uint second_other = bits_beside(word, second_row + band_dy(band), second_slice + band_dz(band), dx);
      linked = differ == AXES ? (own & other) | (second & second_other) : (own | second) & (other | second_other);
    } else {
      linked = own & other & links_of(word, row, slice, direction_to(band, dx));
    }
  }
  return linked & columns;
}

// Links between two of the bands before a band: of the columns of band `from`, those that are connected with the column
// `dx` to the right in band `to`, both in the word's place. Requires one of the two before the other. A link with
// another word may be missing.
GLCCL_METHOD uint linked_between(int word, int y, int z, int from, int to, int dx) {
  uint linked = 0u;
  if (to == BEFORE_ABOVE) {
    linked = from == BEFORE ? linked_to(word, y, z - 1, ABOVE, dx, ALL_COLUMNS)
                            : linked_to(word, y - 1, z, BEFORE, dx, ALL_COLUMNS);
  } else {  // by the columns of `to`, which has links with `from`
    if (to == BEFORE_BELOW) linked = linked_to(word, y + 1, z - 1, ABOVE, -dx, ALL_COLUMNS);
    if (to == ABOVE) linked = linked_to(word, y - 1, z, from == BEFORE ? BEFORE_BELOW : BEFORE, -dx, ALL_COLUMNS);
    linked = dx == 0 ? linked : dx < 0 ? linked << 1 : linked >> 1;
  }
  return linked;
}
