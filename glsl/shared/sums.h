// Area, box and sums of coordinates of runs, from their bits.
#ifndef GLCCL_SHARED_SUMS_H
#define GLCCL_SHARED_SUMS_H
#include "glsl/shared/prelude.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"

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

// Adds the run with these columns of word `own` of a tile whose bands have `rows` rows.
GLCCL_PURE void add_run(GLCCL_INOUT(TileSums) sums, Word word, uint own, uint columns, int rows) {
  uint left = own % uint(TILE_WORDS) * uint(WORD_COLUMNS);
  uint top = own / uint(TILE_WORDS) * uint(rows);
  uint first = uint(findLSB(columns));
  uint last = uint(findMSB(columns));
  sums.x0 = min(sums.x0, left + first);
  sums.x1 = max(sums.x1, left + last);
  if (rows == 1) {  // every column of a run is occupied
    uint width = last - first + 1u;
    sums.area += width;
    sums.x += (first + last) * width / 2u + left * width;
    sums.y += top * width;
    sums.y1 = max(sums.y1, top);
    return;
  }
  uint upper = word.upper & columns;
  uint lower = word.lower & columns;
  uint area = uint(bitCount(upper) + bitCount(lower));
  sums.area += area;
  sums.x += sum_of_places(upper) + sum_of_places(lower) + left * area;
  sums.y += top * area + uint(bitCount(lower));
  sums.y1 = max(sums.y1, top + (lower != 0u ? 1u : 0u));
}

GLCCL_SHARED_END

#endif
