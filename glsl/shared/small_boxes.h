// Components that are measured each by itself, from the labels in its box, because the box is small.
#ifndef GLCCL_SHARED_SMALL_BOXES_H
#define GLCCL_SHARED_SMALL_BOXES_H
#include "glsl/shared/label_sums.h"
#include "glsl/shared/prelude.h"
#include "glsl/shared/quads.h"

GLCCL_SHARED_BEGIN

// Most columns, rows and slices of a small box. The windows of its pixels are 8 x 8, the bits of two words.
const uint SMALL_BOX = 7u;

// Whether components with small boxes are measured so, in a table of so many rows. Where a component has more than 1024
// elements of the image on the average, to look at the boxes of all components takes longer than it saves.
GLCCL_PURE bool measures_boxes(uint rows, uint slice_elements, uint depth) {
  return rows >= (slice_elements >> 10) * depth;
}

GLCCL_PURE bool is_small_box(uint x0, uint y0, uint z0, uint x1, uint y1, uint z1) {
  return x1 - x0 < SMALL_BOX && y1 - y0 < SMALL_BOX && z1 - z0 < SMALL_BOX;
}

// The pixels that a component has in a slice of its box: pixel (x, y) is bit x + 8 (y % 4) of `low` where y < 4, else
// of `high`. Column 7 and row 7 are free.
struct BoxBits {
  uint low;
  uint high;
};

// The bits with those of row y, 0 so far.
GLCCL_PURE BoxBits with_row(BoxBits box, uint y, uint row) {
  if (y < 4u) {
    box.low |= row << 8u * y;
  } else {
    box.high |= row << 8u * (y - 4u);
  }
  return box;
}

GLCCL_PURE bool is_empty(BoxBits box) { return (box.low | box.high) == 0u; }

// The first pixel of a box that is not empty, in raster order, as x + 8 y.
GLCCL_PURE uint first_place(BoxBits box) {
  return box.low != 0u ? uint(findLSB(box.low)) : 32u + uint(findLSB(box.high));
}

// The box without its first pixel.
GLCCL_PURE BoxBits without_first(BoxBits box) {
  if (box.low != 0u) {
    box.low &= box.low - 1u;
  } else {
    box.high &= box.high - 1u;
  }
  return box;
}

// The sums of the pixels. Coordinates are counted from the box.
GLCCL_PURE LabelSums sums_of_box(uint label, BoxBits box) {
  LabelSums sums = no_sums(label);
  for (BoxBits left = box; !is_empty(left); left = without_first(left)) {
    uint place = first_place(left);
    sums = with_pixel(sums, place & 7u, place >> 3);
  }
  // A window has the place of its last pixel, so its others have the places 1, 8 and 9 before that.
  uint above_high = box.high << 8 | box.low >> 24;
  uint above_low = box.low << 8;
  QuadWords low = quads_of(above_low << 1, above_low, box.low << 1, box.low);
  QuadWords high = quads_of(above_high << 1, above_high, box.high << 1, box.high);
  sums.one_two = uint(bitCount(low.one) + bitCount(high.one)) + (uint(bitCount(low.two) + bitCount(high.two)) << 16);
  sums.three_diagonal =
      uint(bitCount(low.three) + bitCount(high.three)) + (uint(bitCount(low.diagonal) + bitCount(high.diagonal)) << 16);
  return sums;
}

GLCCL_SHARED_END

#endif
