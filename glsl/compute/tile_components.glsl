// Properties of the components of a solved tile: which of them reach the tile's border, and their first pixels.

shared uint border_roots[MOST_RUNS / 32];  // a bit per run: the root of a component that reaches the tile's border

// Whether a run of word `own` has pixels at a border of the tile that is not the image's.
bool is_at_border(Word word, uint own, uint columns) {
  ivec2 tile = own_tile();
  ivec2 last = ivec2(gl_NumWorkGroups.xy) - 1;
  int index = int(own % uint(TILE_WORDS));
  int band = int(own / uint(TILE_WORDS));
  uint last_row = ROWS == 2 ? word.lower : word.upper;
  return index == 0 && (columns & FIRST_COLUMN) != 0u && tile.x > 0 ||
         index == TILE_WORDS - 1 && (columns & LAST_COLUMN) != 0u && tile.x < last.x ||
         band == 0 && (word.upper & columns) != 0u && tile.y > 0 ||
         band == BANDS - 1 && (last_row & columns) != 0u && tile.y < last.y;
}

// The place in the tile, in raster order, of the first pixel of a run.
uint first_place_of(Word word, uint own, uint columns) {
  ivec2 corner = ivec2(own % uint(TILE_WORDS) * uint(WORD_COLUMNS), own / uint(TILE_WORDS) * uint(ROWS));
  return place_of(corner + first_pixel_of(word, columns, ROWS), TILE_COLUMNS);
}

void mark_if_at_border(uint root, Word word, uint own, uint columns) {
  if (is_at_border(word, own, columns)) atomicOr(border_roots[root / 32u], 1u << (root & 31u));
}

// Replaces the first column in a root's entry by its first pixel.
void survey_root(uint root) {
  uint place = run_entries[root] & PLACE;
  uint own = place / uint(WORD_COLUMNS);
  Word word = word_of(own);
  uint columns = run_of(word, int(place % uint(WORD_COLUMNS)));
  mark_if_at_border(root, word, own, columns);
  run_entries[root] = entry_of(root, first_place_of(word, own, columns));
}

// Hangs another run right below its root, and merges its border and first pixel into the root's.
void survey_run(uint run) {
  uint entry = run_entries[run];
  uint root = find_in_tile(run);
  run_entries[run] = entry_of(root, entry);
  uint own = (entry & PLACE) / uint(WORD_COLUMNS);
  Word word = word_of(own);
  uint columns = run_of(word, int(entry % uint(WORD_COLUMNS)));
  mark_if_at_border(root, word, own, columns);
#if ROWS == 2
  // The root may begin in the lower row of its band, and another run of the band in the upper row.
  bool same_band = own / uint(TILE_WORDS) == (run_entries[root] & PLACE) / uint(ROWS * TILE_COLUMNS);
  if (same_band) atomicMin(run_entries[root], entry_of(root, first_place_of(word, own, columns)));
#endif
}

bool is_root(uint run) { return parent_of(run_entries[run]) == run; }

// Finds the first pixel of every component, and which components reach the tile's border. All invocations must call it;
// the caller needs a barrier after it.
void survey_components() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (is_root(run)) survey_root(run);
  }
  barrier();
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (!is_root(run)) survey_run(run);
  }
}
