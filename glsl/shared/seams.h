// Seams of periodic axes. A set of axes has a bit for each: bit i is axis i, 0 to 2 for x, y and z. A SeamReach says
// how far a component reaches on both sides of a seam.
#ifndef GLCCL_SHARED_SEAMS_H
#define GLCCL_SHARED_SEAMS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int AXIS_COUNT = 3;

GLCCL_PURE bool has_axis(int axes, int axis) { return (axes >> axis & 1) != 0; }

// The coordinate of an element, or of one beside it, on an axis of `size` elements: beyond an end of a periodic axis it
// is at the other end, and beyond one of another axis it is -1.
GLCCL_PURE int across_seam(int coordinate, int size, bool periodic) {
  bool inside = coordinate >= 0 && coordinate < size;
  return inside ? coordinate : !periodic ? -1 : coordinate < 0 ? size - 1 : 0;
}

// AxisSeam of engine/include/glccl/table.hpp, which describes the members.
struct SeamReach {
  uint lower;
  uint upper;
  uint lower_area;
};

// Adds `each` elements at each of the coordinates from `begin` to `end` - 1 of an axis of `size` elements.
GLCCL_PURE SeamReach with_elements(SeamReach reach, uint begin, uint end, uint each, uint size) {
  uint middle = size / 2u;
  if (begin < middle) {
    uint last = min(end, middle);
    reach.lower = max(reach.lower, last);
    reach.lower_area += (last - begin) * each;
  }
  if (end > middle) reach.upper = max(reach.upper, size - max(begin, middle));
  return reach;
}

GLCCL_SHARED_END

#endif
