// Windows of 2x2 pixels, by the pixels in them that a component has: the counts of glccl::Quads.
//
//   a b        one: 1 pixel    two: 2 in a row or column    three: 3 pixels    diagonal: a and d, or b and c
//   c d
#ifndef GLCCL_SHARED_QUADS_H
#define GLCCL_SHARED_QUADS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int QUAD_ONE = 0;
const int QUAD_TWO = 1;
const int QUAD_THREE = 2;
const int QUAD_DIAGONAL = 3;
const int NO_QUAD = 4;  // none of the pixels, or all four: not counted

// The kind of the window in which a component has these pixels.
GLCCL_PURE int quad_of(bool a, bool b, bool c, bool d) {
  int pixels = (a ? 1 : 0) + (b ? 1 : 0) + (c ? 1 : 0) + (d ? 1 : 0);
  int quad = pixels == 0 || pixels == 4 ? NO_QUAD : pixels - 1;
  return pixels == 2 && a == d ? QUAD_DIAGONAL : quad;
}

// The same for 32 windows at once, one for each bit: words of the pixels that a component has.
struct QuadWords {
  uint one;
  uint two;
  uint three;
  uint diagonal;
};

GLCCL_PURE QuadWords quads_of(uint a, uint b, uint c, uint d) {
  uint odd = a ^ b ^ c ^ d;  // one pixel or three
  uint row = (a & b) | (c & d);
  uint two = ~odd & (a | b | c | d) & ~(a & b & c & d);
  QuadWords quads;
  quads.one = odd & ~row;
  quads.two = two & (a ^ d);
  quads.three = odd & row;
  quads.diagonal = two & ~(a ^ d);
  return quads;
}

GLCCL_SHARED_END

#endif
