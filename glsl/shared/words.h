// Words: 32 pixels side by side as bits, bit 0 the leftmost. A band is a row of words: one row of pixels, or two where
// neighbours are connected whenever both are foreground. Two rows are as good as one there, for the pixels of a column
// of a band are connected. With 8 neighbours so are pixels in neighbouring columns, whichever row each of them is in
// (as in the 2x2 blocks of Grana, Borghesani and Cucchiara 2010). With 4 neighbours they have to be in one row:
//
//     upper row            # . . # #
//     lower row            . # . . #
//     occupied             1 1 0 1 1     8 neighbours: two runs
//     starts, 4 neighbours 1 1 0 1 0     three runs
//
// A run is a sequence of connected columns in one word; it ends with the word at the latest.
#ifndef GLCCL_SHARED_WORDS_H
#define GLCCL_SHARED_WORDS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const uint ALL_COLUMNS = 0xFFFFFFFFu;
const uint FIRST_COLUMN = 1u;
const uint LAST_COLUMN = 0x80000000u;

// The occupied columns of a word of a band, and where its runs start.
struct Word {
  uint bits;
  uint starts;
};

// Where runs start if neighbouring columns are connected whichever row their pixels are in.
GLCCL_PURE uint starts_of(uint bits) { return bits & ~(bits << 1); }

// Where runs start if neighbouring columns are connected by pixels of one row.
GLCCL_PURE uint starts_of_rows(uint upper, uint lower) {
  return (upper | lower) & ~((upper & upper << 1) | (lower & lower << 1));
}

// The columns that are connected with the column to their left, in the same word.
GLCCL_PURE uint continued(Word word) { return word.bits & ~word.starts; }

// The bits from 0 to `bit`.
GLCCL_PURE uint up_to(int bit) { return 0xFFFFFFFFu >> (31 - bit); }

// The first `count` columns of a word: none if there are less than one, all if there are more than a word has.
GLCCL_PURE uint first_columns(int count) { return count <= 0 ? 0u : count > 31 ? 0xFFFFFFFFu : up_to(count - 1); }

// The bits below the lowest set bit; all bits if none is set.
GLCCL_PURE uint below_lowest(uint bits) { return bits == 0u ? 0xFFFFFFFFu : (bits & (~bits + 1u)) - 1u; }

// The columns of the run that starts at column `start`.
GLCCL_PURE uint run_of(Word word, int start) {
  uint ends = (word.starts | ~word.bits) & ~up_to(start);
  return below_lowest(ends) & ~(up_to(start) >> 1);
}

// The bits of `bits` from the first run on that starts behind column `bit`.
GLCCL_PURE uint behind_run(uint bits, uint starts, int bit) { return bits & ~below_lowest(starts & ~up_to(bit)); }

// The sum of the places of the set bits.
GLCCL_PURE uint sum_of_places(uint bits) {
  return uint(bitCount(bits & 0xAAAAAAAAu) + 2 * bitCount(bits & 0xCCCCCCCCu) + 4 * bitCount(bits & 0xF0F0F0F0u) +
              8 * bitCount(bits & 0xFF00FF00u) + 16 * bitCount(bits & 0xFFFF0000u));
}

// The sum of the squares of the places of the set bits. A place is a sum of powers of two, so its square is one of
// products of two powers.
GLCCL_PURE uint sum_of_squared_places(uint bits) {
  uint odd = bits & 0xAAAAAAAAu;
  uint second = bits & 0xCCCCCCCCu;
  uint fourth = bits & 0xF0F0F0F0u;
  uint eighth = bits & 0xFF00FF00u;
  uint upper = bits & 0xFFFF0000u;
  return uint(bitCount(odd) + 4 * (bitCount(second) + bitCount(odd & second)) + 8 * bitCount(odd & fourth) +
              16 * (bitCount(fourth) + bitCount(second & fourth) + bitCount(odd & eighth)) +
              32 * (bitCount(second & eighth) + bitCount(odd & upper)) +
              64 * (bitCount(eighth) + bitCount(fourth & eighth) + bitCount(second & upper)) +
              128 * bitCount(fourth & upper) + 256 * (bitCount(upper) + bitCount(eighth & upper)));
}

// The linear place of a pixel, from 0 in raster order, in an image or tile of that width.
GLCCL_PURE uint place_of(ivec2 pixel, int width) { return uint(pixel.y) * uint(width) + uint(pixel.x); }

// The pixel at a linear place.
GLCCL_PURE ivec2 pixel_at(uint place, int width) {
  ivec2 pixel;
  pixel.x = int(place % uint(width));
  pixel.y = int(place / uint(width));
  return pixel;
}

GLCCL_SHARED_END

#endif
