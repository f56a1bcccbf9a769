// The tiles of a volume in the buffers of tile_buffers.glsl, in the place of compute/images/tiles.glsl. Tiles are in
// raster order.

// Per tile, TILE_STRIDE words:
//
//   0         the bits of each row of voxels: word w of row y of slice z at (z * SIDE_Y + y) * WORDS_X + w
//   RUNS_AT   for each two words of bands the numbers of runs in the words before them, 16 bits each
//   STARTS_AT if values are not compared: where the runs of each word of bands start
//   SIDES_AT  PLANES of the tile's first column, slice by slice, then of its last: bits, and links in each direction
//   LINKS_AT  if values are compared: for each direction the links of the words of rows (shared/volume_bands.h)
#if CRITERION == FOREGROUND
const int DIRECTIONS = 0;
const uint START_WORDS = uint(BAND_WORDS);
#else
const uint START_WORDS = 0u;
#endif
const int PLANES = 1 + DIRECTIONS;
const int SIDE_WORDS = SIDE_Y * SIDE_Z / WORD_COLUMNS;
const uint RUNS_AT = uint(ROW_WORDS);
const uint STARTS_AT = RUNS_AT + uint(BAND_WORDS / 2);
const uint SIDES_AT = STARTS_AT + START_WORDS;
const uint LINKS_AT = SIDES_AT + uint(2 * PLANES * SIDE_WORDS);
const uint TILE_STRIDE = LINKS_AT + uint(DIRECTIONS * ROW_WORDS);

// Where runs start in a word of bands. With values a band is a row of one word, and its links to the left tell.
uint stored_starts(uint tile, int word) {
#if CRITERION == FOREGROUND
  return tile_data[tile * TILE_STRIDE + STARTS_AT + uint(word)];
#else
  uint bits = tile_data[tile * TILE_STRIDE + uint(word)];
  return bits & ~(bits << 1 & tile_data[tile * TILE_STRIDE + LINKS_AT + uint(LEFT_DIRECTION * ROW_WORDS + word)]);
#endif
}
const uint PAIRS = uint(MOST_RUNS / 2);  // of records, in record_pairs

uint index_of_tile(ivec3 tile) { return uint((tile.z * volume.w + tile.y) * volume.z + tile.x); }

// The tile of this workgroup and its first voxel, in passes with one workgroup per tile.
ivec3 own_tile() { return ivec3(gl_WorkGroupID); }
ivec3 own_origin() { return own_tile() * ivec3(SIDE_X, SIDE_Y, SIDE_Z); }

// The voxel of the tile at a place in raster order.
ivec3 voxel_at(uint place) {
  return ivec3(place % uint(SIDE_X), place / uint(SIDE_X) % uint(SIDE_Y), place / uint(SIDE_X * SIDE_Y));
}

// The pixel of a voxel in the image of all rows, and the voxel of a pixel.
ivec2 pixel_of(ivec3 voxel) { return ivec2(voxel.x, voxel.z * volume.x + voxel.y); }
ivec3 voxel_of(ivec2 pixel) { return ivec3(pixel.x, pixel.y % volume.x, pixel.y / volume.x); }

// The pixel at a place in this workgroup's tile.
ivec2 pixel_in_tile(uint place) { return pixel_of(own_origin() + voxel_at(place)); }

// The index in root_bits (ranks.glsl) of word i of the rows of this workgroup's tile; NO_WORD outside of the volume.
const uint NO_WORD = 0xFFFFFFFFu;
uint root_word_in_tile(uint i) {
  ivec3 at = own_tile() * ivec3(WORDS_X, SIDE_Y, SIDE_Z) + row_word(i);
  return at.x < word_count.x && at.y < volume.x && at.z < volume.y ? place_of(pixel_of(at), word_count.x) : NO_WORD;
}

// The rectangle of a pixel's voxel.
uvec4 box_of(ivec2 pixel) { return uvec4(voxel_of(pixel).xyxy); }

uint stored_bits(uint tile, int word, int y, int z) {
  return tile_data[tile * TILE_STRIDE + uint((z * SIDE_Y + y) * WORDS_X + word)];
}

// The number of the tile's runs in the words before a word of its bands.
uint stored_runs_before(uint tile, int word) {
  return half_of(tile_data[tile * TILE_STRIDE + RUNS_AT + uint(word) / 2u], uint(word));
}

// Records 2 * pair and 2 * pair + 1.
uint stored_pair(uint tile, uint pair) { return record_pairs[tile * PAIRS + pair]; }
#if STORES_TILES
void store_pair(uint tile, uint pair, uint records) { record_pairs[tile * PAIRS + pair] = records; }
#endif

uint stored_record(uint tile, uint run) { return half_of(stored_pair(tile, run / 2u), run); }
