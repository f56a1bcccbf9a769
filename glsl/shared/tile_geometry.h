// The geometry of tiles, for the compute engine and cuda-fast. A word is 32 pixels side by side as bits. A band is a
// row of words that stands for one row of pixels, or for two with 8-connected foreground (words.h). A tile is 4 words x
// 32 bands; its words are counted band by band.
#ifndef GLCCL_SHARED_TILE_GEOMETRY_H
#define GLCCL_SHARED_TILE_GEOMETRY_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int WORD_COLUMNS = 32;
const int TILE_WORDS = 4;  // in a band of the tile
const int TILE_BANDS = 32;
const int TILE_COLUMNS = TILE_WORDS * WORD_COLUMNS;
const int WORDS_IN_TILE = TILE_WORDS * TILE_BANDS;

// Most runs of a tile. Every other column of a word can start a run; where values are compared, every column can.
const int MOST_RUNS_OF_FOREGROUND = WORDS_IN_TILE * WORD_COLUMNS / 2;
const int MOST_RUNS_OF_VALUES = WORDS_IN_TILE * WORD_COLUMNS;

// Most components of a tile that reach its border. With bands of one row: every other pixel of the border. With bands
// of two rows: every other column above and below, and one component per band on the left and on the right. Where
// values are compared: all pixels of the border.
const int MOST_NODES_OF_ONE_ROW = 160;
const int MOST_NODES_OF_TWO_ROWS = 192;
const int MOST_NODES_OF_VALUES = 316;

// The record of a run says what labels it, in 16 bits: AT_BORDER and the number of its component's node among those of
// the tile, or the place in the tile, in raster order, of its component's first pixel.
const uint AT_BORDER = 0x8000u;

// Words whose roots are ranked together.
const int RANKED_WORDS = 1024;

GLCCL_SHARED_END

#endif
