// Buffers made from images, for labelings of buffers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glccl/image.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// Owns a buffer object of the context that was current when it was made. That context must be current when it ends.
class OwnedBuffer {
 public:
  /// Owns nothing: its name is 0.
  OwnedBuffer() = default;

  /// Takes the ownership of a buffer.
  explicit OwnedBuffer(std::uint32_t name) : name_(name) {}
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  OwnedBuffer(OwnedBuffer&& other) noexcept;
  /// Moves.
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept;
  ~OwnedBuffer();

  /// OpenGL's name of the buffer.
  std::uint32_t name() const { return name_; }

 private:
  std::uint32_t name_ = 0;
};

/// A buffer of so many bytes, rounded up to a multiple of 16, that only the GPU writes, or where it is `written`, the
/// CPU by glNamedBufferSubData, too. Its contents are undefined. Error `gpu`: the driver is out of memory.
Result<OwnedBuffer> make_buffer(std::size_t bytes, bool written = false);

/// Uploads an image or volume into a buffer: row 0 first, without gaps between rows or slices. OpenGL errors that were
/// pending before the call are discarded. Errors: `invalid_argument` (an extent below 1x1, no data, rows closer than
/// their length), `unsupported` (a format that only textures have), `gpu`.
Result<OwnedBuffer> upload_to_buffer(const ImageView& image);

}  // namespace glccl::host
