// What label_tiles leaves of each tile for the passes that follow: its bits, its runs, and what labels them. Tiles lie one
// after another, row by row.
// reads and writes storage bindings 1 to 3

// Of each tile: the bits of word w of row y at y * TILE_WORDS + w; of two words together how many runs lie in the words
// before, 16 bits each; with value criteria where the runs of each word start, and the second half of the records.
layout(std430, binding = 1) buffer Tiles { uint tile_data[]; };
// Of each tile: the records of its runs, two together; with value criteria the first half of them, for all of 32768 squared
// have 2^31 bytes, which is more than drivers bind whose limit is a signed integer.
layout(std430, binding = 2) buffer Records { uint record_pairs[]; };
// Of each tile: how many nodes it has.
layout(std430, binding = 3) buffer NodeCounts { uint node_counts[]; };

const uint RUNS_AT = uint(TILE_WORDS * TILE_ROWS);
const uint STARTS_AT = RUNS_AT + uint(WORDS_IN_TILE / 2);
#if CRITERION == FOREGROUND
const uint TILE_STRIDE = STARTS_AT;
const uint PAIRS = uint(MOST_RUNS / 2);  // of records, in record_pairs
#else
const uint PAIRS = uint(MOST_RUNS / 4);
const uint PAIRS_AT = STARTS_AT + uint(WORDS_IN_TILE);
const uint TILE_STRIDE = PAIRS_AT + PAIRS;
#endif

// A record says what labels a run: AT_BORDER and which node of the tile its component is, or the place in the tile, in
// raster order, of its component's first pixel.
const uint AT_BORDER = 0x8000u;

uint index_of_tile(ivec2 tile) {
  return uint(tile.y * ((word_count.x + TILE_WORDS - 1) / TILE_WORDS) + tile.x);
}

// The tile of this group, and its first pixel, where a group has a tile.
ivec2 own_tile() { return ivec2(gl_WorkGroupID.xy); }
ivec2 own_origin() { return own_tile() * ivec2(TILE_COLUMNS, TILE_ROWS); }

// The pixel, in the tile, at a place in raster order.
ivec2 pixel_at(uint place) { return ivec2(place % uint(TILE_COLUMNS), place / uint(TILE_COLUMNS)); }

uint stored_bits(uint tile, int word, int row) { return tile_data[tile * TILE_STRIDE + uint(row * TILE_WORDS + word)]; }

// A word of a tile; `word` counts through its bands.
Word stored_word(uint tile, int word) {
  int row = word / TILE_WORDS * ROWS;
  Word found;
  found.upper = stored_bits(tile, word % TILE_WORDS, row);
#if ROWS == 2
  found.lower = stored_bits(tile, word % TILE_WORDS, row + 1);
#else
  found.lower = 0u;
#endif
#if CRITERION == FOREGROUND
  found.starts = occupied(found) & ~(occupied(found) << 1);
#else
  found.starts = tile_data[tile * TILE_STRIDE + STARTS_AT + uint(word)];
#endif
  return found;
}

// The half of a pair that an odd or even index has.
uint half_of(uint pair, uint index) { return pair >> (16u * (index & 1u)) & 0xFFFFu; }

// How many runs of the tile lie in the words before.
uint stored_runs_before(uint tile, int word) {
  return half_of(tile_data[tile * TILE_STRIDE + RUNS_AT + uint(word) / 2u], uint(word));
}

// Records 2 * pair and 2 * pair + 1.
uint stored_pair(uint tile, uint pair) {
#if CRITERION != FOREGROUND
  if (pair >= PAIRS) return tile_data[tile * TILE_STRIDE + PAIRS_AT + pair - PAIRS];
#endif
  return record_pairs[tile * PAIRS + pair];
}

void store_pair(uint tile, uint pair, uint records) {
#if CRITERION != FOREGROUND
  if (pair >= PAIRS) {
    tile_data[tile * TILE_STRIDE + PAIRS_AT + pair - PAIRS] = records;
    return;
  }
#endif
  record_pairs[tile * PAIRS + pair] = records;
}

uint stored_record(uint tile, uint run) { return half_of(stored_pair(tile, run / 2u), run); }
