// Images and labels in buffers: where their elements lie, and what of a buffer is bound. OpenGL and Vulkan share it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// An image or labels in a buffer, with all pitches.
struct Pitched {
  Extent extent;
  std::size_t element = 1;  ///< Bytes of an element.
  std::size_t offset = 0;   ///< Bytes of the buffer before the first element.
  std::size_t row_bytes = 0;
  std::size_t slice_bytes = 0;

  /// Of elements of a format. A pitch of 0: without gaps.
  static Pitched of(PixelFormat format, const Extent& extent, std::size_t offset, std::size_t row_bytes,
                    std::size_t slice_bytes);

  std::size_t bytes_of_row() const { return static_cast<std::size_t>(extent.width) * element; }

  /// Bytes before the last row of a slice, and before the last slice. Pitches that no buffer has stay too large.
  std::uint64_t before_last_row() const { return times(extent.height - 1, row_bytes); }
  std::uint64_t before_last_slice() const { return times(extent.depth - 1, slice_bytes); }

 private:
  /// The product, or one that is beyond every buffer and of which a few can be added.
  static std::uint64_t times(int count, std::size_t bytes);
};

/// A buffer as refusals name it, and what can be bound of it.
struct BufferTraits {
  std::string name;              ///< "buffer 7".
  std::uint64_t end = 0;         ///< Its bytes.
  std::uint64_t alignment = 1;   ///< Of the first byte that is bound: a power of two.
  std::uint64_t most_bound = 0;  ///< Bytes that can be bound at a time.
  std::string binder;            ///< Who binds no more: "this device".
  std::string limit;             ///< The name of that limit.
};

/// Where elements lie in a buffer, as shaders take it.
struct PitchedPlace {
  std::int64_t begin = 0;  ///< The first byte that is bound.
  std::int64_t bytes = 0;  ///< Bytes that are bound.
  std::int64_t first = 0;  ///< Of the first element, counted from `begin`.
  std::int64_t row_bytes = 0;
  std::int64_t slice_bytes = 0;
  std::int64_t taken = 0;    ///< Bytes from the first element to the end of the last one.
  bool has_vectors = false;  ///< Rows begin at multiples of 16 bytes, and the vectors of all elements are bound.

  /// The uniforms AT_SOURCE_PLACE and AT_LABEL_PLACE, in units of so many bytes.
  std::array<std::int32_t, 4> uniform(int unit) const;

  /// Whether both have bytes in common, in one buffer.
  bool overlaps(const PitchedPlace& other) const;
};

/// Whether elements of a format can lie in a buffer, and the extent is one. `what` is the name of the image in
/// messages. Errors: `unsupported` (a format without bytes in memory), `invalid_argument` (a side of 0 or less).
Result<void> check_in_buffer(const std::string& what, PixelFormat format, const Extent& extent);

/// Whether offset and pitches are multiples of an element's bytes, and rows and slices do not overlap. Error
/// `invalid_argument`.
Result<void> check_pitches(const std::string& what, const Pitched& image);

/// Where an image that passes check_pitches() lies in a buffer. Errors: `invalid_argument` (the buffer is too short),
/// `too_large` (more bytes than can be bound).
Result<PitchedPlace> find_place(const std::string& what, const Pitched& image, const BufferTraits& buffer);

}  // namespace glccl
