// A criterion in the units in which engines compare: stored integers and floats of single precision.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

#include "engine/vocabulary/stored_range.hpp"
#include "glccl/spec.hpp"

namespace glccl {
namespace {

/// The largest stored value that stands for a number not above `limit`, one below the smallest where all are above it.
std::int64_t last_not_above(double limit, const FormatTraits& format) {
  const std::int64_t largest = largest_stored(format);
  const std::int64_t below = smallest_stored(format) - 1;
  const auto number = [&](std::int64_t value) {
    return format.is_integer ? static_cast<double>(value) : double{static_cast<float>(value) / format.scale};
  };
  // Fractions are rounded: the search begins at the result or a little above it.
  const double scaled = format.is_integer ? limit : limit * double{format.scale} + 1.0;
  auto value = static_cast<std::int64_t>(std::clamp(scaled, static_cast<double>(below), static_cast<double>(largest)));
  while (value > below && number(value) > limit) --value;
  return value;
}

}  // namespace

IntegerRange integer_range(const Foreground& foreground, PixelFormat format) {
  const FormatTraits& traits = traits_of(format);
  const std::int64_t below = last_not_above(foreground.low, traits);
  const std::int64_t last = last_not_above(foreground.high, traits);
  // No range of IntegerRange is empty: the inverse of all values is.
  if (below == last) {
    const std::int64_t smallest = smallest_stored(traits);
    return {static_cast<std::uint32_t>(smallest), static_cast<std::uint32_t>(largest_stored(traits) - smallest),
            !foreground.inverted};
  }
  return {static_cast<std::uint32_t>(below + 1), static_cast<std::uint32_t>(last - below - 1), foreground.inverted};
}

const PixelValue* background_of(const Criterion& criterion) {
  const std::optional<PixelValue>* background = nullptr;
  if (const auto* equal = std::get_if<Equal>(&criterion)) background = &equal->background;
  if (const auto* difference = std::get_if<Difference>(&criterion)) background = &difference->background;
  return background != nullptr && *background ? &**background : nullptr;
}

std::uint32_t stored_word(const PixelValue& value, PixelFormat format) {
  std::uint32_t word = 0;
  const auto channels = static_cast<std::size_t>(traits_of(format).channels);
  for (std::size_t c = 0; c < channels; ++c) {
    word |= static_cast<std::uint32_t>(static_cast<std::int64_t>(value[c])) << (8 * c);
  }
  return word;
}

double scaled_largest(const Difference& difference) {
  return difference.measure == Measure::luminance ? 256.0 * difference.largest : difference.largest;
}

std::uint32_t largest_integer_below(double limit) {
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  return limit < most ? static_cast<std::uint32_t>(limit) : most;
}

float largest_float_below(double limit) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float most = std::numeric_limits<float>::max();
  if (limit >= most) return limit < infinity ? most : infinity;
  if (limit < -most) return -infinity;
  const auto nearest = static_cast<float>(limit);
  return nearest > limit ? std::nextafter(nearest, -infinity) : nearest;
}

}  // namespace glccl
