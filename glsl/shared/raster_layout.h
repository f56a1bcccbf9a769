// Sizes and numbers that the raster engine's plans and its shaders share.
#ifndef GLCCL_SHARED_RASTER_LAYOUT_H
#define GLCCL_SHARED_RASTER_LAYOUT_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// Masks and the pyramid over them, see raster/parts/pyramid.glsl.
const int PIXELS_IN_MASK = 16;  // pixels of a row that a mask stands for
const int PYRAMID_FAN = 16;     // masks, or elements of the level below, that one element sums
const int PYRAMID_ROW = 4096;   // elements in a row of the texture `sums`

// Stencil routing, see raster/parts/routing.glsl.
const int ROUTING_SIDE = 16;  // texels on a side of the region that a round fills
const int ROUTED_A_ROUND = 255;
const int ROUTING_ROUNDS = 4;

// The argument of number_components: where the number of a component comes from.
const int NUMBER_BY_RANK = 0;     // its rank among the roots, from the pyramid
const int NUMBER_BY_ROOT = 1;     // the place of its first pixel (Numbering::root)
const int NUMBER_BY_ROUTING = 2;  // its place in stencil routing

// Rows of the component table side by side, where passes draw over them.
const int ROWS_ACROSS = 4096;

GLCCL_SHARED_END

#endif
