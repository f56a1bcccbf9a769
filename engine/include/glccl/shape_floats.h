// Axes, eccentricity and orientation of components of images in single precision, for shaders and kernels: what
// shape.hpp has in double precision for the CPU. The same text is GLSL 4.20, CUDA and C++. In GLSL paste it behind
// #version; in CUDA and C++ its names lie in the namespace glccl::shape_floats.
//
// Sums come as the component table has them (table.hpp), 64-bit integers of two words: low, high. They are moved in
// integers to a pixel near the centroid, so that only small numbers are rounded, wherever the component lies. Errors,
// for components whose pixels have x and y below 2^22:
//
//   central moments        below 2e-6 (xx + yy + area)
//   axes                   below 0.01 pixels + 0.002 times the major axis
//   eccentricity           below 0.005, and below 1e-4 from 0.3 on
//   orientation            below 1e-3 from an eccentricity of 0.3 on; that of round components is arbitrary
#ifndef GLCCL_SHAPE_FLOATS_H
#define GLCCL_SHAPE_FLOATS_H

#ifdef __cplusplus
#include <math.h>
#ifdef __CUDACC__
#define GLCCL_SHAPE_FUNCTION inline __host__ __device__
#else
#define GLCCL_SHAPE_FUNCTION inline
#endif

