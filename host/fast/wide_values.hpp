// Pixels of 64 bits: what row_values.hpp has for pixels of up to 32.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "host/cpu/row_values.hpp"

namespace glccl::host {

/// The channels of pixel x of a row: integers, or floats that half floats are widened to.
template <PixelFormat format>
auto wide_pixel(const std::uint8_t* row, std::size_t x) {
  if constexpr (format == PixelFormat::rgba16f) {
    std::array<std::uint16_t, 4> halves;
    std::memcpy(&halves, row + 8 * x, sizeof halves);
    return std::array<float, 4>{float_of_half(halves[0]), float_of_half(halves[1]), float_of_half(halves[2]),
                                float_of_half(halves[3])};
  } else if constexpr (format == PixelFormat::rg32f) {
    std::array<float, 2> floats;
    std::memcpy(&floats, row + 8 * x, sizeof floats);
    return floats;
  } else {
    static_assert(format == PixelFormat::rg32u);
    std::array<std::uint32_t, 2> integers;
    std::memcpy(&integers, row + 8 * x, sizeof integers);
    return integers;
  }
}

template <class Pixel>
bool is_wide_foreground(const RowForeground& criterion, const Pixel& pixel) {
  const auto has = [&](auto channel) { return criterion.has(channel); };
  const bool inside = criterion.channel == Channel::any ? std::any_of(pixel.begin(), pixel.end(), has)
                                                        : has(pixel[static_cast<std::size_t>(criterion.channel)]);
  return inside != criterion.range.inverted;
}

/// A background as a pixel. Integers are those that the format stores, which check() has made sure of.
template <class Pixel>
std::optional<Pixel> wide_background(const std::optional<PixelValue>& background) {
  if (!background) return std::nullopt;
  Pixel pixel;
  for (std::size_t c = 0; c < pixel.size(); ++c) pixel[c] = static_cast<typename Pixel::value_type>((*background)[c]);
  return pixel;
}

/// Whether two pixels of floats are similar, as Difference has it.
template <std::size_t channels>
bool are_similar(const RowDifference& criterion, const std::array<float, channels>& p,
                 const std::array<float, channels>& q) {
  float sum = 0.0F;
  bool each = true;
  for (std::size_t c = 0; c < channels; ++c) {
    const float difference = std::abs(p[c] - q[c]);
    sum += difference;
    each = each && difference <= criterion.largest;
  }
  return criterion.measure == Measure::largest ? each : sum <= criterion.largest;
}

}  // namespace glccl::host
