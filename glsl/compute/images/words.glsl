// The geometry of tiles of images: the image in words of bits (shared/words.h). ROWS is the number of pixel rows in a
// band, BANDS the number of bands in a tile.

#ifndef ROWS
#error ROWS is not defined
#endif
#ifndef BANDS
#error BANDS is not defined
#endif

const int BAND_WORDS = TILE_WORDS * BANDS;  // words of all bands
const int TILE_ROWS = BANDS * ROWS;
const int ROW_WORDS = TILE_WORDS * TILE_ROWS;  // words of all rows of pixels
#if CRITERION == FOREGROUND
const int MOST_RUNS = MOST_RUNS_OF_FOREGROUND;
const int MOST_NODES = TILE_COLUMNS + TILE_ROWS;  // most_nodes_of_foreground()
#else
const int MOST_RUNS = MOST_RUNS_OF_VALUES;
const int MOST_NODES = MOST_NODES_OF_VALUES;
#endif

// Bits of a place in the tile.
const int PLACE_BITS = 13;

#if CRITERION == FOREGROUND
// A component's first pixel may lie in another run than its root where the quotients of their places by this are equal.
const uint FIRST_PLACES = uint(ROWS * TILE_COLUMNS);
#endif
