// Images and labels in buffer objects of OpenGL.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// An image or volume in a buffer object. Element (x, y, z) begins at byte offset + z * slice_bytes + y * row_bytes +
/// x * bytes_per_pixel(format). All three are multiples of the bytes of an element. Rows of a slice, and slices, follow
/// each other without overlap. Shaders read words: the buffer goes on to the next multiple of 4 bytes behind the last
/// element. They read fastest where the offset and all pitches are multiples of 16.
struct BufferImage {
  std::uint32_t name = 0;                ///< Name of a buffer object; 0: none.
  PixelFormat format = PixelFormat::u8;  ///< How an element is stored: a format with bytes in memory.
  Extent extent;                         ///< Width, height and depth in elements.
  std::size_t offset = 0;                ///< Bytes before element (0, 0, 0).
  std::size_t row_bytes = 0;             ///< Bytes from a row to the next; 0: rows have no gaps.
  std::size_t slice_bytes = 0;           ///< Bytes from a slice to the next; 0: slices have no gaps.
};

/// Labels as 32-bit integers in a buffer object, label (x, y, z) at byte offset + z * slice_bytes + y * row_bytes +
/// 4 * x. All three are multiples of 4; labels are written fastest where they are multiples of 16. Gaps keep their
/// contents.
struct BufferLabels {
  std::uint32_t name = 0;       ///< Name of a buffer object; 0: none.
  std::size_t offset = 0;       ///< Bytes before the first label.
  std::size_t row_bytes = 0;    ///< Bytes from a row to the next, a multiple of 4; 0: rows have no gaps.
  std::size_t slice_bytes = 0;  ///< Bytes from a slice to the next, a multiple of 4; 0: slices have no gaps.
};

}  // namespace glccl
