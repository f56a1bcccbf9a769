// The geometry of tiles: words of bits (shared/words.h) in bands of rows (shared/bands.h). An image is a volume of one
// slice, a plane. Passes that only count elements take a volume as the image of all its rows, slice below slice:
// `image_size` and `word_count` are those of that image, and a pixel is a voxel of it.
// needs  uniforms, tile_geometry, groups

#ifndef AXES  // in how many coordinates neighbours differ: 1, 2 or 3 for 6, 18 or 26; in a plane 1 or 2 for 4 or 8
#error AXES is not defined
#endif
#ifndef ROWS_Y  // rows of voxels in a band
#error ROWS_Y is not defined
#endif
#ifndef ROWS_Z  // slices of voxels in a band
#error ROWS_Z is not defined
#endif
#ifndef WORDS_X  // words of a row of a tile
#error WORDS_X is not defined
#endif
#ifndef BANDS_Y  // bands of a tile in y
#error BANDS_Y is not defined
#endif
#ifndef BANDS_Z  // bands of a tile in z
#error BANDS_Z is not defined
#endif
#ifndef MOST_RUNS  // of a tile
#error MOST_RUNS is not defined
#endif
#ifndef MOST_NODES  // components of a tile that reach its border
#error MOST_NODES is not defined
#endif

GLCCL_UNIFORM(AT_VOLUME, ivec4, volume)  // height, depth; tiles in x, tiles in y

#ifdef VOLUME
const bool PLANE = false;

ivec3 extent() { return ivec3(image_size.x, volume.xy); }
#else
const bool PLANE = true;

ivec3 extent() { return ivec3(image_size, 1); }
#endif

const int SIDE_X = WORDS_X * WORD_COLUMNS;  // of a tile, in voxels
const int SIDE_Y = BANDS_Y * ROWS_Y;
const int SIDE_Z = BANDS_Z * ROWS_Z;
const ivec3 TILE_SIDES = ivec3(SIDE_X, SIDE_Y, SIDE_Z);
const int BAND_ROWS = ROWS_Y * ROWS_Z;
const int BAND_WORDS = WORDS_X * BANDS_Y * BANDS_Z;  // words of all bands
const int ROW_WORDS = WORDS_X * SIDE_Y * SIDE_Z;     // words of all rows of voxels
const int PLACE_BITS = 14;                           // of a place in the tile

#if CRITERION == FOREGROUND
// A component's first voxel may lie in another run than its root where the quotients of their places by this are equal:
// in the root's slice of bands where bands have two slices, else in its band.
const uint FIRST_PLACES = uint(ROWS_Z == 2 ? SIDE_X * SIDE_Y * ROWS_Z : SIDE_X * ROWS_Y);
const int DIRECTIONS = 0;  // of links
#elif defined(VOLUME)
const int DIRECTIONS = AXES == 1 ? 3 : AXES == 2 ? 9 : 13;  // directions_of(AXES)
#else
const int DIRECTIONS = 2 * AXES;
#endif

// Place `i` of a grid that is `width` wide and, in a volume, `height` high: x, y and z.
ivec3 place_in_grid(uint i, uint width, uint height) {
  return PLANE ? ivec3(i % width, i / width, 0) : ivec3(i % width, i / width % height, i / (width * height));
}

// A word of a tile's bands, and one of its rows of voxels: word, y and z in the tile.
ivec3 band_word(uint own) { return place_in_grid(own, uint(WORDS_X), uint(BANDS_Y)); }
ivec3 row_word(uint i) { return place_in_grid(i, uint(WORDS_X), uint(SIDE_Y)); }

// Row i of a band: word, y and z in the tile.
ivec3 row_of_band(ivec3 band, int i) {
  return ivec3(band.x, band.y * ROWS_Y + i % ROWS_Y, PLANE ? 0 : band.z * ROWS_Z + i / ROWS_Y);
}

// The word of the bands with a voxel of the tile.
int word_of_voxel(ivec3 voxel) {
  return (voxel.z / ROWS_Z * BANDS_Y + voxel.y / ROWS_Y) * WORDS_X + voxel.x / WORD_COLUMNS;
}
