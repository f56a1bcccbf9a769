#include "glccl/host/image_files.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <system_error>

#include "host/files/decode.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"
#include "host/files/image_structure.hpp"

// The functions of stb_image are private to this file, so that this library can be linked into a program that has its
// own stb_image.
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* readable = "PNG, JPEG, BMP, GIF, PNM, TIFF or NumPy .npy can be read";

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Result<std::vector<std::uint8_t>> read_bytes(const fs::path& path) {
  const auto file_error = [](const std::string& reason) { return Error{ErrorCode::file, reason}; };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return file_error(std::string("there is no such file; ") + readable);
  if (fs::is_directory(status)) return file_error("it is a folder; name an image file in it");
  const bool endless = status.type() == fs::file_type::character || status.type() == fs::file_type::block;
  if (endless) return file_error(std::string("it is a device; ") + readable);
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return file_error(std::generic_category().message(errno));

  std::vector<std::uint8_t> bytes;
  const std::uintmax_t expected = fs::is_regular_file(status) ? fs::file_size(path, error) : 0;
  if (!error) bytes.reserve(expected);
  std::vector<std::uint8_t> block(1 << 18);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(file.get()) != 0) return file_error(std::generic_category().message(errno));
  if (bytes.empty()) return file_error(std::string("it is empty; ") + readable);
  return bytes;
}

struct FreeStbPixels {
  void operator()(void* pixels) const { stbi_image_free(pixels); }
};
using StbPixels = std::unique_ptr<void, FreeStbPixels>;

/// Converts grey with alpha, and RGB, to RGBA.
void widen(const std::uint8_t* from, int channels, Image& image) {
  for (std::uint8_t *to = image.bytes.data(), *end = to + image.bytes.size(); to != end; to += 4, from += channels) {
    const bool colour = channels > 2;
    to[0] = from[0];
    to[1] = from[colour ? 1 : 0];
    to[2] = from[colour ? 2 : 0];
    to[3] = channels % 2 == 0 ? from[channels - 1] : 255;
  }
}

/// Decodes PNG, JPEG, BMP and GIF. Requires that check_png() and the like have found the file complete.
Result<Image> decode_stb(FileBytes file) {
  const int length = static_cast<int>(file.size());
  int width = 0;
  int height = 0;
  int channels = 0;
  Image image;
  bool wide = stbi_is_16_bit_from_memory(file.data(), length) != 0;
  StbPixels pixels(
      wide ? static_cast<void*>(stbi_load_16_from_memory(file.data(), length, &width, &height, &channels, 0))
           : nullptr);
  if (pixels == nullptr || channels != 1) {
    // Colours have 8 bits.
    wide = false;
    pixels.reset(stbi_load_from_memory(file.data(), length, &width, &height, &channels, 0));
  }
  if (pixels == nullptr) {
    const std::string reason = stbi_failure_reason();
    if (reason == "too large" || reason == "outofmem") {
      return Error{ErrorCode::too_large, "it is too large for its format's reader; a TIFF or .npy can be larger"};
    }
    return damaged("its pixels cannot be decoded (" + reason + ")");
  }
  image.extent = {width, height};
  image.format = channels > 1 ? PixelFormat::rgba8 : wide ? PixelFormat::u16 : PixelFormat::u8;
  image.bytes.resize(static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(image.format));
  if (channels == 1) {
    std::memcpy(image.bytes.data(), pixels.get(), image.bytes.size());
  } else {
    widen(static_cast<const std::uint8_t*>(pixels.get()), channels, image);
  }
  return image;
}

Error not_an_image(FileBytes file) {
  std::string start;
  for (const std::uint8_t byte : file.first(std::min<std::size_t>(file.size(), 4))) {
    char text[4];
    std::snprintf(text, sizeof text, " %02X", byte);
    start += text;
  }
  return {ErrorCode::file, "it is not an image of a known kind (" + std::to_string(file.size()) +
                               " bytes that start with" + start + "); " + readable};
}

bool starts_with(FileBytes file, const char* magic) {
  const std::size_t length = std::strlen(magic);
  return file.size() >= length && std::memcmp(file.data(), magic, length) == 0;
}

}  // namespace

Result<Image> decode_image(FileBytes file) {
  if (is_npy(file)) return decode_npy(file);
  if (is_tiff(file)) return decode_tiff(file);
  if (is_pnm(file)) return decode_pnm(file);

  Status (*check)(FileBytes) = nullptr;
  if (starts_with(file, "\x89PNG\r\n\x1A\n")) check = check_png;
  if (starts_with(file, "\xFF\xD8\xFF")) check = check_jpeg;
  if (starts_with(file, "GIF87a") || starts_with(file, "GIF89a")) check = check_gif;
  if (starts_with(file, "BM")) check = check_bmp;
  if (check == nullptr) return not_an_image(file);
  if (file.size() > INT_MAX) {
    return Error{ErrorCode::too_large, "it has " + std::to_string(file.size()) +
                                           " bytes; up to 2^31 - 1 can be read in this format, more as TIFF or .npy"};
  }
  if (Status status = check(file); !status) return status.error();
  return decode_stb(file);
}

Result<Image> read_image(const fs::path& path) {
  const auto cannot_read = [&](Error error) {
    // A reason can quote the file, and a damaged file can contain any byte.
    std::replace_if(
        error.message.begin(), error.message.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    error.message = "cannot read " + path.string() + ": " + error.message;
    return error;
  };
  try {
    const Result<std::vector<std::uint8_t>> bytes = read_bytes(path);
    if (!bytes) return cannot_read(bytes.error());
    Result<Image> image = decode_image(*bytes);
    if (!image) return cannot_read(image.error());
    return image;
  } catch (const std::bad_alloc&) {
    return cannot_read({ErrorCode::too_large, "there is no memory for it; a smaller image would work"});
  }
}

Status check_image_path(const fs::path& path) {
  return check_ending(path, {".png", ".tif", ".tiff", ".npy"}, "an image");
}

Status write_image(OutputFile& file, const Image& image) {
  if (Status status = check_image_path(file.path()); !status) return status;
  const bool known =
      image.format == PixelFormat::u8 || image.format == PixelFormat::u16 || image.format == PixelFormat::rgba8;
  if (!known) {
    return Error{ErrorCode::invalid_argument, "cannot write " + file.path().string() + ": its format is " +
                                                  std::string(traits_of(image.format).name) +
                                                  ", and image files have u8, u16 or rgba8"};
  }
  const std::size_t expected = static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(image.format);
  if (image.extent.width < 1 || image.extent.height < 1 || image.bytes.size() != expected) {
    return Error{ErrorCode::invalid_argument, "cannot write " + file.path().string() + ": the image has " +
                                                  std::to_string(image.bytes.size()) + " bytes for " +
                                                  to_string(image.extent) + " pixels"};
  }
  const std::string ending = ending_of(file.path());
  if (ending == ".png") return write_png(file, image);
  const int channels = image.format == PixelFormat::rgba8 ? 4 : 1;
  const int sample_bytes = image.format == PixelFormat::u16 ? 2 : 1;
  if (ending == ".npy") return write_npy(file, image.extent, channels, sample_bytes, image.bytes.data());
  return write_tiff(file, image.extent, channels, 8 * sample_bytes, image.bytes.data());
}

Status write_image(const fs::path& path, const Image& image) {
  return write_and_commit(path, check_image_path, [&](OutputFile& file) { return write_image(file, image); });
}

}  // namespace glccl::host
