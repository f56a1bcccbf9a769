// Which components of a solved tile reach its border.

#ifndef SEAMS
#error SEAMS is not defined
#endif

void mark_component(uint own, int column) {
  uint root = find_in_tile(run_at(own, column));
  atomicOr(border_roots[root / 32u], 1u << (root & 31u));
}

// Whether the image goes on behind the tile's first or last pixel on an axis, with SEAMS also across the seam of a
// periodic axis.
bool is_open(int axis, bool last) {
#if SEAMS
  if (has_axis(periodic_axes, axis)) return true;
#endif
  return last ? own_tile()[axis] + 1 < int(gl_NumWorkGroups[axis]) : own_tile()[axis] > 0;
}

// The tile's last pixel, with SEAMS the last one of the image. A tile at the end of the image is a smaller tile there,
// so it has no more components at its borders than others.
ivec2 last_pixel() {
  ivec2 last = ivec2(TILE_COLUMNS, TILE_ROWS) - 1;
#if SEAMS
  last = min(last, image_size - own_origin() - 1);
#endif
  return last;
}

// Marks the components with pixels at a border of the tile that is open: first in columns of the first and the last
// row, then in bands of the first and the last column.
void mark_border() {
  for (int i = int(invocation()); i < 2 * TILE_COLUMNS; i += GROUP_SIZE) {
    bool last = i >= TILE_COLUMNS;
    int word = i / WORD_COLUMNS % TILE_WORDS;
    int row = last ? last_pixel().y : 0;
    uint own = uint(row / ROWS * TILE_WORDS + word);
    uint bits = bits_of(word, row);
    uint once = bits & (~(bits << 1) | tile_starts[own]);  // a pixel of every run
    bool marks = (once >> (i % WORD_COLUMNS) & 1u) != 0u && is_open(1, last);
    if (marks) mark_component(own, i % WORD_COLUMNS);
  }
  for (int i = int(invocation()); i < 2 * BANDS; i += GROUP_SIZE) {
    bool last = i >= BANDS;
    int column = last ? last_pixel().x : 0;
    int word = column / WORD_COLUMNS;
    int band = i % BANDS;
    bool marks = (band_bits(word, band) >> (column % WORD_COLUMNS) & 1u) != 0u && is_open(0, last);
    if (marks) mark_component(uint(band * TILE_WORDS + word), column % WORD_COLUMNS);
  }
}
