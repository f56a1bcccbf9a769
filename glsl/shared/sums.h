// Area, box and sums of coordinates of runs, from their bits.
#ifndef GLCCL_SHARED_SUMS_H
#define GLCCL_SHARED_SUMS_H
#include "glsl/shared/prelude.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"

#ifndef VOLUME  // GLSL has other sums of volumes: compute/tiles/voxel_sums.glsl
GLCCL_SHARED_BEGIN

// Sums over pixels of a tile. Coordinates are counted from the tile's first pixel.
struct TileSums {
  uint area;
  uint x;  // the sum of x, at most 127 * 8192
  uint y;
  uint x0;
  uint x1;
  uint y1;
};

GLCCL_PURE TileSums no_pixels() {
  TileSums sums;
  sums.area = 0u;
  sums.x = 0u;
  sums.y = 0u;
  sums.x0 = 0xFFFFFFFFu;
  sums.x1 = 0u;
  sums.y1 = 0u;
  return sums;
}

// Adds the ends of a run with these columns of the word that begins at column `left`.
GLCCL_PURE void add_ends(GLCCL_INOUT(TileSums) sums, uint left, uint columns) {
  sums.x0 = min(sums.x0, left + uint(findLSB(columns)));
  sums.x1 = max(sums.x1, left + uint(findMSB(columns)));
}

// Adds the pixels that a run has in row `y`. `whole`: it has one there in every column.
GLCCL_PURE void add_row(GLCCL_INOUT(TileSums) sums, uint left, uint y, uint bits, bool whole) {
  uint area = uint(bitCount(bits));
  uint places = whole ? uint(findLSB(bits) + findMSB(bits)) * area / 2u : sum_of_places(bits);
  sums.area += area;
  sums.x += places + left * area;
  sums.y += y * area;
  if (area != 0u) sums.y1 = max(sums.y1, y);
}

GLCCL_SHARED_END
#endif

#endif
