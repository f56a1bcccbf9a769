// Buffers for labelings of buffers.
#pragma once

#include <cstddef>

#include "engine/gl/objects.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// A buffer of at least so many bytes, a multiple of 16, for the GPU alone. Its contents are those of `data`, unless
/// that is null. Error `gpu`: the driver is out of memory.
Result<gl::Buffer> make_buffer(std::size_t bytes, const void* data = nullptr);

/// Uploads an image or volume into a buffer: row 0 first, without gaps between rows or slices. Errors:
/// `invalid_argument` (an extent below 1x1, no data, rows closer than their length), `unsupported` (a format that only
/// textures have), `gpu`.
Result<gl::Buffer> upload_to_buffer(const ImageView& image);

}  // namespace glccl::host
