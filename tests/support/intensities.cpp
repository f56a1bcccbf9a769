#include "tests/support/intensities.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

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

std::int64_t value_at(const std::uint8_t* pixel, PixelFormat format, int fraction_bits) {
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
      return rounded(value_of_half(stored_at<std::uint16_t>(pixel)), fraction_bits);
    case PixelFormat::f32:
      return rounded(double{stored_at<float>(pixel)}, fraction_bits);
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
  std::int64_t minimum = std::numeric_limits<std::int64_t>::max();
  std::int64_t maximum = std::numeric_limits<std::int64_t>::min();
};

}  // namespace

void add_intensities_by_definition(const LabelImage& labels, const ImageView& image, int fraction_bits,
                                   std::vector<Measurements>& rows) {
  std::vector<WideSums> sums(rows.size());
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    const Position at = position_of(i, labels.extent);
    const std::uint8_t* pixel = image.row(at.y, at.z) + static_cast<std::size_t>(at.x) * bytes_per_pixel(image.format);
    const std::int64_t value = value_at(pixel, image.format, fraction_bits);
    WideSums& own = sums[labels.values[i] - 1];
    own.sum += value;
    own.squares += static_cast<Wide>(value) * value;
    own.x += static_cast<Wide>(value) * at.x;
    own.y += static_cast<Wide>(value) * at.y;
    own.z += static_cast<Wide>(value) * at.z;
    own.minimum = std::min(own.minimum, value);
    own.maximum = std::max(own.maximum, value);
  }
  const int bits = traits_of(image.format).has_floats() ? fraction_bits : 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const WideSums& own = sums[i];
    rows[i].intensity = {halves(own.sum), halves(own.squares), halves(own.x), halves(own.y),
                         halves(own.z),   own.minimum,         own.maximum,   bits};
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

}  // namespace glccl::tests
