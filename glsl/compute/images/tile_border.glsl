// Which components of a solved tile reach its border.

void mark_component(uint own, int column) {
  uint root = find_in_tile(run_at(own, column));
  atomicOr(border_roots[root / 32u], 1u << (root & 31u));
}

// Marks the components with pixels at a border of the tile that is not the image's: first in columns of the first and
// the last row, then in bands of the first and the last column.
void mark_border() {
  ivec2 tile = own_tile();
  ivec2 last_tile = ivec2(gl_NumWorkGroups.xy) - 1;
  for (int i = int(invocation()); i < 2 * TILE_COLUMNS; i += GROUP_SIZE) {
    bool last = i >= TILE_COLUMNS;
    int word = i / WORD_COLUMNS % TILE_WORDS;
    uint own = uint(last ? word + TILE_WORDS * (BANDS - 1) : word);
    uint bits = bits_of(word, last ? TILE_ROWS - 1 : 0);
    uint once = bits & (~(bits << 1) | tile_starts[own]);  // a pixel of every run
    bool marks = (once >> (i % WORD_COLUMNS) & 1u) != 0u && (last ? tile.y < last_tile.y : tile.y > 0);
    if (marks) mark_component(own, i % WORD_COLUMNS);
  }
  for (int i = int(invocation()); i < 2 * BANDS; i += GROUP_SIZE) {
    bool last = i >= BANDS;
    int word = last ? TILE_WORDS - 1 : 0;
    int band = i % BANDS;
    bool marks = (band_bits(word, band) & (last ? LAST_COLUMN : FIRST_COLUMN)) != 0u;
    marks = marks && (last ? tile.x < last_tile.x : tile.x > 0);
    if (marks) mark_component(uint(band * TILE_WORDS + word), last ? WORD_COLUMNS - 1 : 0);
  }
}
