// Floats as integers of 32 bits: intensities that every engine adds up to the same sums (glccl/table.hpp, Intensity),
// and keys that have the order of floats. Integer arithmetic alone, because GPUs may flush denormal floats to zero and
// round as they like.
#ifndef GLCCL_SHARED_FIXED_POINT_H
#define GLCCL_SHARED_FIXED_POINT_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int LARGEST_FIXED = 0x7FFFFFFF;  // what larger numbers and infinity become; with a minus sign of negative ones
const int NOT_FINITE = 255;            // own_fraction_bits() of values that are not all finite
// With up to so many bits of a fraction a denormal becomes 0, and 2^bits is no denormal: GPUs may scale floats by it.
const int MOST_SCALED_BITS = 124;

// IntensityColumn::kind: what its minimum and maximum are.
const uint INTEGERS_UNSIGNED = 0u;
const uint INTEGERS_SIGNED = 1u;  // plus 2^31
const uint FLOAT_KEYS = 2u;       // of values as they are

// The float with these bits times 2^fraction_bits, rounded to the nearest integer, of two equally near ones to the even
// one. Not a number is 0, and with NOT_FINITE everything is. `fraction_bits` is -97 to 156.
GLCCL_PURE int fixed_point(int bits, int fraction_bits) {
  int magnitude = bits & 0x7FFFFFFF;
  // The number is significand * 2^(exponent - 150); the significand has 24 bits, of denormals fewer.
  int exponent = max(magnitude >> 23, 1);
  int significand = (magnitude & 0x007FFFFF) | (magnitude < 0x00800000 ? 0 : 0x00800000);
  int shift = exponent - 150 + fraction_bits;
  int rounded = 0;
  if (magnitude > 0x7F800000 || magnitude == 0 || fraction_bits == NOT_FINITE) {
    rounded = 0;
  } else if (shift > 7 || magnitude == 0x7F800000) {
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

// A key of the float with these bits: keys have the order of floats, and what is not a number has the largest.
GLCCL_PURE uint key_of_float(int bits) {
  bool is_nan = (bits & 0x7FFFFFFF) > 0x7F800000;
  return is_nan ? 0xFFFFFFFFu : bits < 0 ? ~uint(bits) : uint(bits) | 0x80000000u;
}

// The bits of the float with this key.
GLCCL_PURE int float_of_key(uint key) { return int((key & 0x80000000u) != 0u ? key & 0x7FFFFFFFu : ~key); }

// The bits of a fraction with which values between those of these keys fit 31 bits, as many as there can be: 30 less
// the exponent of the largest magnitude. NOT_FINITE if one is infinite or not a number.
GLCCL_PURE int own_fraction_bits(uint least, uint largest) {
  int magnitude = max(float_of_key(least) & 0x7FFFFFFF, float_of_key(largest) & 0x7FFFFFFF);
  return magnitude >= 0x7F800000 ? NOT_FINITE : magnitude == 0 ? 0 : 157 - max(magnitude >> 23, 1);
}

GLCCL_SHARED_END

#endif
