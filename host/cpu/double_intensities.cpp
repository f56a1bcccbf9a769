#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/vocabulary/integer128.hpp"
#include "glccl/host/cpu.hpp"
#include "host/cpu/label_rows.hpp"

namespace glccl::host {
namespace {

/// Values are integers of 62 bits and a sign.
constexpr int value_bits = 62;

/// The sums of one component.
struct DoubleSums {
  std::uint64_t area = 0;
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  int fraction_bits = 0;  ///< A value v stands for v * 2^-fraction_bits.
  Integer128 sum = {};
  Integer128 x = {};
  Integer128 y = {};
  Integer128 z = {};
  std::int64_t center = 0;  ///< The integer nearest to the mean.
  double squares = 0.0;     ///< Sum of the squares of v - center.
  double lost = 0.0;        ///< The rounding error of `squares`.

  bool is_finite() const { return std::isfinite(minimum) && std::isfinite(maximum); }

  /// Limited, because another thread may write values meanwhile.
  std::int64_t rounded(double value) const {
    if (std::isnan(value)) return 0;
    return std::llrint(std::clamp(std::ldexp(value, fraction_bits), -0x1p62, 0x1p62));
  }

  /// Adds a square as Kahan's summation does.
  void add_square(double square) {
    const double corrected = square - lost;
    const double next = squares + corrected;
    lost = (next - squares) - corrected;
    squares = next;
  }
};

/// Calls visit(sums of the component, value, position) for all elements of components.
template <class Visit>
void for_each_value(const LabelImage& labels, std::span<const double> values, std::vector<DoubleSums>& components,
                    const Visit& visit) {
  const Extent& extent = labels.extent;
  for_each_labeled(labels, components.size(), [&](std::size_t index, const Position& at) {
    const std::size_t row =
        static_cast<std::size_t>(at.z) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(at.y);
    visit(components[index], values[row * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(at.x)], at);
  });
}

void find_extremes(DoubleSums& own, double value) {
  ++own.area;
  if (std::isnan(value)) own.minimum = own.maximum = value;
  if (std::isnan(own.minimum)) return;
  own.minimum = std::min(own.minimum, value);
  own.maximum = std::max(own.maximum, value);
}

DoubleIntensity measures_of(const DoubleSums& sums) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  DoubleIntensity row{sums.minimum + sums.maximum, sums.minimum, sums.maximum, nan, {nan, nan, nan}};
  if (!sums.is_finite()) return row;
  const auto area = static_cast<double>(sums.area);
  row.mean = std::ldexp(to_double(sums.sum) / area, -sums.fraction_bits);
  const double rest =
      to_double(add(sums.sum, negate(multiply(integer128(sums.center), static_cast<std::int64_t>(sums.area))))) / area;
  row.deviation = std::ldexp(std::sqrt(std::max(0.0, sums.squares / area - rest * rest)), -sums.fraction_bits);
  if (const double sum = to_double(sums.sum); sum != 0.0) {
    row.centroid = {to_double(sums.x) / sum, to_double(sums.y) / sum, to_double(sums.z) / sum};
  }
  return row;
}

}  // namespace

std::vector<DoubleIntensity> measure_intensities(const LabelImage& labels, std::span<const double> values,
                                                 std::size_t components) {
  std::vector<DoubleSums> sums(components);
  for_each_value(labels, values, sums,
                 [](DoubleSums& own, double value, const Position&) { find_extremes(own, value); });
  for (DoubleSums& own : sums) {
    const double magnitude = std::max(-own.minimum, own.maximum);
    if (own.is_finite() && magnitude != 0.0) own.fraction_bits = value_bits - 1 - std::ilogb(magnitude);
  }
  for_each_value(labels, values, sums, [](DoubleSums& own, double value, const Position& at) {
    if (!own.is_finite()) return;
    const Integer128 rounded = integer128(own.rounded(value));
    own.sum = add(own.sum, rounded);
    own.x = add(own.x, multiply(rounded, at.x));
    own.y = add(own.y, multiply(rounded, at.y));
    own.z = add(own.z, multiply(rounded, at.z));
  });
  for (DoubleSums& own : sums)
    own.center = std::llround(to_double(own.sum) / static_cast<double>(std::max<std::uint64_t>(own.area, 1)));
  for_each_value(labels, values, sums, [](DoubleSums& own, double value, const Position&) {
    if (!own.is_finite()) return;
    const auto distance = static_cast<double>(own.rounded(value) - own.center);
    own.add_square(distance * distance);
  });
  std::vector<DoubleIntensity> rows;
  rows.reserve(components);
  for (const DoubleSums& own : sums) rows.push_back(measures_of(own));
  return rows;
}

}  // namespace glccl::host
