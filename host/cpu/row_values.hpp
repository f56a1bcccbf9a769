// Rows of an image with one integer per pixel, for the fast CPU engines. The oracle reads pixels by itself, so that it
// finds a mistake in this file.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/image.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Foreground on stored values: the values of a row are 1 (foreground) or 0.
struct RowForeground {
  IntegerRange range;  ///< Of integers; of floats `low` and `high`.
  float low = 0.0F;
  float high = 0.0F;
  Channel channel = Channel::red;

  RowForeground(const Foreground& criterion, PixelFormat format)
      : low(largest_float_below(criterion.low)), high(largest_float_below(criterion.high)), channel(criterion.channel) {
    range.inverted = criterion.inverted;
    if (!traits_of(format).has_floats()) range = integer_range(criterion, format);
  }

  bool has(std::uint32_t value) const { return value - range.first <= range.span; }
  bool has(float value) const { return (value > low) & (value <= high); }  // without a branch, so that it vectorizes
};

/// Equal: the values of a row are the stored ones, combined with the background by exclusive or, which makes it 0.
struct RowEqual {
  std::uint32_t background = 0;
  bool has_background = false;

  RowEqual(const Equal& criterion, PixelFormat format) : has_background(criterion.background.has_value()) {
    if (has_background) background = stored_word(*criterion.background, format);
  }
};

/// Difference on stored values: the values of a row are the stored ones.
struct RowDifference {
  PixelFormat format = PixelFormat::u8;
  std::uint32_t sign_bit = 0;         ///< FormatTraits::sign_bit().
  std::uint32_t integer_largest = 0;  ///< Of integers; of floats `largest`.
  float largest = 0.0F;
  Measure measure = Measure::sum;
  bool has_background = false;
  std::uint32_t background = 0;  ///< Of integers; of floats `float_background`.
  std::array<float, 2> float_background{};

  RowDifference(const Difference& criterion, PixelFormat image_format)
      : format(image_format),
        sign_bit(traits_of(image_format).sign_bit()),
        integer_largest(largest_integer_below(scaled_largest(criterion))),
        largest(largest_float_below(criterion.largest)),
        measure(criterion.measure),
        has_background(criterion.background.has_value()) {
    if (has_background && traits_of(format).has_floats()) {
      float_background = {static_cast<float>((*criterion.background)[0]),
                          static_cast<float>((*criterion.background)[1])};
    } else if (has_background) {
      background = stored_word(*criterion.background, format);
    }
  }
};

using RowCriterion = std::variant<RowForeground, RowEqual, RowDifference>;

/// A criterion in the units of stored values. Requires a format that stored_value() knows.
inline RowCriterion row_criterion(const Criterion& criterion, PixelFormat format) {
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) return RowForeground(*foreground, format);
  if (const auto* difference = std::get_if<Difference>(&criterion)) return RowDifference(*difference, format);
  return RowEqual(std::get<Equal>(criterion), format);
}

/// The float of a half float's bits. Exponents of single floats begin 112 lower; half denormals are normal there.
inline float float_of_half(std::uint32_t half) {
  const std::uint32_t magnitude = (half & 0x7FFFU) << 13U;
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  if (magnitude >= 0x0F800000U) return std::bit_cast<float>(sign | 0x70000000U | magnitude);  // infinity or NaN
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F));
}

/// Pixel x of a row: the stored integer as the bits of one of 32 bits, the bits of its single float, red | green << 8 |
/// blue << 16 | alpha << 24, or the bits of two half floats, red | green << 16.
template <PixelFormat format>
std::uint32_t stored_value(const std::uint8_t* row, std::size_t x) {
  if constexpr (format == PixelFormat::u8 || format == PixelFormat::unorm8) {
    return row[x];
  } else if constexpr (format == PixelFormat::i8) {
    return static_cast<std::uint32_t>(static_cast<std::int8_t>(row[x]));
  } else if constexpr (format == PixelFormat::u16) {
    std::uint16_t value = 0;
    std::memcpy(&value, row + 2 * x, sizeof value);
    return value;
  } else if constexpr (format == PixelFormat::i16) {
    return static_cast<std::uint32_t>(static_cast<std::int16_t>(stored_value<PixelFormat::u16>(row, x)));
  } else if constexpr (format == PixelFormat::f16) {
    return std::bit_cast<std::uint32_t>(float_of_half(stored_value<PixelFormat::u16>(row, x)));
  } else if constexpr (format == PixelFormat::rgba8) {
    const std::uint8_t* rgba = row + 4 * x;
    return rgba[0] | static_cast<std::uint32_t>(rgba[1]) << 8U | static_cast<std::uint32_t>(rgba[2]) << 16U |
           static_cast<std::uint32_t>(rgba[3]) << 24U;
  } else {
    static_assert(format == PixelFormat::u32 || format == PixelFormat::i32 || format == PixelFormat::f32 ||
                  format == PixelFormat::rg16f);
    std::uint32_t value = 0;
    std::memcpy(&value, row + 4 * x, sizeof value);
    return value;
  }
}

/// Channel c, 0..3, of a colour.
inline int channel_of(std::uint32_t rgba, int c) { return static_cast<int>(rgba >> (8 * c) & 255U); }

