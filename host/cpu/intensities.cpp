#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/vocabulary/integer128.hpp"
#include "glccl/host/cpu.hpp"
#include "glsl/shared/fixed_point.h"
#include "host/cpu/label_rows.hpp"
#include "host/cpu/row_values.hpp"

namespace glccl::host {
namespace {

template <PixelFormat format>
constexpr bool is_signed = format == PixelFormat::i8 || format == PixelFormat::i16 || format == PixelFormat::i32;

/// Calls visit(index of the row, stored value, position) for all elements of components.
template <PixelFormat format, class Visit>
void for_each_value(const LabelImage& labels, const ImageView& image, std::size_t rows, const Visit& visit) {
  for_each_labeled(labels, rows, [&](std::size_t index, const Position& at) {
    visit(index, stored_value<format>(image.row(at.y, at.z), static_cast<std::size_t>(at.x)), at);
  });
}

/// Adds a value at an element. Products of two integers of 32 bits, and of one and a coordinate, fit 64 bits.
void add_value(Intensity& intensity, std::int64_t value, const Position& at) {
  intensity.sum = add(intensity.sum, integer128(value));
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
  intensity.squares = add(intensity.squares, {magnitude * magnitude, 0});
  intensity.sum_x = add(intensity.sum_x, integer128(value * at.x));
  intensity.sum_y = add(intensity.sum_y, integer128(value * at.y));
  intensity.sum_z = add(intensity.sum_z, integer128(value * at.z));
  intensity.minimum = std::min(intensity.minimum, static_cast<double>(value));
  intensity.maximum = std::max(intensity.maximum, static_cast<double>(value));
}

/// The keys (fixed_point.h) of the smallest and the largest float of a component.
struct KeyRange {
  std::uint32_t least = UINT32_MAX;
  std::uint32_t largest = 0;
};

template <PixelFormat format>
std::vector<KeyRange> find_extremes(const LabelImage& labels, const ImageView& image, std::size_t components) {
  std::vector<KeyRange> ranges(components);
  for_each_value<format>(labels, image, components, [&](std::size_t index, std::uint32_t stored, const Position&) {
    const std::uint32_t key = shared::key_of_float(static_cast<int>(stored));
    KeyRange& range = ranges[index];
    range = {std::min(range.least, key), std::max(range.largest, key)};
  });
  return ranges;
}

double value_of_key(std::uint32_t key) { return std::bit_cast<float>(shared::float_of_key(key)); }

template <PixelFormat format>
void measure_integers(const LabelImage& labels, const ImageView& image, std::vector<Measurements>& rows) {
  for_each_value<format>(labels, image, rows.size(), [&](std::size_t index, std::uint32_t stored, const Position& at) {
    const std::int64_t value = is_signed<format> ? std::int64_t{static_cast<std::int32_t>(stored)} : stored;
    add_value(rows[index].intensity, value, at);
  });
}

template <PixelFormat format>
void measure_floats(const LabelImage& labels, const ImageView& image, std::optional<int> fraction_bits,
                    std::vector<Measurements>& rows) {
  std::vector<KeyRange> ranges;
  if (!fraction_bits) ranges = find_extremes<format>(labels, image, rows.size());
  std::vector<int> bits(rows.size(), fraction_bits.value_or(0));
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    bits[i] = shared::own_fraction_bits(ranges[i].least, ranges[i].largest);
  }
  for_each_value<format>(labels, image, rows.size(), [&](std::size_t index, std::uint32_t stored, const Position& at) {
    add_value(rows[index].intensity, shared::fixed_point(static_cast<int>(stored), bits[index]), at);
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Intensity& row = rows[i].intensity;
    row.fraction_bits = bits[i] == shared::NOT_FINITE ? 0 : bits[i];
    if (fraction_bits) {
      row.minimum = std::ldexp(row.minimum, -*fraction_bits);
      row.maximum = std::ldexp(row.maximum, -*fraction_bits);
    } else {
      row.maximum = value_of_key(ranges[i].largest);
      row.minimum = std::isnan(row.maximum) ? row.maximum : value_of_key(ranges[i].least);
    }
  }
}

}  // namespace

void measure_intensities(const LabelImage& labels, const ImageView& intensity, std::optional<int> fraction_bits,
                         std::vector<Measurements>& rows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (Measurements& row : rows) row.intensity = {.minimum = infinity, .maximum = -infinity};
  switch (intensity.format) {
    case PixelFormat::u16:
      return measure_integers<PixelFormat::u16>(labels, intensity, rows);
    case PixelFormat::u32:
      return measure_integers<PixelFormat::u32>(labels, intensity, rows);
    case PixelFormat::i8:
      return measure_integers<PixelFormat::i8>(labels, intensity, rows);
    case PixelFormat::i16:
      return measure_integers<PixelFormat::i16>(labels, intensity, rows);
    case PixelFormat::i32:
      return measure_integers<PixelFormat::i32>(labels, intensity, rows);
    case PixelFormat::f16:
      return measure_floats<PixelFormat::f16>(labels, intensity, fraction_bits, rows);
    case PixelFormat::f32:
      return measure_floats<PixelFormat::f32>(labels, intensity, fraction_bits, rows);
    default:  // u8 and unorm8
      return measure_integers<PixelFormat::u8>(labels, intensity, rows);
  }
}

}  // namespace glccl::host
