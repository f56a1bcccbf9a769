// The geometry of tiles, for the compute engine and cuda-fast. A word is 32 pixels side by side as bits. A band is a
// row of words that stands for one row of pixels, or for two with foreground (words.h). A tile is 4 words x 32 bands,
// or 4 x 16 with 4-connected foreground; its words are counted band by band.
#ifndef GLCCL_SHARED_TILE_GEOMETRY_H
#define GLCCL_SHARED_TILE_GEOMETRY_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int WORD_COLUMNS = 32;
const int TILE_WORDS = 4;  // in a band of the tile
const int TILE_BANDS = 32;
const int LOW_TILE_BANDS = 16;  // where foreground has runs that start at every column
const int TILE_COLUMNS = TILE_WORDS * WORD_COLUMNS;
const int WORDS_IN_TILE = TILE_WORDS * TILE_BANDS;

// Most runs of a tile. Every column of a word can start a run; with 8-connected foreground every other column can.
const int MOST_RUNS_OF_FOREGROUND = WORDS_IN_TILE * WORD_COLUMNS / 2;
const int MOST_RUNS_OF_VALUES = WORDS_IN_TILE * WORD_COLUMNS;

// Most components of a tile that reach its border: every other pixel of the border, and with 8-connected foreground
// fewer. Where values are compared: all pixels of the border.
const int MOST_NODES_OF_VALUES = 316;
GLCCL_PURE int most_nodes_of_foreground(int tile_rows) { return TILE_COLUMNS + tile_rows; }

// The record of a run says what labels it, in 16 bits: AT_BORDER and the number of its component's node among those of
// the tile, or the place in the tile, in raster order, of its component's first pixel.
const uint AT_BORDER = 0x8000u;

// Words whose roots are ranked together.
const int RANKED_WORDS = 1024;

GLCCL_SHARED_END

#endif
