// Properties of components by intensities (glccl/intensity.hpp), for the CPU and for kernels.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/vocabulary/host_device.hpp"
#include "engine/vocabulary/integer128.hpp"
#include "glccl/intensity.hpp"

namespace glccl::values {

/// A value in the units of the image.
GLCCL_HOST_DEVICE inline double unscaled(double value, const Intensity& intensity) {
  return std::ldexp(value, -static_cast<int>(intensity.fraction_bits));
}

/// Whether all values are. Sums are 0 if not.
GLCCL_HOST_DEVICE inline bool is_finite(const Intensity& intensity) {
  return std::isfinite(intensity.minimum) && std::isfinite(intensity.maximum);
}

/// As the function of glccl of this name.
GLCCL_HOST_DEVICE inline double mean_intensity(const Intensity& intensity, std::uint64_t area) {
  if (!is_finite(intensity)) return intensity.minimum + intensity.maximum;
  return unscaled(as_double(intensity.sum) / static_cast<double>(area), intensity);
}

/// As the function of glccl of this name.
GLCCL_HOST_DEVICE inline double intensity_variance(const Intensity& intensity, std::uint64_t area) {
  if (!is_finite(intensity)) return std::nan("");
  const auto count = static_cast<std::int64_t>(area);
  const auto center = static_cast<std::int64_t>(std::llround(as_double(intensity.sum) / static_cast<double>(area)));
  // Sums of v - center and of its square.
  const Integer128 rest = add(intensity.sum, negate(multiply(integer128(count), center)));
  const Integer128 moved = add(intensity.sum, rest);  // 2 * sum - count * center
  const Integer128 squares = add(intensity.squares, negate(multiply(moved, center)));
  const double mean = as_double(rest) / static_cast<double>(area);
  const double variance = as_double(squares) / static_cast<double>(area) - mean * mean;
  return std::ldexp(variance < 0.0 ? 0.0 : variance, -2 * static_cast<int>(intensity.fraction_bits));
}

/// As the function of glccl of this name.
GLCCL_HOST_DEVICE inline WeightedCentroid weighted_centroid(const Intensity& intensity) {
  const double sum = as_double(intensity.sum);
  if (sum == 0.0) {
    const double nan = std::nan("");
    return {nan, nan, nan};
  }
  return {as_double(intensity.sum_x) / sum, as_double(intensity.sum_y) / sum, as_double(intensity.sum_z) / sum};
}

}  // namespace glccl::values