namespace glccl::shape_floats {

/// As in GLSL.
using uint = unsigned int;

/// As in GLSL: here a 64-bit integer, low and high word.
struct uvec2 {
  uint x;  ///< The lower 32 bits.
  uint y;  ///< The upper 32 bits.
  /// Sets both words.
  GLCCL_SHAPE_FUNCTION uvec2(uint low, uint high) : x(low), y(high) {}
};

/// As in GLSL.
GLCCL_SHAPE_FUNCTION float sqrt(float value) { return ::sqrtf(value); }
/// As in GLSL: the angle of (x, y).
GLCCL_SHAPE_FUNCTION float atan(float y, float x) { return ::atan2f(y, x); }
#else
#define GLCCL_SHAPE_FUNCTION
#endif

/// Central moments of second order, as glccl::CentralMoments.
struct CentralFloats {
  float xx;  ///< Sum of (x - centroid_x)^2.
  float xy;  ///< Sum of (x - centroid_x) (y - centroid_y).
  float yy;  ///< Sum of (y - centroid_y)^2.
};

/// The ellipse with the second moments of a component, as glccl::Ellipse.
struct EllipseFloats {
  float axis_major_length;  ///< Length of the major axis in pixels.
  float axis_minor_length;  ///< Length of the minor axis in pixels.
  float eccentricity;       ///< 0 for a circle, below 1; 0 for a pixel.
  float orientation;        ///< The angle from the y axis to the major axis in radians, -pi/2 to pi/2.
};

/// The sum of two integers of 64 bits, modulo 2^64 as all that follows.
GLCCL_SHAPE_FUNCTION uvec2 glccl_add(uvec2 a, uvec2 b) {
  uint low = a.x + b.x;
  return uvec2(low, a.y + b.y + (low < a.x ? 1u : 0u));
}

/// The integer with the other sign.
GLCCL_SHAPE_FUNCTION uvec2 glccl_negate(uvec2 a) { return glccl_add(uvec2(~a.x, ~a.y), uvec2(1u, 0u)); }

/// The product of two integers of 64 bits.
GLCCL_SHAPE_FUNCTION uvec2 glccl_multiply(uvec2 a, uvec2 b) {
  // All 64 bits of the product of the lower words, by halves.
  uint a0 = a.x & 0xFFFFu;
  uint a1 = a.x >> 16;
  uint b0 = b.x & 0xFFFFu;
  uint b1 = b.x >> 16;
  uint middle = a1 * b0 + (a0 * b0 >> 16);
  uint other = a0 * b1 + (middle & 0xFFFFu);
  uint high = a1 * b1 + (middle >> 16) + (other >> 16);
  return uvec2(a.x * b.x, high + a.x * b.y + a.y * b.x);
}

/// An integer without a sign as a float.
GLCCL_SHAPE_FUNCTION float glccl_float(uvec2 a) { return float(a.y) * 4294967296.0f + float(a.x); }

/// An integer with a sign as a float.
GLCCL_SHAPE_FUNCTION float glccl_signed_float(uvec2 a) {
  return (a.y >> 31) != 0u ? -glccl_float(glccl_negate(a)) : glccl_float(a);
}

/// A coordinate near the mean of `area` coordinates with this sum.
GLCCL_SHAPE_FUNCTION uvec2 glccl_near_mean(uvec2 sum, uvec2 area) {
  return uvec2(uint(glccl_float(sum) / glccl_float(area) + 0.5f), 0u);
}

/// The sum of distances from that coordinate.
GLCCL_SHAPE_FUNCTION uvec2 glccl_rest(uvec2 sum, uvec2 center, uvec2 area) {
  return glccl_add(sum, glccl_negate(glccl_multiply(center, area)));
}

/// The sum of the products of distances from the centroid in two coordinates, by their sums of products, and the
/// coordinates and rests of the functions above.
GLCCL_SHAPE_FUNCTION float glccl_central(uvec2 product, uvec2 center_a, uvec2 rest_a, uvec2 center_b, uvec2 rest_b,
                                         uvec2 area) {
  uvec2 subtracted = glccl_multiply(center_a, rest_b);
  subtracted = glccl_add(subtracted, glccl_multiply(center_b, rest_a));
  subtracted = glccl_add(subtracted, glccl_multiply(area, glccl_multiply(center_a, center_b)));
  float moved = glccl_signed_float(glccl_add(product, glccl_negate(subtracted)));
  return moved - glccl_signed_float(rest_a) * (glccl_signed_float(rest_b) / glccl_float(area));
}

/// The central moments of a component by its area, its sums of coordinates, and its Moments. Requires an area from 1.
GLCCL_SHAPE_FUNCTION CentralFloats glccl_central_moments(uvec2 area, uvec2 sum_x, uvec2 sum_y, uvec2 xx, uvec2 xy,
                                                         uvec2 yy) {
  uvec2 x = glccl_near_mean(sum_x, area);
  uvec2 y = glccl_near_mean(sum_y, area);
  uvec2 rest_x = glccl_rest(sum_x, x, area);
  uvec2 rest_y = glccl_rest(sum_y, y, area);
  CentralFloats moments;
  moments.xx = glccl_central(xx, x, rest_x, x, rest_x, area);
  moments.xy = glccl_central(xy, x, rest_x, y, rest_y, area);
  moments.yy = glccl_central(yy, y, rest_y, y, rest_y, area);
  return moments;
}

/// The ellipse of a component of `area` pixels.
GLCCL_SHAPE_FUNCTION EllipseFloats glccl_ellipse_of(CentralFloats moments, uvec2 area) {
  float pixels = glccl_float(area);
  float mean = (moments.xx + moments.yy) / (2.0f * pixels);
  float difference = (moments.xx - moments.yy) / (2.0f * pixels);
  float mixed = moments.xy / pixels;
  float half_distance = sqrt(difference * difference + mixed * mixed);
  float major = mean + half_distance;
  float minor = mean > half_distance ? mean - half_distance : 0.0f;
  EllipseFloats ellipse;
  ellipse.axis_major_length = 4.0f * sqrt(major > 0.0f ? major : 0.0f);
  ellipse.axis_minor_length = 4.0f * sqrt(minor);
  float ratio = major > 0.0f ? 2.0f * half_distance / major : 0.0f;  // 1 - minor / major
  ellipse.eccentricity = sqrt(ratio < 1.0f ? ratio : 1.0f);
  float quarter_pi = 0.78539816f;
  ellipse.orientation = moments.xy > 0.0f ? quarter_pi : -quarter_pi;
  if (moments.xx != moments.yy) ellipse.orientation = 0.5f * atan(2.0f * moments.xy, moments.yy - moments.xx);
  return ellipse;
}

#ifdef __cplusplus
}  // namespace glccl::shape_floats
#endif

#endif
