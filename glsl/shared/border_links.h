// Which pixels at the border of a tile are connected with pixels of other tiles, where that depends on their values.
// label_tiles finds the links, and merge_tiles reads these instead of pixels.
#ifndef GLCCL_SHARED_BORDER_LINKS_H
#define GLCCL_SHARED_BORDER_LINKS_H
#include "glsl/shared/prelude.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"

GLCCL_SHARED_BEGIN

// The words of a tile's border links:
//
//   0               the links of its first row UP, UP_LEFT and UP_RIGHT, TILE_WORDS words each
//   LINKS_OF_FIRST  the links of its first column TO_LEFT, UP and UP_LEFT; bit y is row y
//   LINKS_OF_LAST   the links of its last column UP and UP_RIGHT; bit y is row y
const int LINKS_OF_FIRST = 3 * TILE_WORDS;
const int LINKS_OF_LAST = LINKS_OF_FIRST + 3;
const int BORDER_LINKS = LINKS_OF_LAST + 2;

// Whether a word of links is one of the first row. Otherwise it is in the first or the last word of a row.
GLCCL_PURE bool is_above_tile(int row, int direction) { return row == 0 && direction != TO_LEFT; }

// The word with the links of a row of a word in a direction; in the first word of a row only the links of the first
// column are kept, in the last word those of the last column.
GLCCL_PURE int place_of_links(int word, int row, int direction) {
  if (is_above_tile(row, direction)) return (direction - UP) * TILE_WORDS + word;
  if (word == 0) return LINKS_OF_FIRST + direction;
  return LINKS_OF_LAST + (direction == UP ? 0 : 1);
}

// The links of that row from the word at place_of_links().
GLCCL_PURE uint links_from(uint links, int word, int row, int direction) {
  if (is_above_tile(row, direction)) return links;
  uint link = links >> row & 1u;
  return word == 0 ? link : link << 31;
}

// The direction of the links in a word of a column, from LINKS_OF_FIRST on.
GLCCL_PURE int direction_at(int place) {
  if (place < LINKS_OF_LAST) return place - LINKS_OF_FIRST;
  return place == LINKS_OF_LAST ? UP : UP_RIGHT;
}

GLCCL_SHARED_END

#endif
