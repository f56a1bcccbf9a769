// A tile in shared memory: its words and its runs. Words and bands are counted in the tile.
//
// Runs are counted word by word, so that each invocation takes one run after another whatever words they are in, and
// the number of a run is its place in the forest. A run hangs below a run with a smaller number, so a root is the
// leftmost run of its component's top band. Concurrent unions are exact, as nodes.glsl says.

shared uint tile_starts[BAND_WORDS];
shared uint runs_before[BAND_WORDS];
shared uint run_count;
// Per run: its parent << 13 | its place. At first the place is 32 * word + first column, then that of the run's first
// pixel in the tile, and for a root at last that of its component. The rest of the array holds links
// (tile_forest.glsl): shared memory is the first resource that a multiprocessor runs out of.
shared uint run_entries[MOST_RUNS];

const uint PLACE = 0x1FFFu;

uint parent_of(uint entry) { return entry >> 13 & 0xFFFu; }
uint entry_of(uint parent, uint entry) { return parent << 13 | entry & PLACE; }

// Whether words and bands are counted in the image instead of the tile: when borders are merged.
bool in_image = false;

uint bits_of(int word, int row) {
  return in_image ? image_bits(word, row) : tile_bits[index_of_bits(word, row)];
}

uint links_of(int word, int row, int direction) {
#if CRITERION == FOREGROUND
  return ALL_COLUMNS;
#else
  return in_image ? image_links(word, row, direction) : tile_links[index_of_links(word, row, direction)];
#endif
}

// A word of the tile. Unsigned integers, for these are divided by shifts.
Word word_of(uint own) {
  int word = int(own % uint(TILE_WORDS));
  int row = int(own / uint(TILE_WORDS)) * ROWS;
  Word found;
  found.upper = bits_of(word, row);
  found.lower = 0u;
  if (ROWS == 2) found.lower = bits_of(word, row + 1);
  found.starts = tile_starts[own];
  return found;
}

// Finds where runs start and counts them. All invocations must call it; the caller needs a barrier after it.
void list_runs() {
  uint own = invocation();
  uint starts = 0u;
  if (own < uint(BAND_WORDS)) {
    int word = int(own % uint(TILE_WORDS));
    int band = int(own / uint(TILE_WORDS));
    starts = band_bits(word, band) & ~linked_left(word, band, ~FIRST_COLUMN);
    tile_starts[own] = starts;
  }
  uint all;
  uint run = sum_before(uint(bitCount(starts)), all);
  if (own == 0u) run_count = all;
  if (own < uint(BAND_WORDS)) runs_before[own] = run;
  for (uint rest = starts; rest != 0u; rest &= rest - 1u) {
    run_entries[run] = uint(WORD_COLUMNS) * own + uint(findLSB(rest));
    ++run;
  }
}

// The run at an occupied column of a word.
uint run_at(uint word, int column) {
  return runs_before[word] + uint(bitCount(tile_starts[word] & up_to(column))) - 1u;
}
