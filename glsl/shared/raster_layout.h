// Sizes and numbers that the raster engine's plans and its shaders share.
#ifndef GLCCL_SHARED_RASTER_LAYOUT_H
#define GLCCL_SHARED_RASTER_LAYOUT_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// Masks and the pyramid over them, see raster/parts/pyramid.glsl.
const int PIXELS_IN_MASK = 32;  // pixels of a row that a mask stands for
const int PYRAMID_FAN = 16;     // masks, or elements of the level below, that one element sums
const int PYRAMID_ROW = 4096;   // elements in a row of the texture `sums`

// Words of columns, see raster/parts/runs.glsl.
const int ROWS_IN_WORD = 32;  // pixels of a column that a word stands for

// The first vertex of merge_rounds where contacts outnumber the texels of their list: the vertices are then the pixels.
const int VERTEX_OF_PIXELS = 1 << 30;

// Stencil routing, see raster/parts/routing.glsl.
const int ROUTING_SIDE = 16;  // texels on a side of the region that a round fills
const int ROUTED_A_ROUND = 255;
const int ROUTING_ROUNDS = 4;

// The argument of number_components and number_runs: where the number of a component comes from.
const int NUMBER_BY_RANK = 0;     // its rank among the roots, from the pyramid
const int NUMBER_BY_ROOT = 1;     // the place of its first pixel (Numbering::root)
const int NUMBER_BY_ROUTING = 2;  // its place in stencil routing

// The argument of end_runs: whether a pass is the first, the last, or both.
const int FIRST_OF_RUNS = 1;
const int LAST_OF_RUNS = 2;

// The argument of rank_masks: which bits it counts.
const int RANK_FROM_FIRST = 0;  // those before a mask
const int RANK_FROM_LAST = 1;   // those of a mask and of the masks after it

// The argument of list_components: where the roots come from.
const int ROOTS_OF_PIXELS = 0;
const int ROOTS_ROUTED = 1;    // stencil routing
const int ROOTS_OF_TREES = 2;  // the list of runs

// Rows of the component table side by side, where passes draw over them.
const int ROWS_ACROSS = 4096;

GLCCL_SHARED_END

#endif
