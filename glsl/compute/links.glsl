// Which columns of neighbouring words are linked, as bits. CONNECTIVITY is 4 or 8. A pass says where it has its words from:
// bits_of(word, row of pixels), 0 beyond what it looks at, and word_at(word, band).

#ifndef CONNECTIVITY
#error CONNECTIVITY is not defined
#endif

uint bits_of(int word, int row);
Word word_at(int word, int band);

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

// The columns that are linked with the one to their left, which for column 0 is the last one of the word before.
uint linked_left(int word, int band) {
  uint bits = band_bits(word, band);
  uint left = bits << 1 | band_bits(word - 1, band) >> 31;
  return linked(bits & left, ivec2(32 * word, band * ROWS), ivec2(-1, 0));
}

// The columns that are linked with the one `dx` to the right, -1 to 1, in the band above.
uint linked_up(int word, int band, int dx) {
  int row = band * ROWS;
  uint above = bits_of(word, row - 1);
  if (dx < 0) above = above << 1 | bits_of(word - 1, row - 1) >> 31;
  if (dx > 0) above = above >> 1 | bits_of(word + 1, row - 1) << 31;
  return linked(bits_of(word, row) & above, ivec2(32 * word, row), ivec2(dx, -1));
}

// Where the columns of a word are united with others: what contact i has set is linked with the column at offset i.
const int LEFT = 0;
const int UP = 1;
const int UP_LEFT = 2;
const int UP_RIGHT = 3;
const int DOWN_LEFT = 4;
const int CONTACTS = 5;
const ivec2 OFFSETS[CONTACTS] = ivec2[](ivec2(-1, 0), ivec2(0, -1), ivec2(-1, -1), ivec2(1, -1), ivec2(-1, 1));

// Those with the band above, without links that other links stand for already:
//
//     a b     b-y is not needed where a-b, x-y and a-x are links, a-y not where a-b and b-y or x-y and a-x are, b-x not
//     x y     where a-b and a-x or x-y and b-y are
void find_contacts_up(int word, int band, inout uint contacts[CONTACTS]) {
  uint here = continued(word_at(word, band));
  uint above = continued(word_at(word, band - 1));
  uint up = linked_up(word, band, 0);
  contacts[UP] = up & ~(up << 1 & here & above);
#if CONNECTIVITY == 8
  contacts[UP_LEFT] = linked_up(word, band, -1) & ~(up & above | here & up << 1);
  contacts[UP_RIGHT] = linked_up(word, band, 1) & ~(up & above >> 1 | (here & up) >> 1);
#endif
}
