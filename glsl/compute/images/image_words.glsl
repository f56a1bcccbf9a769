// Words of the image from the buffers of its tiles. Words and bands are counted in the image.

uint tile_at(int word, int band) { return index_of_tile(ivec2(word / TILE_WORDS, band / BANDS)); }
int place_at(int word, int band) { return band % BANDS * TILE_WORDS + word % TILE_WORDS; }

uint image_bits(int word, int row) {
  if (word < 0 || row < 0 || word >= word_count.x) return 0u;
  return stored_bits(tile_at(word, row / ROWS), word % TILE_WORDS, row % TILE_ROWS);
}

// Of a row at the upper border of a tile, or of the first or last column of a tile.
uint image_links(int word, int row, int direction) {
#if CRITERION == FOREGROUND
  return ALL_COLUMNS;
#else
  if (word < 0) return 0u;
  int own = word % TILE_WORDS;
  uint links = stored_links(tile_at(word, row), place_of_links(own, row % TILE_ROWS, direction));
  return links_from(links, own, row % TILE_ROWS, direction);
#endif
}

Word word_at(int word, int band) { return stored_word(tile_at(word, band), place_at(word, band)); }
