#include "tests/support/references/intensities.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "glccl/image.hpp"

namespace glccl::tests {
namespace {

__extension__ typedef __int128 Wide;

Integer128 halves(Wide value) { return {static_cast<std::uint64_t>(value), static_cast<std::int64_t>(value >> 64)}; }

template <class Stored>
Stored stored_at(const std::uint8_t* pixel) {
  Stored value;
  std::memcpy(&value, pixel, sizeof value);
  return value;
}

/// A half float by the definition of its bits.
double value_of_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F;
  const int fraction = bits & 0x3FF;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 0x1F) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::int64_t rounded(double value, int fraction_bits) {
  if (std::isnan(value)) return 0;
  constexpr double most = 2147483647.0;
  return static_cast<std::int64_t>(std::clamp(std::nearbyint(std::ldexp(value, fraction_bits)), -most, most));
}

double value_at(const std::uint8_t* pixel, PixelFormat format) {
  switch (format) {
    case PixelFormat::u16:
      return stored_at<std::uint16_t>(pixel);
    case PixelFormat::u32:
      return stored_at<std::uint32_t>(pixel);
    case PixelFormat::i8:
      return stored_at<std::int8_t>(pixel);
    case PixelFormat::i16:
      return stored_at<std::int16_t>(pixel);
    case PixelFormat::i32:
      return stored_at<std::int32_t>(pixel);
    case PixelFormat::f16:
      return value_of_half(stored_at<std::uint16_t>(pixel));
    case PixelFormat::f32:
      return stored_at<float>(pixel);
    default:
      return *pixel;
  }
}

/// Sums of 128 bits.
struct WideSums {
  Wide sum = 0;
  Wide squares = 0;
  Wide x = 0;
  Wide y = 0;
  Wide z = 0;
};

/// A value of a component.
struct ValueAt {
  double value = 0.0;
  Position at;
};

/// The row of a component of floats with its own bits of a fraction, but for the sums.
Intensity row_of_floats(const std::vector<ValueAt>& values) {
  double magnitude = 0.0;
  Intensity row{.minimum = HUGE_VAL, .maximum = -HUGE_VAL};
  for (const ValueAt& one : values) {
    if (std::isnan(one.value)) return {.minimum = one.value, .maximum = one.value};
    magnitude = std::max(magnitude, std::abs(one.value));
    row.minimum = std::min(row.minimum, one.value);
    row.maximum = std::max(row.maximum, one.value);
  }
  if (magnitude == 0.0 || std::isinf(magnitude)) return row;
  row.fraction_bits = 30 - std::max(std::ilogb(magnitude), std::numeric_limits<float>::min_exponent - 1);
  return row;
}

/// The row of a component of integers, or of floats with given bits of a fraction, but for the sums.
Intensity row_of_integers(const std::vector<ValueAt>& values, int fraction_bits, bool floats) {
  Intensity row{.minimum = HUGE_VAL, .maximum = -HUGE_VAL, .fraction_bits = fraction_bits};
  for (const ValueAt& one : values) {
    const double integer = floats ? static_cast<double>(rounded(one.value, fraction_bits)) : one.value;
    const double value = std::ldexp(integer, -fraction_bits);
    row.minimum = std::min(row.minimum, value);
    row.maximum = std::max(row.maximum, value);
  }
  return row;
}

}  // namespace

void add_intensities_by_definition(const LabelImage& labels, const ImageView& image, std::optional<int> fraction_bits,
                                   std::vector<Measurements>& rows) {
  std::vector<std::vector<ValueAt>> values(rows.size());
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    const Position at = position_of(i, labels.extent);
    const std::uint8_t* pixel = image.row(at.y, at.z) + static_cast<std::size_t>(at.x) * bytes_per_pixel(image.format);
    values[labels.values[i] - 1].push_back({value_at(pixel, image.format), at});
  }
  const bool floats = traits_of(image.format).has_floats();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool own = floats && !fraction_bits;
    Intensity row = own ? row_of_floats(values[i]) : row_of_integers(values[i], floats ? *fraction_bits : 0, floats);
    WideSums sums;
    for (const ValueAt& one : values[i]) {
      if (own && !(std::isfinite(row.minimum) && std::isfinite(row.maximum))) break;
      const std::int64_t value =
          floats ? rounded(one.value, static_cast<int>(row.fraction_bits)) : static_cast<std::int64_t>(one.value);
      sums.sum += value;
      sums.squares += static_cast<Wide>(value) * value;
      sums.x += static_cast<Wide>(value) * one.at.x;
      sums.y += static_cast<Wide>(value) * one.at.y;
      sums.z += static_cast<Wide>(value) * one.at.z;
    }
    row.sum = halves(sums.sum);
    row.squares = halves(sums.squares);
    row.sum_x = halves(sums.x);
    row.sum_y = halves(sums.y);
    row.sum_z = halves(sums.z);
    rows[i].intensity = row;
  }
}

std::vector<PixelFormat> intensity_formats() {
  return {PixelFormat::u8,  PixelFormat::unorm8, PixelFormat::u16, PixelFormat::u32, PixelFormat::i8,
          PixelFormat::i16, PixelFormat::i32,    PixelFormat::f16, PixelFormat::f32};
}

host::Image make_intensities(PixelFormat format, const Extent& extent, std::uint32_t seed) {
  const std::size_t bytes = bytes_per_pixel(format);
  const auto elements = static_cast<std::size_t>(extent.elements());
  host::Image image{extent, format, std::vector<std::uint8_t>(elements * bytes)};
  constexpr std::array edges = {0.5F, -1.5F, 32768.5F, -0.0F, 1e-40F, 3e38F, -3e38F, 65535.99F, -65536.0F, 1e-5F};
  std::uint32_t state = seed;
  for (std::size_t i = 0; i < elements; ++i) {
    state = state * 1664525 + 1013904223;
    std::uint32_t word = state ^ state >> 15;
    if (format == PixelFormat::f32 && i % 16 < edges.size()) word = std::bit_cast<std::uint32_t>(edges[i % 16]);
    std::memcpy(image.bytes.data() + i * bytes, &word, bytes);
  }
  return image;
}

host::Image make_scaled_floats(PixelFormat format, const Extent& extent, std::uint32_t seed) {
  const bool is_half = format == PixelFormat::f16;
  const std::size_t bytes = bytes_per_pixel(format);
  const std::uint32_t infinity = is_half ? 0x7C00 : 0x7F800000;
  const int fraction = is_half ? 10 : 23;  // bits
  const std::uint32_t exponents = infinity >> fraction;
  const auto elements = static_cast<std::size_t>(extent.elements());
  host::Image image{extent, format, std::vector<std::uint8_t>(elements * bytes)};
  std::uint32_t state = seed;
  for (std::size_t i = 0; i < elements; ++i) {
    state = state * 1664525 + 1013904223;
    const std::uint32_t random = state ^ state >> 15;
    const Position at = position_of(i, extent);
    const auto square = static_cast<std::uint32_t>(at.x / 16 + 7 * (at.y / 16) + 3 * at.z);
    const std::uint32_t largest = square * 5 % exponents;  // exponent of this square
    const std::uint32_t exponent = largest - std::min(largest, random % 12);
    std::uint32_t word = (random & ((1U << fraction) - 1)) | exponent << fraction;
    if (random % 1000 == 0) word = infinity + (random / 1000) % 2;
    if ((random >> 30 & 1) != 0) word |= is_half ? 0x8000 : 0x80000000;
    std::memcpy(image.bytes.data() + i * bytes, &word, bytes);
  }
  return image;
}

}  // namespace glccl::tests
