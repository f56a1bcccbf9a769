// Image files for tests: bytes of every format, and what read_image() makes of them.
#pragma once

#include <tiffio.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"

namespace glccl::tests {

/// Bytes of a file in the order in which they are listed.
std::string bytes_of(std::initializer_list<int> bytes);

/// The unsigned integer as `count` bytes, the least significant first.
std::string little_endian(std::uint64_t value, int count);

/// A new file with this content.
std::filesystem::path file_with(const std::string& bytes, const std::string& name = "file");

/// The image in a file. Fails the test case where it cannot be read.
host::Image read_image_file(const std::filesystem::path& path);

/// The image in a file with this content.
host::Image read(const std::string& bytes);

/// The reason in the message of a failure to read. Checks the parts that all messages have.
std::string reason(const std::filesystem::path& path, ErrorCode code = ErrorCode::file);

/// An image whose bytes are random, the same for the same extent.
host::Image random_bytes(Extent extent, PixelFormat format);

/// An image as write_image() writes it under this name.
std::string as_file(const host::Image& image, const std::string& name);

/// A JPEG of 1 (grey), 3 (RGB) or 4 (CMYK) samples a pixel.
std::string jpeg(Extent extent, int channels, const std::vector<std::uint8_t>& samples, bool progressive = false);

/// A BMP: the file header, the other headers, the palette, the pixels.
std::string bmp(const std::string& headers, const std::string& palette, const std::string& pixels);

/// The header of a Windows BMP: 40 bytes.
std::string bmp_header(int width, int height, int bits, int compression = 0);

/// A GIF of 2x2 pixels: black white, white black.
std::string gif();

/// A PNG with one IDAT, perhaps behind a palette. `rows` has a byte for the filter before each row.
std::string png(std::uint32_t width, std::uint32_t height, int bits, int colour_type, const std::string& rows,
                const std::string& palette = {});

/// The fields of a NIfTI-1 header that nifti() writes.
struct NiftiFile {
  std::vector<int> dim;  ///< Lengths of the axes, x first.
  int type = 2;          ///< 2 is uint8.
  int bits = 8;
  float offset = 352.0F;
  float slope = 0.0F;
  float intercept = 0.0F;
  std::string magic = std::string("n+1\0", 4);
  bool big = false;  ///< The most significant byte first.
  int size = 348;
};

/// A NIfTI file: the header, zeros up to byte 352, these voxels.
std::string nifti(const NiftiFile& fields, const std::string& voxels);

/// The bytes compressed by deflate. `window_bits` is that of zlib: negative without a header, plus 16 for that of gzip.
std::string deflated(const std::string& bytes, int window_bits);

/// The bytes compressed as one member of gzip.
std::string gzip(const std::string& bytes);

/// A TIFF whose remaining tags and pixels `fill` writes. RGB has `channels` of 3, grey 1 unless given.
std::filesystem::path tiff(Extent extent, int bits, int photometric, const std::function<void(TIFF*)>& fill,
                           int channels = 0);

}  // namespace glccl::tests
