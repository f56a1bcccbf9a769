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

bool operator==(const Intensity& a, const Intensity& b) {
  const auto same = [](double one, double other) { return one == other || (std::isnan(one) && std::isnan(other)); };
  return a.sum == b.sum && a.squares == b.squares && a.sum_x == b.sum_x && a.sum_y == b.sum_y && a.sum_z == b.sum_z &&
         same(a.minimum, b.minimum) && same(a.maximum, b.maximum) && a.fraction_bits == b.fraction_bits;
}

double mean_intensity(const Intensity& intensity, std::uint64_t area) {
  if (!is_finite(intensity)) return intensity.minimum + intensity.maximum;
  return unscaled(intensity.sum.value() / static_cast<double>(area), intensity);
}

double intensity_variance(const Intensity& intensity, std::uint64_t area) {
  if (!is_finite(intensity)) return std::numeric_limits<double>::quiet_NaN();
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
