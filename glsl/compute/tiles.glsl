// What label_tiles stores of each tile for the next passes: its bits, its runs and their records. Tiles are in raster
// order.
// reads and writes storage bindings 1 to 3

// Per tile, TILE_STRIDE words:
//
//   0          the bits of each row of pixels: word w of row y at y * TILE_WORDS + w
//   RUNS_AT    for each two words the numbers of runs in the words before them, 16 bits each
//   STARTS_AT  if values are compared: where the runs of each word start
//   PAIRS_AT   if values are compared: the second half of the records
//   LINKS_AT   if values are compared: the links across the tile's border (shared/border_links.h)
layout(std430, binding = 1) SHARED_BUFFER buffer Tiles { uint tile_data[]; };
// Per tile: the records of its runs, two per integer. If values are compared, only the first half of them is here: all
// records of an image of 32768 squared take 2^31 bytes, and drivers with a signed limit bind one byte less.
layout(std430, binding = 2) SHARED_BUFFER buffer Records { uint record_pairs[]; };
struct TileCounts {
  uint nodes;
  uint arrived;  // tiles that its borders are waiting for and that are solved (merge_in_tiles.glsl)
};
layout(std430, binding = 3) SHARED_BUFFER buffer Counts { TileCounts counts[]; };

const uint RUNS_AT = uint(TILE_WORDS * TILE_ROWS);
const uint STARTS_AT = RUNS_AT + uint(BAND_WORDS / 2);
#if CRITERION == FOREGROUND
const uint TILE_STRIDE = STARTS_AT;
const uint PAIRS = uint(MOST_RUNS / 2);  // of records, in record_pairs
#else
const uint PAIRS = uint(MOST_RUNS / 4);
const uint PAIRS_AT = STARTS_AT + uint(BAND_WORDS);
const uint LINKS_AT = PAIRS_AT + PAIRS;
const uint TILE_STRIDE = LINKS_AT + uint(BORDER_LINKS);

uint stored_links(uint tile, int place) { return tile_data[tile * TILE_STRIDE + LINKS_AT + uint(place)]; }
#endif

uint index_of_tile(ivec2 tile) {
  return uint(tile.y * ((word_count.x + TILE_WORDS - 1) / TILE_WORDS) + tile.x);
}

// The tile of this workgroup and its first pixel, in passes with one workgroup per tile.
ivec2 own_tile() { return ivec2(gl_WorkGroupID.xy); }
ivec2 own_origin() { return own_tile() * ivec2(TILE_COLUMNS, TILE_ROWS); }

// The pixel of the image at a place, in raster order, in this workgroup's tile.
ivec2 pixel_in_tile(uint place) { return own_origin() + pixel_at(place, TILE_COLUMNS); }

// The label of a root at that pixel of the image, in raster order, and the pixel of a label.
uint label_of(ivec2 pixel) { return place_of(pixel, image_size.x) + 1u; }
ivec2 pixel_of_label(uint label) { return pixel_at(label - 1u, image_size.x); }

uint stored_bits(uint tile, int word, int row) { return tile_data[tile * TILE_STRIDE + uint(row * TILE_WORDS + word)]; }

// A word of a tile; `word` counts through its bands.
Word stored_word(uint tile, int word) {
  int row = word / TILE_WORDS * ROWS;
  Word found;
  found.upper = stored_bits(tile, word % TILE_WORDS, row);
  found.lower = 0u;
  if (ROWS == 2) found.lower = stored_bits(tile, word % TILE_WORDS, row + 1);
#if CRITERION == FOREGROUND
  found.starts = CONNECTIVITY == 4 ? starts_of_rows(found.upper, found.lower) : starts_of(occupied(found));
#else
  found.starts = tile_data[tile * TILE_STRIDE + STARTS_AT + uint(word)];
#endif
  return found;
}

// The half of a pair at an even or odd index.
uint half_of(uint pair, uint index) { return pair >> (16u * (index & 1u)) & 0xFFFFu; }

// The number of the tile's runs in the words before a word.
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
