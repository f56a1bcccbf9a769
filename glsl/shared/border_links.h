// Which pixels at the border of a tile of a plane are connected with pixels of other tiles, where that depends on their
// values. label_tiles finds the links, and merge_tiles reads these instead of pixels.
#ifndef GLCCL_SHARED_BORDER_LINKS_H
#define GLCCL_SHARED_BORDER_LINKS_H
#include "glsl/shared/bands.h"
#include "glsl/shared/prelude.h"
#include "glsl/shared/tile_geometry.h"

GLCCL_SHARED_BEGIN

// The words of a tile's border links, by directions in the plane (bands.h):
//
//   0               the links of its first row UP, UP_LEFT and UP_RIGHT, TILE_WORDS words each
//   LINKS_OF_FIRST  the links of its first column TO_LEFT, UP and UP_LEFT; bit y is row y
//   LINKS_OF_LAST   the links of its last column UP and UP_RIGHT; bit y is row y
const int LINKS_OF_FIRST = 3 * TILE_WORDS;
const int LINKS_OF_LAST = LINKS_OF_FIRST + 3;
const int BORDER_LINKS = LINKS_OF_LAST + 2;

// The place of the links of the first or the last column in a direction.
GLCCL_PURE int place_of_column(int direction, bool last) {
  return last ? LINKS_OF_LAST + (direction == UP ? 0 : 1) : LINKS_OF_FIRST + direction;
}

// The direction of the links at a place of a column.
GLCCL_PURE int direction_at(int place) {
  return place < LINKS_OF_LAST ? place - LINKS_OF_FIRST : place == LINKS_OF_LAST ? UP : UP_RIGHT;
}

GLCCL_SHARED_END

#endif
