// The runs of a tile in shared memory. They are counted word by word, so that each invocation takes one run after
// another whatever words they are in, and the number of a run is its place in the forest. A run hangs below a run with
// a smaller number, so a root is the leftmost run of its component's top band. Concurrent unions are exact, as
// nodes.glsl says.
// needs  words, geometry, prefix

shared uint tile_starts[BAND_WORDS];
shared uint runs_before[BAND_WORDS];
shared uint run_count;
// Per run: its parent << PLACE_BITS | its place. At first it is its own parent, and the place is 32 * word + first
// column, then that of the run's first pixel in the tile, and for a root at last that of its component. The rest of the
// array holds links (tile_forest.glsl): shared memory is the first resource that a multiprocessor runs out of.
shared uint run_entries[MOST_RUNS];

const uint PLACE = (1u << PLACE_BITS) - 1u;

uint parent_of(uint entry) { return entry >> PLACE_BITS & 0xFFFu; }
uint entry_of(uint parent, uint entry) { return parent << PLACE_BITS | entry & PLACE; }

// Where runs start in a word of the tile's bands.
uint starts_of_word(uint own);

// Finds where runs start and counts them. All invocations must call it; the caller needs a barrier after it.
void list_runs() {
  uint own = invocation();
  uint starts = 0u;
  if (own < uint(BAND_WORDS)) {
    starts = starts_of_word(own);
    tile_starts[own] = starts;
  }
  uint all;
  uint run = sum_before(uint(bitCount(starts)), all);
  if (own == 0u) run_count = all;
  if (own < uint(BAND_WORDS)) runs_before[own] = run;
  for (uint rest = starts; rest != 0u; rest &= rest - 1u) {
    run_entries[run] = entry_of(run, uint(WORD_COLUMNS) * own + uint(findLSB(rest)));
    ++run;
  }
}

// The run at an occupied column of a word.
uint run_at(uint word, int column) {
  return runs_before[word] + uint(bitCount(tile_starts[word] & up_to(column))) - 1u;
}
