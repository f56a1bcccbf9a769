// What label_tiles has to know of the components of a solved tile: which of them reach its border, and their first pixels.

shared uint border_roots[MOST_RUNS / 32];  // a bit a run: the root of a component that reaches the tile's border

// Whether a run of word `own` has pixels at a border of the tile that is not the image's.
bool is_at_border(Word word, uint own, uint columns) {
  ivec2 tile = own_tile();
  ivec2 last = ivec2(gl_NumWorkGroups.xy) - 1;
  int index = word_of_own(own);
  int band = band_of_own(own);
  uint last_row = ROWS == 2 ? word.lower : word.upper;
  return index == 0 && (columns & FIRST_COLUMN) != 0u && tile.x > 0 ||
         index == TILE_WORDS - 1 && (columns & LAST_COLUMN) != 0u && tile.x < last.x ||
         band == 0 && (word.upper & columns) != 0u && tile.y > 0 ||
         band == TILE_BANDS - 1 && (last_row & columns) != 0u && tile.y < last.y;
}

// The place in the tile, in raster order, of the first pixel of a run.
uint first_pixel_in_tile(Word word, uint own, uint columns) {
  ivec2 pixel = first_pixel_of(word, columns) + ivec2(word_of_own(own) * WORD_COLUMNS, band_of_own(own) * ROWS);
  return uint(pixel.y * TILE_COLUMNS + pixel.x);
}

void mark_if_at_border(uint root, Word word, uint own, uint columns) {
  if (is_at_border(word, own, columns)) atomicOr(border_roots[root / 32u], 1u << (root & 31u));
}

// In a root's entry its first pixel takes the place of its first column.
void survey_root(uint root) {
  uint place = run_entries[root] & PLACE;
  uint own = place / uint(WORD_COLUMNS);
  Word word = word_of(own);
  uint columns = run_of(word, int(place % uint(WORD_COLUMNS)));
  mark_if_at_border(root, word, own, columns);
  run_entries[root] = entry_of(root, first_pixel_in_tile(word, own, columns));
}

// Hangs another run right below its root, and tells the root what it knows of the component's border and first pixel.
void survey_run(uint run) {
  uint entry = run_entries[run];
  uint root = find_in_tile(run);
  run_entries[run] = entry_of(root, entry);
  uint own = (entry & PLACE) / uint(WORD_COLUMNS);
  Word word = word_of(own);
  uint columns = run_of(word, int(entry % uint(WORD_COLUMNS)));
  mark_if_at_border(root, word, own, columns);
#if ROWS == 2
  // In the root's band another run may begin in the upper row, and the root in the lower.
  bool same_band = own / uint(TILE_WORDS) == (run_entries[root] & PLACE) / uint(ROWS * TILE_COLUMNS);
  if (same_band) atomicMin(run_entries[root], entry_of(root, first_pixel_in_tile(word, own, columns)));
#endif
}

bool is_root(uint run) { return parent_of(run_entries[run]) == run; }

// Finds the first pixel of every component, and which of them reach the tile's border. To be called by all; a barrier has to
// follow.
void survey_components() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (is_root(run)) survey_root(run);
  }
  barrier();
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (!is_root(run)) survey_run(run);
  }
}
