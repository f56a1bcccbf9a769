#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/vocabulary/integer128.hpp"
#include "glccl/host/cpu.hpp"
#include "glsl/shared/fixed_point.h"
#include "host/cpu/label_rows.hpp"
#include "host/cpu/row_values.hpp"

namespace glccl::host {
namespace {

/// The value of pixel x of a row, as Intensity has it.
template <PixelFormat format>
std::int64_t intensity_at(const std::uint8_t* row, std::size_t x, int fraction_bits) {
  const std::uint32_t stored = stored_value<format>(row, x);
  if constexpr (format == PixelFormat::f16 || format == PixelFormat::f32) {
    return shared::fixed_point(std::bit_cast<int>(stored), fraction_bits);
  } else if constexpr (format == PixelFormat::i8 || format == PixelFormat::i16 || format == PixelFormat::i32) {
    return static_cast<std::int32_t>(stored);
  } else {
    return stored;
  }
}

/// Adds a value at an element. Products of two integers of 32 bits, and of one and a coordinate, fit 64 bits.
void add_value(Intensity& intensity, std::int64_t value, const Position& at) {
  intensity.sum = add(intensity.sum, integer128(value));
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
  intensity.squares = add(intensity.squares, {magnitude * magnitude, 0});
  intensity.sum_x = add(intensity.sum_x, integer128(value * at.x));
  intensity.sum_y = add(intensity.sum_y, integer128(value * at.y));
  intensity.sum_z = add(intensity.sum_z, integer128(value * at.z));
  intensity.minimum = std::min(intensity.minimum, value);
  intensity.maximum = std::max(intensity.maximum, value);
}

template <PixelFormat format>
void add_values(const LabelImage& labels, const ImageView& image, int fraction_bits, std::vector<Measurements>& rows) {
  std::size_t i = 0;
  for (int z = 0; z < labels.extent.depth; ++z) {
    for (int y = 0; y < labels.extent.height; ++y) {
      const std::uint8_t* const row = image.row(y, z);
      for (int x = 0; x < labels.extent.width; ++x, ++i) {
        const std::size_t index = row_of(labels.values[i], rows.size());
        if (index == rows.size()) continue;
        const std::int64_t value = intensity_at<format>(row, static_cast<std::size_t>(x), fraction_bits);
        add_value(rows[index].intensity, value, {x, y, z});
      }
    }
  }
}

}  // namespace

void measure_intensities(const LabelImage& labels, const ImageView& intensity, int fraction_bits,
                         std::vector<Measurements>& rows) {
  const bool floats = traits_of(intensity.format).has_floats();
  for (Measurements& row : rows) {
    row.intensity = {.minimum = INT64_MAX, .maximum = INT64_MIN, .fraction_bits = floats ? fraction_bits : 0};
  }
  switch (intensity.format) {
    case PixelFormat::u16:
      return add_values<PixelFormat::u16>(labels, intensity, fraction_bits, rows);
    case PixelFormat::u32:
      return add_values<PixelFormat::u32>(labels, intensity, fraction_bits, rows);
    case PixelFormat::i8:
      return add_values<PixelFormat::i8>(labels, intensity, fraction_bits, rows);
    case PixelFormat::i16:
      return add_values<PixelFormat::i16>(labels, intensity, fraction_bits, rows);
    case PixelFormat::i32:
      return add_values<PixelFormat::i32>(labels, intensity, fraction_bits, rows);
    case PixelFormat::f16:
      return add_values<PixelFormat::f16>(labels, intensity, fraction_bits, rows);
    case PixelFormat::f32:
      return add_values<PixelFormat::f32>(labels, intensity, fraction_bits, rows);
    default:  // u8 and unorm8
      return add_values<PixelFormat::u8>(labels, intensity, fraction_bits, rows);
  }
}

}  // namespace glccl::host
