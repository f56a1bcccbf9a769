// The words and nodes of elements at the borders of tiles: what shared/borders.h needs.
// needs  words, bands, border_links, crossings, tiles, nodes

const bool LINKED = CRITERION != FOREGROUND;
const int LINE_ROWS = PLANE ? ROWS_Y : SIDE_Y;  // a band of a plane, so that an invocation has few elements

int tiles_in_y() { return volume.w; }
int tiles_in_z() { return PLANE ? 1 : (volume.y + SIDE_Z - 1) / SIDE_Z; }

uint tile_at(Place tile) { return index_of_tile(ivec3(tile.x, tile.y, tile.z)); }

uint stored_row(Place tile, int layer, int word, int y, int z) {
  uint place = uint((z * SIDE_Y + y) * WORDS_X + word);
#ifdef VOLUME
  if (layer > 0) place += LINKS_AT + uint((layer - 1) * ROW_WORDS);
  return stored(tile_at(tile), place);
#else
  int direction = direction_in_plane(layer - 1);
  uint starts = 0u;
  if (layer > 0 && direction == TO_LEFT) {
    starts = stored_word(tile_at(tile), int(place)).starts;  // a band is a row
  } else if (layer > 0) {
    place = LINKS_AT + uint((direction - UP) * WORDS_X + word);
  }
  return stored(tile_at(tile), place) & ~starts;
#endif
}

uint stored_column(Place tile, int layer, bool last, int y, int z) {
#ifdef VOLUME
  uint side = uint((last ? LAYERS : 0) + layer);
  uint bit = uint(z * SIDE_Y);
  return stored(tile_at(tile), SIDES_AT + side * uint(SIDE_WORDS) + bit / 32u) >> (bit & 31u) &
         ((1u << uint(SIDE_Y)) - 1u);
#else
  uint columns = 0u;
  if (layer > 0) {
    int place = place_of_column(direction_in_plane(layer - 1), last);
    columns = stored(tile_at(tile), LINKS_AT + uint(place)) >> y & 1u;
  } else {
    for (int i = 0; i < LINE_ROWS; ++i) {
      uint bits = stored_bits(tile_at(tile), last ? WORDS_X - 1 : 0, y + i, 0);
      columns |= (last ? bits >> 31 : bits & 1u) << i;
    }
  }
  return columns;
#endif
}

// The node of an element whose run reaches the border of its tile.
uint node_of_element(ivec3 element) {
  uint tile = index_of_tile(element / TILE_SIDES);
  ivec3 at = element % TILE_SIDES;
  int word = word_of_voxel(at);
  uint starts = stored_word(tile, word).starts & up_to(at.x % WORD_COLUMNS);
  uint run = stored_runs_before(tile, word) + uint(bitCount(starts)) - 1u;
  return node_of_tile(tile, stored_record(tile, run) & ~AT_BORDER);
}

uint node_at(Place voxel) { return node_of_element(ivec3(voxel.x, voxel.y, voxel.z)); }
