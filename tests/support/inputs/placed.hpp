// Images in memory with gaps, as buffers of OpenGL and Vulkan have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// How an image lies in a buffer.
struct Placement {
  std::size_t offset = 0;
  std::size_t behind_row = 0;    ///< Bytes between rows.
  std::size_t behind_slice = 0;  ///< Bytes between slices.
};

/// Bytes with gaps.
struct Placed {
  std::vector<std::uint8_t> bytes;
  std::size_t row_bytes;
  std::size_t slice_bytes;
};

/// Memory for elements of so many bytes, full of rubbish; at the end up to the next multiple of 4 bytes.
inline Placed make_placed(const Extent& extent, std::size_t element, const Placement& at) {
  constexpr std::uint8_t rubbish = 0xA5;
  Placed placed;
  placed.row_bytes = static_cast<std::size_t>(extent.width) * element + at.behind_row;
  placed.slice_bytes = placed.row_bytes * static_cast<std::size_t>(extent.height) + at.behind_slice;
  const std::size_t last = placed.slice_bytes * static_cast<std::size_t>(extent.depth - 1) +
                           placed.row_bytes * static_cast<std::size_t>(extent.height - 1);
  const std::size_t end = at.offset + last + static_cast<std::size_t>(extent.width) * element;
  placed.bytes.assign((end + 3) / 4 * 4, rubbish);
  return placed;
}

/// Stores the elements of an image, the first at placed.bytes[at.offset].
inline void store(const ImageView& image, const Placement& at, Placed& placed) {
  const std::size_t row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  for (int z = 0; z < image.extent.depth; ++z) {
    for (int y = 0; y < image.extent.height; ++y) {
      const std::size_t begin =
          at.offset + static_cast<std::size_t>(z) * placed.slice_bytes + static_cast<std::size_t>(y) * placed.row_bytes;
      std::memcpy(placed.bytes.data() + begin, image.row(y, z), row_bytes);
    }
  }
}

/// An image with gaps.
inline Placed make_placed(const ImageView& image, const Placement& at) {
  Placed placed = make_placed(image.extent, bytes_per_pixel(image.format), at);
  store(image, at, placed);
  return placed;
}

/// Labels as an image.
inline ImageView view_of(const LabelImage& labels) { return {labels.values.data(), PixelFormat::u32, labels.extent}; }

}  // namespace glccl::tests
