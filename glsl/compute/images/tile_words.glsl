// The words of a tile in shared memory. Words and bands are counted in the tile.

// Whether words and bands are counted in the image instead of the tile: when borders are merged.
bool in_image = false;

uint bits_of(int word, int row) {
  if (in_image) return image_bits(word, row);
  return tile_bits[index_of_bits(word, row)];
}

uint links_of(int word, int row, int direction) {
#if CRITERION == FOREGROUND
  return ALL_COLUMNS;
#else
  if (in_image) return image_links(word, row, direction);
  return tile_links[index_of_links(word, row, direction)];
#endif
}

// A word of the tile. Unsigned integers, for these are divided by shifts.
Word word_of(uint own) {
  int word = int(own % uint(TILE_WORDS));
  int row = int(own / uint(TILE_WORDS)) * ROWS;
  Word found;
  found.upper = bits_of(word, row);
  found.lower = 0u;
  if (ROWS == 2) found.lower = bits_of(word, row + 1);
  found.starts = tile_starts[own];
  return found;
}

uint starts_of_word(uint own) {
  int word = int(own % uint(TILE_WORDS));
  int band = int(own / uint(TILE_WORDS));
  return band_bits(word, band) & ~linked_left(word, band, ~FIRST_COLUMN);
}

// If values are compared, stores where runs start and the links across the tile's border for the next passes.
void store_border(uint tile) {
#if CRITERION != FOREGROUND
  uint own = invocation();
  if (own < uint(BAND_WORDS)) tile_data[tile * TILE_STRIDE + STARTS_AT + own] = tile_starts[own];
  if (own < uint(BORDER_LINKS)) tile_data[tile * TILE_STRIDE + LINKS_AT + own] = border_links(int(own));
#endif
}

// Word i of the tile's rows of pixels.
uint row_bits(uint i) { return bits_of(int(i % uint(TILE_WORDS)), int(i / uint(TILE_WORDS))); }
