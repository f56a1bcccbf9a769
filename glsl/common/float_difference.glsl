// Differences of floats as IEEE 754 single arithmetic gives them (round to nearest, with denormals, infinities and
// NaN), on GPUs that flush denormals to zero and with compilers that assume that there is no NaN: !(a <= b) must not
// become a > b. Operands are classified by their bits, and floating-point arithmetic sees no denormal and no NaN.
//
// Limits are given by their float_order(), which of floats that are not negative are the bits.
// needs  float_order

const uint SMALL_BITS = 0x10000000u;   // 2^-95
const uint NORMAL_BITS = 0x00800000u;  // 2^-126, the smallest normal float; also the step to the next power of two
const uint INFINITY_BITS = uint(ORDER_OF_INFINITY);

uint magnitude_of(uint bits) { return bits & 0x7FFFFFFFu; }
uvec2 magnitude_of(uvec2 bits) { return bits & 0x7FFFFFFFu; }
uvec4 magnitude_of(uvec4 bits) { return bits & 0x7FFFFFFFu; }

// A float up to 2^-93, times 2^64.
float enlarged(uint bits) {
  uint magnitude = magnitude_of(bits);
  float value = magnitude < NORMAL_BITS ? float(magnitude) * uintBitsToFloat((127u - 149u + 64u) << 23)
                                        : uintBitsToFloat(magnitude + (64u << 23));
  return magnitude == bits ? value : -value;
}

// Whether a float is 0 or normal, at least 2^-95 and finite. Differences of two such floats are what the GPU computes:
// those that are not 0 are at least 2^-119, which exceeds every denormal limit.
bool is_plain(float value) {
  uint magnitude = magnitude_of(floatBitsToUint(value));
  return magnitude == 0u || magnitude - SMALL_BITS < INFINITY_BITS - SMALL_BITS;
}

bool plain_differs_at_most(float a, float b, int limit) {
  precise float difference = abs(a - b);
  return difference <= intBitsToFloat(limit);
}

// Whether |a - b| <= limit. The difference of infinities of the same sign is NaN, and no NaN is within a limit.
//
// If an operand is at least 2^-95, flushing changes nothing: a denormal is less than a quarter of a unit in the last
// place of the larger operand, so the difference rounds to that operand with and without it; and a difference other
// than 0 is at least 2^-119, so it is normal and exceeds every denormal limit. Smaller operands are enlarged, which
// makes them, their difference and the limit normal. That is exact: no difference needs rounding to be denormal.
bool differs_at_most(float a, float b, int limit) {
  uint p = floatBitsToUint(a);
  uint q = floatBitsToUint(b);
  uint largest = max(magnitude_of(p), magnitude_of(q));
  float most = intBitsToFloat(limit);
  if (largest < SMALL_BITS) {
    a = enlarged(p);
    b = enlarged(q);
    most = enlarged(min(uint(limit), SMALL_BITS + NORMAL_BITS));  // 2^-94, which no difference exceeds
  }
  precise float difference = abs(a - b);
  bool of_infinity = largest == INFINITY_BITS && p != q && limit == ORDER_OF_INFINITY;
  return largest < INFINITY_BITS ? difference <= most : of_infinity;
}

// Whether no difference of the channels with these bits is NaN, where one of them is infinite or NaN.
bool has_no_nan(uvec4 p, uvec4 q) {
  uvec4 largest = max(magnitude_of(p), magnitude_of(q));
  bvec4 equal_infinities = equal((p ^ q) | (largest ^ INFINITY_BITS), uvec4(0u));
  return !any(greaterThan(largest, uvec4(INFINITY_BITS))) && !any(equal_infinities);
}

// The same for the sum of two channels.
//
// A difference is known as it is, where flushing may have made it 0, and enlarged. If one of the two is at least 2^-94,
// a denormal one is less than a quarter of a unit in its last place: the sum is that of what is known as it is. Else
// both are added enlarged, which is exact where the sum is denormal.
bool differs_at_most(vec2 a, vec2 b, int limit) {
  uvec2 p = floatBitsToUint(a);
  uvec2 q = floatBitsToUint(b);
  uvec2 largest = max(magnitude_of(p), magnitude_of(q));
  precise vec2 differences = abs(a - b);
  precise vec2 large = vec2(0.0);
  for (int i = 0; i < 2; ++i) {
    if (largest[i] < SMALL_BITS) {
      large[i] = abs(enlarged(p[i]) - enlarged(q[i]));
      differences[i] = large[i] * uintBitsToFloat((127u - 64u) << 23);
    } else {
      large[i] = differences[i] * uintBitsToFloat((127u + 64u) << 23);
    }
  }
  precise float sum = differences.r + differences.g;
  float most = intBitsToFloat(limit);
  if (max(differences.r, differences.g) < uintBitsToFloat(SMALL_BITS + NORMAL_BITS)) {  // 2^-94
    sum = large.r + large.g;
    most = enlarged(min(uint(limit), SMALL_BITS + 2u * NORMAL_BITS));  // 2^-93, which no such sum exceeds
  }
  bool of_infinity = limit == ORDER_OF_INFINITY && has_no_nan(uvec4(p, 0u, 0u), uvec4(q, 0u, 0u));
  return all(lessThan(largest, uvec2(INFINITY_BITS))) ? sum <= most : of_infinity;
}

// The same for the sum of four channels, in their order, of half floats. These are multiples of 2^-24, so no sum is
// denormal as a single float.
bool differs_at_most(vec4 a, vec4 b, int limit) {
  uvec4 p = floatBitsToUint(a);
  uvec4 q = floatBitsToUint(b);
  uvec4 largest = max(magnitude_of(p), magnitude_of(q));
  precise vec4 differences = abs(a - b);
  precise float sum = differences.r + differences.g + differences.b + differences.a;
  bool of_infinity = limit == ORDER_OF_INFINITY && has_no_nan(p, q);
  return all(lessThan(largest, uvec4(INFINITY_BITS))) ? sum <= intBitsToFloat(limit) : of_infinity;
}
