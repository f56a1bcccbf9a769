#include "glccl/intensity.hpp"

#include <cmath>
#include <limits>

#include "engine/vocabulary/integer128.hpp"

namespace glccl {
namespace {

/// A value in the units of the image.
double unscaled(double value, const Intensity& intensity) {
  return std::ldexp(value, -static_cast<int>(intensity.fraction_bits));
}

/// Whether all values are. Sums are 0 if not.
bool is_finite(const Intensity& intensity) {
  return std::isfinite(intensity.minimum) && std::isfinite(intensity.maximum);
}

}  // namespace

double mean_intensity(const Intensity& intensity, std::uint64_t area) {
  if (!is_finite(intensity)) return intensity.minimum + intensity.maximum;
  return unscaled(to_double(intensity.sum) / static_cast<double>(area), intensity);
}

double intensity_variance(const Intensity& intensity, std::uint64_t area) {
  if (!is_finite(intensity)) return std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<std::int64_t>(area);
  const auto center = static_cast<std::int64_t>(std::llround(to_double(intensity.sum) / static_cast<double>(area)));
  // Sums of v - center and of its square.
  const Integer128 rest = add(intensity.sum, negate(multiply(integer128(count), center)));
  const Integer128 moved = add(intensity.sum, rest);  // 2 * sum - count * center
  const Integer128 squares = add(intensity.squares, negate(multiply(moved, center)));
  const double mean = to_double(rest) / static_cast<double>(area);
  const double variance = to_double(squares) / static_cast<double>(area) - mean * mean;
  return std::ldexp(variance < 0.0 ? 0.0 : variance, -2 * static_cast<int>(intensity.fraction_bits));
}

WeightedCentroid weighted_centroid(const Intensity& intensity) {
  const double sum = to_double(intensity.sum);
  if (sum == 0.0) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan};
  }
  return {to_double(intensity.sum_x) / sum, to_double(intensity.sum_y) / sum, to_double(intensity.sum_z) / sum};
}

}  // namespace glccl
