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

}  // namespace

double mean_intensity(const Intensity& intensity, std::uint64_t area) {
  return unscaled(intensity.sum.value() / static_cast<double>(area), intensity);
}

double minimum_intensity(const Intensity& intensity) {
  return unscaled(static_cast<double>(intensity.minimum), intensity);
}

double maximum_intensity(const Intensity& intensity) {
  return unscaled(static_cast<double>(intensity.maximum), intensity);
}

double intensity_variance(const Intensity& intensity, std::uint64_t area) {
  const auto count = static_cast<std::int64_t>(area);
  const auto center = static_cast<std::int64_t>(std::llround(intensity.sum.value() / static_cast<double>(area)));
  // Sums of v - center and of its square.
  const Integer128 rest = add(intensity.sum, negate(multiply(integer128(count), center)));
  const Integer128 moved = add(intensity.sum, rest);  // 2 * sum - count * center
  const Integer128 squares = add(intensity.squares, negate(multiply(moved, center)));
  const double mean = rest.value() / static_cast<double>(area);
  const double variance = squares.value() / static_cast<double>(area) - mean * mean;
  return std::ldexp(variance < 0.0 ? 0.0 : variance, -2 * static_cast<int>(intensity.fraction_bits));
}

WeightedCentroid weighted_centroid(const Intensity& intensity) {
  const double sum = intensity.sum.value();
  if (sum == 0.0) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan};
  }
  return {intensity.sum_x.value() / sum, intensity.sum_y.value() / sum, intensity.sum_z.value() / sum};
}

}  // namespace glccl