/// The value that pixels are compared by.
template <PixelFormat format>
std::uint32_t compared_value(const RowForeground& criterion, std::uint32_t stored) {
  bool inside = false;
  if constexpr (format == PixelFormat::f16 || format == PixelFormat::f32) {
    inside = criterion.has(std::bit_cast<float>(stored));
  } else if constexpr (format == PixelFormat::rg16f) {
    const bool red = criterion.has(float_of_half(stored & 0xFFFFU));
    const bool green = criterion.has(float_of_half(stored >> 16U));
    inside = criterion.channel == Channel::any ? red || green : criterion.channel == Channel::green ? green : red;
  } else if constexpr (format == PixelFormat::rgba8) {
    const auto has = [&](int c) -> unsigned {
      return criterion.has(static_cast<std::uint32_t>(channel_of(stored, c))) ? 1 : 0;
    };
    inside = (criterion.channel == Channel::any ? has(0) | has(1) | has(2) | has(3)
                                                : has(static_cast<int>(criterion.channel))) != 0;
  } else {
    inside = criterion.has(stored);
  }
  return inside != criterion.range.inverted ? 1 : 0;
}
template <PixelFormat>
std::uint32_t compared_value(const RowEqual& criterion, std::uint32_t stored) {
  return stored ^ criterion.background;
}
template <PixelFormat>
std::uint32_t compared_value(const RowDifference&, std::uint32_t stored) {
  return stored;
}

template <PixelFormat format, class SomeCriterion>
void read_row(const std::uint8_t* row, std::size_t width, const SomeCriterion& criterion, std::uint32_t* values) {
  for (std::size_t x = 0; x < width; ++x) values[x] = compared_value<format>(criterion, stored_value<format>(row, x));
}

/// Writes the values that the pixels of row y are compared by to `values`, which has room for a row.
template <class SomeCriterion>
void read_row(const ImageView& image, int y, const SomeCriterion& criterion, std::uint32_t* values) {
  const auto width = static_cast<std::size_t>(image.extent.width);
  const std::uint8_t* row = image.row(y);
  switch (image.format) {
    case PixelFormat::u16:
      return read_row<PixelFormat::u16>(row, width, criterion, values);
    case PixelFormat::u32:
      return read_row<PixelFormat::u32>(row, width, criterion, values);
    case PixelFormat::i8:
      return read_row<PixelFormat::i8>(row, width, criterion, values);
    case PixelFormat::i16:
      return read_row<PixelFormat::i16>(row, width, criterion, values);
    case PixelFormat::i32:
      return read_row<PixelFormat::i32>(row, width, criterion, values);
    case PixelFormat::f16:
      return read_row<PixelFormat::f16>(row, width, criterion, values);
    case PixelFormat::f32:
      return read_row<PixelFormat::f32>(row, width, criterion, values);
    case PixelFormat::rg16f:
      return read_row<PixelFormat::rg16f>(row, width, criterion, values);
    case PixelFormat::rgba8:
      return read_row<PixelFormat::rgba8>(row, width, criterion, values);
    default:  // u8 and unorm8
      return read_row<PixelFormat::u8>(row, width, criterion, values);
  }
}

/// Whether a pixel that is compared by `value` is foreground.
inline bool is_foreground(const RowForeground&, std::uint32_t value) { return value != 0; }
inline bool is_foreground(const RowEqual& criterion, std::uint32_t value) {
  return value != 0 || !criterion.has_background;
}
inline bool is_foreground(const RowDifference& criterion, std::uint32_t value) {
  if (!criterion.has_background) return true;
  const auto& [red, green] = criterion.float_background;
  switch (criterion.format) {
    case PixelFormat::f16:
    case PixelFormat::f32:
      return std::bit_cast<float>(value) != red;
    case PixelFormat::rg16f:
      return float_of_half(value & 0xFFFFU) != red || float_of_half(value >> 16U) != green;
    default:
      return value != criterion.background;
  }
}

/// The difference of two colours by a measure; of luminance 256 times as much.
inline std::uint32_t difference_of_colors(Measure measure, std::uint32_t p, std::uint32_t q) {
  const auto difference = [&](int c) { return channel_of(p, c) - channel_of(q, c); };
  int found = 0;
  switch (measure) {
    case Measure::sum:
      for (int c = 0; c < 4; ++c) found += std::abs(difference(c));
      break;
    case Measure::luminance:
      found = std::abs(77 * difference(0) + 150 * difference(1) + 29 * difference(2));
      break;
    case Measure::largest:
      for (int c = 0; c < 4; ++c) found = std::max(found, std::abs(difference(c)));
      break;
  }
  return static_cast<std::uint32_t>(found);
}

/// Whether two neighbours are connected. Requires that `p` is foreground.
template <class SomeCriterion>
bool are_connected(const SomeCriterion&, std::uint32_t p, std::uint32_t q) {
  return p == q;
}
inline bool are_connected(const RowDifference& criterion, std::uint32_t p, std::uint32_t q) {
  if (criterion.format == PixelFormat::f16 || criterion.format == PixelFormat::f32) {
    return std::abs(std::bit_cast<float>(p) - std::bit_cast<float>(q)) <= criterion.largest;
  }
  if (criterion.format == PixelFormat::rg16f) {
    const float red = std::abs(float_of_half(p & 0xFFFFU) - float_of_half(q & 0xFFFFU));
    const float green = std::abs(float_of_half(p >> 16U) - float_of_half(q >> 16U));
    if (criterion.measure == Measure::largest) return red <= criterion.largest && green <= criterion.largest;
    return red + green <= criterion.largest;
  }
  if (criterion.format == PixelFormat::rgba8) {
    return difference_of_colors(criterion.measure, p, q) <= criterion.integer_largest;
  }
  const auto [least, most] = std::minmax({p ^ criterion.sign_bit, q ^ criterion.sign_bit});
  return most - least <= criterion.integer_largest;
}

}  // namespace glccl::host
