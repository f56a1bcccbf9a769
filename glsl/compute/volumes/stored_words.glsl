// Words of the stored tile of this workgroup. Where runs start does not depend on words of other tiles.

uint bits_of(int word, int y, int z) {
  return word < 0 || word >= WORDS_X ? 0u : stored_bits(index_of_tile(own_tile()), word, y, z);
}

#if CRITERION != FOREGROUND
uint links_of(int word, int y, int z, int direction) {
  return stored_links(index_of_tile(own_tile()), word, y, z, direction);
}
#endif

// A word of the tile's bands; the tile is that of this workgroup.
Word stored_word(uint tile, int own) {
  ivec3 at = band_word(uint(own));
  Word found;
  found.upper = band_bits(at.x, at.y, at.z);
  found.lower = 0u;
  found.starts = starts_in(at.x, at.y, at.z);
  return found;
}
