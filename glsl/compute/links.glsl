// What shared/links.h and shared/border_contacts.h need: which pixels of a row are connected with others. A pass
// defines where it takes words from: bits_of(word, row), pixel_of(word, row), and if it calls contacts_up() or
// contacts_left(), word_at(word, band).

#ifndef CONNECTIVITY
#error CONNECTIVITY is not defined
#endif

uint bits_of(int word, int row);
ivec2 pixel_of(int word, int row);
Word word_at(int word, int band);

// Of the bits of a row that begins at pixel `first`, those that are connected with the pixel at `offset` from each.
// Both are foreground.
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
