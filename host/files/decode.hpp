// Shared by the readers of image formats. A decoder takes the bytes of a whole file. Its errors are reasons without the
// name of the file; read_file() adds the name.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// The bytes of a file.
using FileBytes = std::span<const std::uint8_t>;

/// The number of pixels up to which an image is read although its file may be too short for them, in formats that can
/// leave pixels out. No decoder takes more than 64 MiB for them.
inline constexpr std::uint64_t free_pixels = 1 << 22;

/// The error of a file that ends too early.
inline Error truncated(const std::string& what) {
  return {ErrorCode::file, "it is truncated: " + what + "; fetch or save it again"};
}

/// The error of a file of a format that ends within `where`.
inline Error cut_off(const char* format, const std::string& where, FileBytes file) {
  return truncated(std::string("the ") + format + " ends within " + where + ", at byte " + std::to_string(file.size()));
}

/// The error of a file whose content contradicts its format.
inline Error damaged(const std::string& what) {
  return {ErrorCode::file, "it is damaged: " + what + "; fetch or save it again"};
}

/// The error of a file without a palette, of which indices are asked for.
inline Error no_palette() {
  return {ErrorCode::file, "it has no palette; --palette-indices is for files with one, leave it out"};
}

/// Whether an image or volume of this size can be read: it has at least 1x1 and at most `most` pixels, and sides of up
/// to 2^31 - 1. Error `file` or `too_large`.
inline Result<void> check_size(std::uint64_t width, std::uint64_t height, std::uint64_t depth = 1,
                               std::uint64_t most = max_pixels) {
  if (width == 0 || height == 0 || depth == 0)
    return Error{ErrorCode::file, "it has no pixels; an image of at least 1x1 can be read"};
  constexpr std::uint64_t longest = std::numeric_limits<int>::max();
  const bool long_side = width > longest || height > longest || depth > longest;
  if (long_side || width > most || height > most / width || depth > most / (width * height)) {
    std::string size = std::to_string(width) + "x" + std::to_string(height);
    if (depth > 1) size.append("x").append(std::to_string(depth));
    return Error{ErrorCode::too_large,
                 "it is " + size + " pixels large; up to " + std::to_string(most) + " pixels can be read" +
                     (long_side && most > longest ? ", with sides of up to " + std::to_string(longest) : "")};
  }
  return {};
}

/// Whether a file can hold what its header claims: `needed` bytes when decoded, of which a byte of the file gives at
/// most `expansion`. To be called before memory is taken for the pixels. Error `file`.
inline Result<void> check_room(std::uint64_t file, std::uint64_t needed, std::uint64_t expansion) {
  const std::uint64_t fewest = needed / expansion + (needed % expansion != 0 ? 1 : 0);
  if (file >= fewest) return {};
  return truncated("it has " + std::to_string(file) + " bytes, and one of its size takes at least " +
                   std::to_string(fewest));
}

/// Whether a file begins with these characters.
inline bool starts_with(FileBytes file, const char* magic) {
  const std::size_t length = std::strlen(magic);
  return file.size() >= length && std::memcmp(file.data(), magic, length) == 0;
}

/// The same for a file in memory.
inline Result<void> check_room(FileBytes file, std::uint64_t needed, std::uint64_t expansion) {
  return check_room(file.size(), needed, expansion);
}

/// Reverses the bytes of every sample of `size` bytes.
inline void swap_bytes(std::span<std::uint8_t> samples, std::size_t size) {
  for (std::size_t at = 0; at + size <= samples.size(); at += size) {
    const auto sample = samples.subspan(at, size);
    std::reverse(sample.begin(), sample.end());
  }
}

/// The unsigned integer of 1 to 4 bytes at byte `at`, the least significant first. Requires that the file has them.
inline std::uint32_t little_endian(FileBytes file, std::size_t at, int bytes) {
  std::uint32_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) value = value << 8 | file[at + static_cast<std::size_t>(i)];
  return value;
}

/// The same with the most significant byte first.
inline std::uint32_t big_endian(FileBytes file, std::size_t at, int bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | file[at + static_cast<std::size_t>(i)];
  return value;
}

/// Takes an image whose `bytes` hold colours of four 16-bit samples in the byte order of the machine, and splits them
/// into the high bytes and the low bytes.
inline void split_samples(Image& image) {
  const std::vector<std::uint8_t> samples = std::exchange(image.bytes, {});
  image.bytes.resize(samples.size() / 2);
  image.low_bytes.resize(samples.size() / 2);
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    std::uint16_t sample = 0;
    std::memcpy(&sample, &samples[2 * i], sizeof sample);
    image.bytes[i] = static_cast<std::uint8_t>(sample >> 8);
    image.low_bytes[i] = static_cast<std::uint8_t>(sample);
  }
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
