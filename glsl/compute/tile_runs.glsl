// A tile in shared memory: its runs, the links between them, and their union-find. Words and bands are counted in the tile.
//
// Runs are counted word by word, so that an invocation can have one run after another whatever words they are in, and the
// number of a run is its place in the forest. A run hangs below one with a smaller number, so a root is the leftmost run of
// its component's top band. Unions that race are exact, as nodes.glsl says.

shared uint tile_starts[WORDS_IN_TILE];
shared uint runs_before[WORDS_IN_TILE];
shared uint run_count;
// Of each run: its parent << 13 | its place, which is 32 * word + first column. What is left behind them has links
// (tile_forest.glsl): shared memory is what a multiprocessor runs out of first.
shared uint run_entries[MOST_RUNS];

const uint PLACE = 0x1FFFu;

uint parent_of(uint entry) { return entry >> 13 & 0xFFFu; }
uint entry_of(uint parent, uint entry) { return parent << 13 | entry & PLACE; }

uint bits_of(int word, int row) { return tile_bits[index_of_bits(word, row)]; }
ivec2 pixel_of(int word, int row) { return own_origin() + ivec2(WORD_COLUMNS * word, row); }

// Words of the tile are counted band by band. Unsigned integers, for these are divided by shifts.
int word_of_own(uint own) { return int(own % uint(TILE_WORDS)); }
int band_of_own(uint own) { return int(own / uint(TILE_WORDS)); }

Word word_of(uint own) {
  int word = word_of_own(own);
  int row = band_of_own(own) * ROWS;
  Word found;
  found.upper = bits_of(word, row);
#if ROWS == 2
  found.lower = bits_of(word, row + 1);
#else
  found.lower = 0u;
#endif
  found.starts = tile_starts[own];
  return found;
}

// Finds where runs start and counts them. To be called by all; a barrier has to follow.
void list_runs() {
  uint own = invocation();
  uint starts = 0u;
  if (own < uint(WORDS_IN_TILE)) {
    int word = word_of_own(own);
    int band = band_of_own(own);
    starts = band_bits(word, band) & ~linked_left(word, band, ~FIRST_COLUMN);
    tile_starts[own] = starts;
  }
  uint all;
  uint run = sum_before(uint(bitCount(starts)), all);
  if (own == 0u) run_count = all;
  if (own < uint(WORDS_IN_TILE)) runs_before[own] = run;
  for (uint rest = starts; rest != 0u; rest &= rest - 1u) {
    run_entries[run] = uint(WORD_COLUMNS) * own + uint(findLSB(rest));
    ++run;
  }
}

// The run that an occupied column of a word is in.
uint run_at(uint word, int column) {
  return runs_before[word] + uint(bitCount(tile_starts[word] & up_to(column))) - 1u;
}

// The runs with smaller numbers that a run is linked with in the tile.
struct Contacts {
  int left;      // the run before, or -1
  int up_left;   // the last run of the word above and to the left, or -1
  uint up;       // columns of runs of the word above
  int up_right;  // the first run of the word above and to the right, or -1
  uint above;    // the word above
};

// Without those that others stand for:
//
//     a b     where the run of y touches b, a-y is not needed if a-b is a link, and x-y is not if a-b and a-x are;
//     x y     a and x are the last columns of the words to the left
//
// Of links with the word above and to the right the same can be said as of a-y.
Contacts contacts_of(uint run) {
  uint place = run_entries[run] & PLACE;
  uint own = place / uint(WORD_COLUMNS);
  int start = int(place % uint(WORD_COLUMNS));
  int word = word_of_own(own);
  int band = band_of_own(own);
  Contacts contacts = Contacts(-1, -1, 0u, -1, own - uint(TILE_WORDS));
  if (start == 0 && linked_left(word, band, FIRST_COLUMN) != 0u) contacts.left = int(run) - 1;
  if (band == 0) return contacts;
  uint columns = run_of(word_of(own), start);
  contacts.up = linked_up(word, band, 0, columns);
#if CONNECTIVITY == 8
  uint left = linked_up(word, band, -1, columns);
  uint right = linked_up(word, band, 1, columns);
  if ((left & FIRST_COLUMN) != 0u) contacts.up_left = int(runs_before[contacts.above]) - 1;
  if ((right & LAST_COLUMN) != 0u) contacts.up_right = int(runs_before[contacts.above + 1u]);
  contacts.up |= left >> 1 | right << 1;
#endif
  if ((contacts.left >= 0 || contacts.up_left >= 0) && (contacts.up & FIRST_COLUMN) != 0u &&
      linked_left(word, band - 1, FIRST_COLUMN) != 0u) {
    contacts.up_left = -1;
    if (linked_up(word - 1, band, 0, LAST_COLUMN) != 0u) contacts.left = -1;
  }
  if (contacts.up_right >= 0 && (contacts.up & LAST_COLUMN) != 0u &&
      linked_left(word + 1, band - 1, FIRST_COLUMN) != 0u) {
    contacts.up_right = -1;
  }
  return contacts;
}
