// Words of the stored tile of this workgroup.

uint bits_of(int word, int y, int z) { return stored_bits(index_of_tile(own_tile()), word, y, z); }

// A word of the tile's bands; the tile is that of this workgroup.
Word stored_word(uint tile, int own) {
  ivec3 at = band_word(uint(own)) * ivec3(1, ROWS_Y, ROWS_Z);
  Word found;
  found.upper = 0u;
  for (int i = 0; i < ROWS_Y * ROWS_Z; ++i) found.upper |= bits_of(at.x, at.y + i % ROWS_Y, at.z + i / ROWS_Y);
  found.lower = 0u;
  found.starts = stored_starts(tile, own);
  return found;
}
