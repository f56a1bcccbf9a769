// The tiles of an image in the buffers of tile_buffers.glsl. Tiles are in raster order.

// Per tile, TILE_STRIDE words:
//
//   0          the bits of each row of pixels: word w of row y at y * TILE_WORDS + w
//   RUNS_AT    for each two words the numbers of runs in the words before them, 16 bits each
//   STARTS_AT  if values are compared: where the runs of each word start
//   PAIRS_AT   if values are compared: the second half of the records
//   LINKS_AT   if values are compared: the links across the tile's border (shared/border_links.h)
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

// The index in root_bits (ranks.glsl) of word i of the rows of this workgroup's tile; NO_WORD outside of the image.
const uint NO_WORD = 0xFFFFFFFFu;
uint root_word_in_tile(uint i) {
  ivec2 at = own_tile() * ivec2(TILE_WORDS, TILE_ROWS) + pixel_at(i, TILE_WORDS);
  return at.x < word_count.x && at.y < word_count.y * ROWS ? place_of(at, word_count.x) : NO_WORD;
}

// The pixel of the image at a place, in raster order, in this workgroup's tile.
ivec2 pixel_in_tile(uint place) { return own_origin() + pixel_at(place, TILE_COLUMNS); }

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

#if STORES_TILES
void store_pair(uint tile, uint pair, uint records) {
#if CRITERION != FOREGROUND
  if (pair >= PAIRS) {
    tile_data[tile * TILE_STRIDE + PAIRS_AT + pair - PAIRS] = records;
    return;
  }
#endif
  record_pairs[tile * PAIRS + pair] = records;
}
#endif

uint stored_record(uint tile, uint run) { return half_of(stored_pair(tile, run / 2u), run); }

// The box of a pixel.
uvec4 box_of(ivec2 pixel) { return uvec4(pixel, pixel); }
