// Rows of an image as one number a pixel, for the CPU engines that are meant to be fast. The oracle reads its pixels
// by itself, so that a mistake in here is one that it finds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The value of pixel x of a row as it is stored; of colours red | green << 8 | blue << 16 | alpha << 24.
template <PixelFormat format>
std::uint32_t stored_value(const std::uint8_t* row, std::size_t x) {
  if constexpr (format == PixelFormat::grey8) {
    return row[x];
  } else if constexpr (format == PixelFormat::grey16) {
    std::uint16_t value = 0;
    std::memcpy(&value, row + 2 * x, sizeof value);
    return value;
  } else {
    const std::uint8_t* rgba = row + 4 * x;
    return rgba[0] | static_cast<std::uint32_t>(rgba[1]) << 8U | static_cast<std::uint32_t>(rgba[2]) << 16U |
           static_cast<std::uint32_t>(rgba[3]) << 24U;
  }
}

/// Channel c, 0..3, of a colour.
inline int channel_of(std::uint32_t rgba, int c) { return static_cast<int>(rgba >> (8 * c) & 255U); }

/// What the pixels of a row are compared by: with Foreground 1 or 0 (background)...
template <PixelFormat format>
std::uint32_t compared_value(const Foreground& criterion, std::uint32_t stored) {
  auto value = static_cast<int>(stored);
  if constexpr (format == PixelFormat::rgba8) {
    value = criterion.channel == Channel::any ? std::max(std::max(channel_of(stored, 0), channel_of(stored, 1)),
                                                         std::max(channel_of(stored, 2), channel_of(stored, 3)))
                                              : channel_of(stored, static_cast<int>(criterion.channel));
  }
  return (static_cast<float>(value) > criterion.threshold) != criterion.inverted ? 1 : 0;
}
/// ... and with the others what is stored, of which 0 is background with Equal.
template <PixelFormat>
std::uint32_t compared_value(const Equal&, std::uint32_t stored) {
  return stored;
}
template <PixelFormat>
std::uint32_t compared_value(const Difference&, std::uint32_t stored) {
  return stored;
}

template <PixelFormat format, class SomeCriterion>
void read_row(const std::uint8_t* row, std::size_t width, const SomeCriterion& criterion, std::uint32_t* values) {
  for (std::size_t x = 0; x < width; ++x) values[x] = compared_value<format>(criterion, stored_value<format>(row, x));
}

/// Writes what the pixels of row y are compared by to `values`, which has room for a row.
template <class SomeCriterion>
void read_row(const Image& image, int y, const SomeCriterion& criterion, std::uint32_t* values) {
  const auto width = static_cast<std::size_t>(image.size.width);
  const std::size_t pitch = width * static_cast<std::size_t>(bytes_per_pixel(image.format));
  const std::uint8_t* row = image.bytes.data() + static_cast<std::size_t>(y) * pitch;
  switch (image.format) {
    case PixelFormat::grey8:
      return read_row<PixelFormat::grey8>(row, width, criterion, values);
    case PixelFormat::grey16:
      return read_row<PixelFormat::grey16>(row, width, criterion, values);
    case PixelFormat::rgba8:
      return read_row<PixelFormat::rgba8>(row, width, criterion, values);
  }
}

/// Whether a pixel that is compared by `value` is foreground.
template <class SomeCriterion>
bool is_foreground(const SomeCriterion&, std::uint32_t value) {
  return value != 0;
}
inline bool is_foreground(const Difference&, std::uint32_t) { return true; }

/// Whether two neighbours are linked, the first of which is foreground.
template <class SomeCriterion>
bool are_linked(const SomeCriterion&, PixelFormat, std::uint32_t p, std::uint32_t q) {
  return p == q;
}
inline bool are_linked(const Difference& criterion, PixelFormat format, std::uint32_t p, std::uint32_t q) {
  int sum = 0;
  if (format == PixelFormat::rgba8) {
    for (int c = 0; c < 4; ++c) sum += std::abs(channel_of(p, c) - channel_of(q, c));
  } else {
    sum = std::abs(static_cast<int>(p) - static_cast<int>(q));
  }
  return static_cast<float>(sum) <= criterion.largest;
}

}  // namespace glccl::host
