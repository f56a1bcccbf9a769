// The tiles in the buffers of tile_buffers.glsl, in raster order.
// needs  words, bands, border_links, geometry, tile_buffers

// Per tile, TILE_STRIDE words:
//
//   0          the bits of each row of voxels: word w of row y of slice z at (z * SIDE_Y + y) * WORDS_X + w
//   RUNS_AT    for each two words of bands the numbers of runs in the words before them, 16 bits each
//   STARTS_AT  where the runs of each word of bands start, unless it follows from bits (foreground of a plane) or links
//              (values of a volume)
//   PAIRS_AT   of a plane, if values are compared: the second half of the records
//   SIDES_AT   of a volume: LAYERS of the tile's first column, slice by slice, then of its last: bits, and links in
//              each direction
//   LINKS_AT   if values are compared: of a plane the links across the tile's border (shared/border_links.h), of a
//              volume for each direction the links of the words of rows (shared/bands.h)
#if (CRITERION == FOREGROUND) == defined(VOLUME)
const uint START_WORDS = uint(BAND_WORDS);
#else
const uint START_WORDS = 0u;
#endif
#if CRITERION != FOREGROUND && !defined(VOLUME)
#define OWN_PAIRS (MOST_RUNS / 4)  // of records, with the tile
#else
#define OWN_PAIRS 0
#endif
const int LAYERS = 1 + DIRECTIONS;
const int SIDE_WORDS = PLANE ? 0 : SIDE_Y * SIDE_Z / WORD_COLUMNS;
const uint RUNS_AT = uint(ROW_WORDS);
const uint STARTS_AT = RUNS_AT + uint(BAND_WORDS / 2);
const uint PAIRS_AT = STARTS_AT + START_WORDS;
const uint PAIRS = uint(MOST_RUNS / 2 - OWN_PAIRS);  // of records, in record_pairs
const uint SIDES_AT = PAIRS_AT + uint(OWN_PAIRS);
const uint LINKS_AT = SIDES_AT + uint(2 * LAYERS * SIDE_WORDS);
const uint LINK_WORDS = uint(PLANE && DIRECTIONS > 0 ? BORDER_LINKS : DIRECTIONS * ROW_WORDS);
const uint TILE_STRIDE = LINKS_AT + LINK_WORDS;

uint stored(uint tile, uint place) { return tile_data[tile * TILE_STRIDE + place]; }

uint index_of_tile(ivec3 tile) { return uint((tile.z * volume.w + tile.y) * volume.z + tile.x); }

// The tile of this workgroup and its first voxel, in passes with one workgroup per tile.
ivec3 own_tile() { return PLANE ? ivec3(gl_WorkGroupID.xy, 0) : ivec3(gl_WorkGroupID); }
ivec3 own_origin() { return own_tile() * TILE_SIDES; }

// The voxel of the tile at a place in raster order.
ivec3 voxel_at(uint place) { return place_in_grid(place, uint(SIDE_X), uint(SIDE_Y)); }

// The pixel of a voxel in the image of all rows, and the voxel of a pixel.
#ifdef VOLUME
ivec2 pixel_of(ivec3 voxel) { return ivec2(voxel.x, voxel.z * volume.x + voxel.y); }
ivec3 voxel_of(ivec2 pixel) { return ivec3(pixel.x, pixel.y % volume.x, pixel.y / volume.x); }
#else
ivec2 pixel_of(ivec3 voxel) { return voxel.xy; }
ivec3 voxel_of(ivec2 pixel) { return ivec3(pixel, 0); }
#endif

// The pixel at a place in this workgroup's tile.
ivec2 pixel_in_tile(uint place) { return pixel_of(own_origin() + voxel_at(place)); }

// The index in root_bits (ranks.glsl) of word i of the rows of this workgroup's tile; NO_WORD outside of the volume.
const uint NO_WORD = 0xFFFFFFFFu;
uint root_word_in_tile(uint i) {
  ivec3 at = own_tile() * ivec3(WORDS_X, SIDE_Y, SIDE_Z) + row_word(i);
  bool inside = at.x < word_count.x && at.y < extent().y && at.z < extent().z;
  return inside ? place_of(pixel_of(at), word_count.x) : NO_WORD;
}

// The rectangle of a pixel's voxel.
uvec4 box_of(ivec2 pixel) { return uvec4(voxel_of(pixel).xyxy); }

uint stored_bits(uint tile, int word, int y, int z) { return stored(tile, uint((z * SIDE_Y + y) * WORDS_X + word)); }

// A word of a tile's bands: the bits of its rows, and where runs start.
struct BandBits {
  uint rows[BAND_ROWS];
  uint starts;
};

Word word_of_bits(BandBits band) {
  Word word = Word(0u, band.starts);
  for (int i = 0; i < BAND_ROWS; ++i) word.bits |= band.rows[i];
  return word;
}

BandBits stored_word(uint tile, int own) {
  BandBits found;
  for (int i = 0; i < BAND_ROWS; ++i) {
    ivec3 row = row_of_band(band_word(uint(own)), i);
    found.rows[i] = stored_bits(tile, row.x, row.y, row.z);
  }
#if CRITERION == FOREGROUND && !defined(VOLUME)
  found.starts = AXES == 1 ? starts_of_rows(found.rows[0], found.rows[1]) : starts_of(found.rows[0] | found.rows[1]);
#elif CRITERION != FOREGROUND && defined(VOLUME)
  uint left_links = stored(tile, LINKS_AT + uint(LEFT_DIRECTION * ROW_WORDS + own));
  found.starts = found.rows[0] & ~(found.rows[0] << 1 & left_links);
#else
  found.starts = stored(tile, STARTS_AT + uint(own));
#endif
  return found;
}

// The number of the tile's runs in the words before a word of its bands.
uint stored_runs_before(uint tile, int word) { return half_of(stored(tile, RUNS_AT + uint(word) / 2u), uint(word)); }

// Records 2 * pair and 2 * pair + 1.
uint stored_pair(uint tile, uint pair) {
  uint records;
  if (OWN_PAIRS > 0 && pair >= PAIRS) {
    records = stored(tile, PAIRS_AT + pair - PAIRS);
  } else {
    records = record_pairs[tile * PAIRS + pair];
  }
  return records;
}

#if STORES_TILES
void store(uint tile, uint place, uint value) { tile_data[tile * TILE_STRIDE + place] = value; }

void store_pair(uint tile, uint pair, uint records) {
  if (OWN_PAIRS > 0 && pair >= PAIRS) {
    store(tile, PAIRS_AT + pair - PAIRS, records);
  } else {
    record_pairs[tile * PAIRS + pair] = records;
  }
}
#endif

uint stored_record(uint tile, uint run) { return half_of(stored_pair(tile, run / 2u), run); }
