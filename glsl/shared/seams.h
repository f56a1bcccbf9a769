// The axes along which an image or volume is periodic, as a set of bits: bit i is axis i; 0 to 2 for x, y and z.
#ifndef GLCCL_SHARED_SEAMS_H
#define GLCCL_SHARED_SEAMS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int AXIS_COUNT = 3;

GLCCL_PURE bool has_axis(int axes, int axis) { return (axes >> axis & 1) != 0; }

// The coordinate of an element, or of one beside it, on an axis of `size` elements: beyond an end of a periodic axis it
// is at the other end, and beyond one of another axis it is -1.
GLCCL_PURE int across_seam(int coordinate, int size, bool periodic) {
  if (coordinate >= 0 && coordinate < size) return coordinate;
  if (!periodic) return -1;
  return coordinate < 0 ? size - 1 : 0;
}

GLCCL_SHARED_END

#endif
