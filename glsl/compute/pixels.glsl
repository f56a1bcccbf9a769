// The image as bits: word w of row y of pixels at y * word_count.x + w. Rows are there for whole bands.
// reads and writes storage bindings 1 and 2

layout(std430, binding = 1) buffer Pixels { uint pixel_bits[]; };
layout(std430, binding = 2) buffer Starts { uint start_bits[]; };  // word w of band b; not with FOREGROUND

uint stored_bits(int word, int row) { return pixel_bits[row * word_count.x + word]; }

// A word that lies in the image.
Word stored_word(int word, int band) {
  Word found;
  found.upper = stored_bits(word, band * ROWS);
#if ROWS == 2
  found.lower = stored_bits(word, band * ROWS + 1);
#else
  found.lower = 0u;
#endif
#if CRITERION == FOREGROUND
  found.starts = occupied(found) & ~(occupied(found) << 1);
#else
  found.starts = start_bits[band * word_count.x + word];
#endif
  return found;
}
