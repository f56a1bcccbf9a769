// Shared by the readers of image formats. A decoder takes the bytes of a whole file. Its errors are reasons without the
// name of the file; read_image() adds the name.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// The bytes of a file.
using FileBytes = std::span<const std::uint8_t>;

/// The error of a file that ends too early.
inline Error truncated(const std::string& what) {
  return {ErrorCode::file, "it is truncated: " + what + "; fetch or save it again"};
}

/// The error of a file whose content contradicts its format.
inline Error damaged(const std::string& what) {
  return {ErrorCode::file, "it is damaged: " + what + "; fetch or save it again"};
}

/// Whether an image of this size can be read: it has at least 1x1 and at most `max_pixels` pixels. Error `file` or
/// `too_large`.
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
