// Foreground of images in buffers, 16 bytes at a time.
// needs  criterion, tile_geometry

#if SOURCE_IN_BUFFER
const int VECTORS_IN_WORD = WORD_COLUMNS / IN_VECTOR;

// Which elements of a vector are foreground, a bit for each.
uint foreground_of_elements(uvec4 vector) {
  uint bits = 0u;
  for (int i = 0; i < IN_VECTOR; ++i) bits |= is_foreground(element_of(vector, i)) ? 1u << i : 0u;
  return bits;
}

#if CRITERION == FOREGROUND && SOURCE_INTEGERS && SOURCE_CHANNELS == 1
// Bits 0 to 3: which of the four bytes of a word are from `first` to `last`. Two bytes at a time are compared by sums
// of 16 bits, of which bit 8 tells.
uint in_range_of_four(uint word, uint first, uint last) {
  uint above = 0x01000100u - first * 0x00010001u;
  uint below = 0x01000100u + last * 0x00010001u;
  uint even = word & 0x00FF00FFu;
  uint odd = word >> 8 & 0x00FF00FFu;
  uint found = ((even + above) & (below - even)) >> 8 & 0x00010001u;
  found |= ((odd + above) & (below - odd)) >> 7 & 0x00020002u;
  return (found | found >> 14) & 15u;
}

// The same of single bytes.
uint foreground_of_bytes(uvec4 vector) {
  const uint flipped = SOURCE_SIGNED != 0 ? 0x80u : 0u;  // signed bytes become unsigned ones of the same order
  uint first = range_first + flipped & 0xFFu;
  uint last = first + range_span;
  vector ^= flipped * 0x01010101u;
  uint bits = 0u;
  for (int i = 0; i < 4; ++i) bits |= in_range_of_four(vector[i], first, last) << (4 * i);
  return inverted ? ~bits & 0xFFFFu : bits;
}

uint foreground_of_vector(uvec4 vector) {
  return SOURCE_BYTES == 1 ? foreground_of_bytes(vector) : foreground_of_elements(vector);
}
#else
uint foreground_of_vector(uvec4 vector) { return foreground_of_elements(vector); }
#endif

// Which of the 32 elements from a place on are foreground. Those behind the last column of the row may be any.
uint foreground_of_word(ivec3 first, int columns) {
  uint bits = 0u;
  for (int i = 0; i < VECTORS_IN_WORD; ++i) {
    ivec3 place = first + ivec3(i * IN_VECTOR, 0, 0);
    if (place.x < columns) {
      uvec4 vector;
      if (has_vectors()) {
        vector = loaded_vector(place);
      } else {
        vector = gathered_vector(place);
      }
      bits |= foreground_of_vector(vector) << (i * IN_VECTOR);
    }
  }
  return bits;
}
#endif
