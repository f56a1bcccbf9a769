// Shared by the readers of image formats. A decoder takes the bytes of a whole file. Its errors are reasons without the
// name of the file; read_file() adds the name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

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

/// The content of a file. Errors as in read_image(), without the name of the file.
Result<std::vector<std::uint8_t>> read_bytes(const std::filesystem::path& path);

/// The error of a file with the name of the file before it, in printable letters.
Error cannot_read(const std::filesystem::path& path, Error error);

/// Reads a file and returns what `decode` makes of its bytes. Errors: those of read_bytes() and `decode`, and
/// `too_large` where there is no memory, all with the name of the file.
template <class Decode>
std::invoke_result_t<Decode, FileBytes> read_file(const std::filesystem::path& path, const Decode& decode) {
  try {
    const Result<std::vector<std::uint8_t>> bytes = read_bytes(path);
    if (!bytes) return cannot_read(path, bytes.error());
    std::invoke_result_t<Decode, FileBytes> decoded = decode(*bytes);
    if (!decoded) return cannot_read(path, decoded.error());
    return decoded;
  } catch (const std::bad_alloc&) {
    return cannot_read(path, {ErrorCode::too_large, "there is no memory for it; a smaller image would work"});
  }
}

}  // namespace glccl::host
