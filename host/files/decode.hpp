// What the readers of image formats share. A decoder takes the bytes of a whole file; its errors are reasons without
// the file's name, which read_image() puts before them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

using Bytes = std::span<const std::uint8_t>;

/// The most pixels that are read: beyond this a header is damaged rather than an image large.
inline constexpr std::int64_t max_pixels = 2147483647;

inline Error truncated(const std::string& what) {
  return {ErrorCode::file, "it is truncated: " + what + "; fetch or save it again"};
}

inline Error damaged(const std::string& what) {
  return {ErrorCode::file, "it is damaged: " + what + "; fetch or save it again"};
}

/// Whether an image of this size can be read: 1x1 at least, `max_pixels` at most. Error `file` or `too_large`.
inline Status check_size(std::uint64_t width, std::uint64_t height) {
  if (width == 0 || height == 0)
    return Error{ErrorCode::file, "it has no pixels; an image of at least 1x1 can be read"};
  if (width > max_pixels || height > max_pixels / width) {
    return Error{ErrorCode::too_large, "it is " + std::to_string(width) + "x" + std::to_string(height) +
                                           " pixels large; up to " + std::to_string(max_pixels) +
                                           " pixels can be read"};
  }
  return {};
}

}  // namespace glccl::host
