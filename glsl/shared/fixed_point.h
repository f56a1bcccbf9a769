// Floats as integers of 32 bits: intensities that every engine adds up to the same sums (glccl/table.hpp, Intensity).
// Integer arithmetic alone, because GPUs may flush denormal floats to zero and round as they like.
#ifndef GLCCL_SHARED_FIXED_POINT_H
#define GLCCL_SHARED_FIXED_POINT_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int LARGEST_FIXED = 0x7FFFFFFF;  // what larger numbers and infinity become; with a minus sign of negative ones

// The float with these bits times 2^fraction_bits, rounded to the nearest integer, of two equally near ones to the even
// one. Not a number is 0, and so are denormals: `fraction_bits` is at most 64.
GLCCL_PURE int fixed_point(int bits, int fraction_bits) {
  int magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000 || magnitude < 0x00800000) return 0;
  // The number is significand * 2^(exponent - 150); the significand has 24 bits.
  int significand = (magnitude & 0x007FFFFF) | 0x00800000;
  int shift = (magnitude >> 23) - 150 + fraction_bits;
  int rounded = 0;
  if (shift > 7 || magnitude == 0x7F800000) {
    rounded = LARGEST_FIXED;
  } else if (shift >= 0) {
    rounded = significand << shift;
  } else if (shift >= -25) {
    int half_unit = 1 << (-shift - 1);
    int rest = significand & (2 * half_unit - 1);
    rounded = significand >> -shift;
    if (rest > half_unit || (rest == half_unit && (rounded & 1) != 0)) rounded += 1;
  }
  return bits < 0 ? -rounded : rounded;
}

GLCCL_SHARED_END

#endif
