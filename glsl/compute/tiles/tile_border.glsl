// The border of a solved tile: which components reach a border behind which the volume goes on, and what merge_tiles
// needs of it.
// needs  border_links, seams, seams/periodic_axes, tiles, link_elements, tile_links, tile_components

#ifndef SEAMS
#error SEAMS is not defined
#endif

// The sides of the tile behind which the volume goes on, with SEAMS also across the seam of a periodic axis: those of
// smaller coordinates, those of larger coordinates. And the tile's last voxel, with SEAMS the last one of the volume: a
// tile at the end of the volume is a smaller tile there, so it has no more components at its borders than others.
struct OpenSides {
  bvec3 begin;
  bvec3 end;
  ivec3 last;
};

OpenSides open_sides() {
  ivec3 rest = extent() - own_origin();
  OpenSides open;
  open.begin = greaterThan(own_tile(), ivec3(0));
  open.end = lessThan(TILE_SIDES, rest);
  open.last = TILE_SIDES - 1;
  if (SEAMS != 0) {
    bvec3 periodic = bvec3(has_axis(periodic_axes, 0), has_axis(periodic_axes, 1), has_axis(periodic_axes, 2));
    open.begin = bvec3(ivec3(open.begin) | ivec3(periodic));
    open.end = bvec3(ivec3(open.end) | ivec3(periodic));
    open.last = min(TILE_SIDES, rest) - 1;
  }
  return open;
}

void mark_root_of(uint run) {
  uint root = find_in_tile(run);
  atomicOr(border_roots[root / 32u], 1u << (root & 31u));
}

#ifdef VOLUME
// Whether a run has a voxel at an open side.
bool reaches_border(Run run, OpenSides open) {
  ivec3 at = band_word(run.own);
  uint found = 0u;
  if (at.x == 0 && open.begin.x) found |= run.columns & FIRST_COLUMN;
  if (at.x == open.last.x / WORD_COLUMNS && open.end.x) found |= run.columns & 1u << (open.last.x % WORD_COLUMNS);
  for (int i = 0; i < BAND_ROWS; ++i) {
    ivec3 row = row_of_band(at, i);
    bool is_open = (row.y == 0 && open.begin.y) || (row.y == open.last.y && open.end.y) ||
                   (row.z == 0 && open.begin.z) || (row.z == open.last.z && open.end.z);
    if (is_open) found |= bits_of(row.x, row.y, row.z) & run.columns;
  }
  return found != 0u;
}

// Marks the components that reach the border, while the places of runs are those of their own first voxels.
void mark_border() {
  OpenSides open = open_sides();
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (reaches_border(run_of_place(run_entries[run] & PLACE, true), open)) mark_root_of(run);
  }
}
#else
// Marks the components that reach the border. A plane has few border elements: first those in columns of the first and
// the last row, then those in bands of the first and the last column.
void mark_border() {
  OpenSides open = open_sides();
  for (int i = int(invocation()); i < 2 * SIDE_X; i += GROUP_SIZE) {
    bool last = i >= SIDE_X;
    int word = i / WORD_COLUMNS % WORDS_X;
    int row = last ? open.last.y : 0;
    uint own = uint(row / ROWS_Y * WORDS_X + word);
    uint bits = bits_of(word, row, 0);
    uint once = bits & (~(bits << 1) | tile_starts[own]);  // an element of every run
    bool marks = (once >> (i % WORD_COLUMNS) & 1u) != 0u && (last ? open.end.y : open.begin.y);
    if (marks) mark_root_of(run_at(own, i % WORD_COLUMNS));
  }
  for (int i = int(invocation()); i < 2 * BANDS_Y; i += GROUP_SIZE) {
    bool last = i >= BANDS_Y;
    int column = last ? open.last.x : 0;
    int word = column / WORD_COLUMNS;
    int band = i % BANDS_Y;
    bool marks = (band_bits(word, band, 0) >> (column % WORD_COLUMNS) & 1u) != 0u;
    marks = marks && (last ? open.end.x : open.begin.x);
    if (marks) mark_root_of(run_at(uint(band * WORDS_X + word), column % WORD_COLUMNS));
  }
}
#endif

#ifdef VOLUME
// The word with 32 voxels of the tile in the order of its rows, in a layer.
uint word_of_layer(int layer, uint i) {
  uint word = row_bits(i);
#if CRITERION != FOREGROUND
  if (layer > 0) word = tile_links[uint((layer - 1) * ROW_WORDS) + i];
#endif
  return word;
}

// The layers of the first and the last columns, and links.
void store_sides(uint tile) {
  for (int i = int(invocation()); i < 2 * LAYERS * SIDE_WORDS; i += GROUP_SIZE) {
    int layer = i / SIDE_WORDS % LAYERS;
    bool last = i >= LAYERS * SIDE_WORDS;
    uint columns = 0u;
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      uint row = uint(i % SIDE_WORDS * WORD_COLUMNS + bit);
      uint word = word_of_layer(layer, row * uint(WORDS_X) + (last ? uint(WORDS_X - 1) : 0u));
      columns |= (last ? word >> 31 : word & 1u) << bit;
    }
    store(tile, SIDES_AT + uint(i), columns);
  }
#if CRITERION != FOREGROUND
  for (uint i = invocation(); i < LINK_WORDS; i += GROUP_SIZE) store(tile, LINKS_AT + i, tile_links[i]);
#endif
}
#elif CRITERION != FOREGROUND
// A word of the tile's border links (shared/border_links.h).
uint border_links_at(int place) {
  int direction = place < LINKS_OF_FIRST ? UP + place / WORDS_X : direction_at(place);
  bool first = place < LINKS_OF_LAST;
  uint found = 0u;
  if (direction < DIRECTIONS && place < LINKS_OF_FIRST) {
    found = tile_links[index_of_links(place % WORDS_X, 0, direction)];
  } else if (direction < DIRECTIONS) {
    for (int row = 0; row < SIDE_Y; ++row) {
      uint links = tile_links[index_of_links(first ? 0 : WORDS_X - 1, row, direction)];
      found |= (first ? links & FIRST_COLUMN : links >> 31) << row;
    }
  }
  return found;
}
#endif

// Stores where runs start, if bits do not tell, and what is at the tile's border.
void store_border(uint tile) {
  uint own = invocation();
  if (own < START_WORDS) store(tile, STARTS_AT + own, tile_starts[own]);
#ifdef VOLUME
  store_sides(tile);
#elif CRITERION != FOREGROUND
  if (own < LINK_WORDS) store(tile, LINKS_AT + own, border_links_at(int(own)));
#endif
}
