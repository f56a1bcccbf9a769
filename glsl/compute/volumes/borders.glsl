// What shared/volume_borders.h needs of the stored tiles.

const bool LINKED = CRITERION != FOREGROUND;

int tiles_in_y() { return volume.w; }
int tiles_in_z() { return (volume.y + SIDE_Z - 1) / SIDE_Z; }

uint stored_row(Place tile, int plane, int word, int y, int z) {
  uint own = uint((z * SIDE_Y + y) * WORDS_X + word);
  if (plane > 0) own += LINKS_AT + uint((plane - 1) * ROW_WORDS);
  return tile_data[index_of_tile(ivec3(tile.x, tile.y, tile.z)) * TILE_STRIDE + own];
}

uint stored_column(Place tile, int plane, bool last, int z) {
  uint side = uint((last ? PLANES : 0) + plane);
  uint begin = index_of_tile(ivec3(tile.x, tile.y, tile.z)) * TILE_STRIDE + SIDES_AT + side * uint(SIDE_WORDS);
  uint bit = uint(z * SIDE_Y);
  return tile_data[begin + bit / 32u] >> (bit & 31u) & ((1u << uint(SIDE_Y)) - 1u);
}
