// Sums over pixels of one component, from words of bits.
#ifndef GLCCL_SHARED_LABEL_SUMS_H
#define GLCCL_SHARED_LABEL_SUMS_H
#include "glsl/shared/prelude.h"
#include "glsl/shared/quads.h"
#include "glsl/shared/words.h"

GLCCL_SHARED_BEGIN

// Words of the moments and quads of a row of the component table, at most: those of an image, 24 and 32 bytes.
const uint MOST_MEASURED_WORDS = 14u;

// The sums of at most 32 columns and 256 rows. Coordinates are counted from the first of these, so they fit 32 bits.
struct LabelSums {
  uint label;    // 0: no component
  uint area;     // at most 32 * 256
  uint x;        // the sum of x, at most 8192 * 31
  uint y;        // the sum of y
  uint xx;       // of squares and products
  uint xy;       // likewise
  uint yy;       // at most 8192 * 255 * 255
  uint one_two;  // windows of the kind QUAD_ONE, and in the upper half of QUAD_TWO
  uint three_diagonal;
};

GLCCL_PURE LabelSums no_sums(uint label) {
  LabelSums sums;
  sums.label = label;
  sums.area = sums.x = sums.y = 0u;
  sums.xx = sums.xy = sums.yy = 0u;
  sums.one_two = sums.three_diagonal = 0u;
  return sums;
}

// The sums with one pixel more.
GLCCL_PURE LabelSums with_pixel(LabelSums sums, uint x, uint y) {
  sums.area += 1u;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.xy += x * y;
  sums.yy += y * y;
  return sums;
}

// The sums of a component's pixels in column x: `rows` has a bit for each row.
GLCCL_PURE LabelSums sums_of_column(uint label, uint rows, uint x) {
  LabelSums sums = no_sums(label);
  sums.area = uint(bitCount(rows));
  sums.x = x * sums.area;
  sums.y = sum_of_places(rows);
  sums.xx = x * sums.x;
  sums.xy = x * sums.y;
  sums.yy = sum_of_squared_places(rows);
  return sums;
}

GLCCL_PURE LabelSums with_quads(LabelSums sums, QuadWords quads) {
  sums.one_two = uint(bitCount(quads.one)) + (uint(bitCount(quads.two)) << 16);
  sums.three_diagonal = uint(bitCount(quads.three)) + (uint(bitCount(quads.diagonal)) << 16);
  return sums;
}

// The sums of both, which are of one component.
GLCCL_PURE LabelSums sum_of(LabelSums a, LabelSums b) {
  a.area += b.area;
  a.x += b.x;
  a.y += b.y;
  a.xx += b.xx;
  a.xy += b.xy;
  a.yy += b.yy;
  a.one_two += b.one_two;
  a.three_diagonal += b.three_diagonal;
  return a;
}

// The same sums with y counted from `down` rows further up.
GLCCL_PURE LabelSums moved_down(LabelSums sums, uint down) {
  sums.xy += down * sums.x;
  sums.yy += down * (2u * sums.y + down * sums.area);
  sums.y += down * sums.area;
  return sums;
}

GLCCL_SHARED_END

#endif
