#include <climits>
#include <memory>
#include <optional>

#include "host/files/formats.hpp"

// The functions of stb_image are private to this file, so that this library can be linked into a program that has its
// own stb_image.
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace glccl::host {
namespace {

struct FreeStbPixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

Error cut_off(const char* where, FileBytes file) {
  return truncated(std::string("the GIF ends within ") + where + ", at byte " + std::to_string(file.size()));
}

/// The end of the sub-blocks of a GIF that start at `position`. Each is a length and as many bytes; the last has length
/// 0.
std::optional<std::size_t> skip_sub_blocks(FileBytes file, std::size_t position) {
  while (position < file.size()) {
    const std::size_t length = file[position];
    position += 1 + length;
    if (length == 0) return position;
  }
  return std::nullopt;
}

/// Bytes of the colour table that the flags of a GIF announce.
std::size_t colour_table_bytes(std::uint8_t flags) { return flags & 0x80U ? std::size_t{6} << (flags & 7U) : 0; }

/// Walks over the blocks up to the trailer: stb_image fills the missing part of a truncated file and reports success.
/// Does not check the pixels.
Status check_gif(FileBytes file) {
  if (file.size() < 13) return cut_off("its header", file);
  std::size_t position = 13 + colour_table_bytes(file[10]);
  while (position < file.size()) {
    const std::uint8_t block = file[position];
    if (block == 0x3B) return {};  // The trailer.
    std::size_t data = position + 2;
    if (block == 0x2C) {  // An image: place, size, flags, perhaps a colour table, width of the codes.
      if (file.size() < position + 11) break;
      if (Status status = check_size(little_endian(file, position + 5, 2), little_endian(file, position + 7, 2));
          !status) {
        return status;
      }
      data = position + 10 + colour_table_bytes(file[position + 9]) + 1;
    } else if (block != 0x21) {  // Not an extension either.
      return damaged("the GIF has an unknown block at byte " + std::to_string(position));
    }
    const std::optional<std::size_t> end = skip_sub_blocks(file, data);
    if (!end) break;
    position = *end;
  }
  return cut_off("a block (there is no trailer)", file);
}

}  // namespace

bool is_gif(FileBytes file) { return starts_with(file, "GIF87a") || starts_with(file, "GIF89a"); }

Result<Image> decode_gif(FileBytes file) {
  if (Status status = check_gif(file); !status) return status.error();
  const std::uint64_t screen = std::uint64_t{little_endian(file, 6, 2)} * little_endian(file, 8, 2);
  // A code of 12 bits stands for at most 4096 pixels, but the frame may cover less than the screen.
  if (screen > free_pixels) {
    if (Status status = check_room(file, screen, 4096 * 8 / 12); !status) return status.error();
  }
  if (file.size() > INT_MAX) return Error{ErrorCode::too_large, "it is a GIF of more than 2^31 - 1 bytes"};
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, FreeStbPixels> pixels(
      stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4));
  if (pixels == nullptr) return damaged(std::string("the GIF cannot be decoded (") + stbi_failure_reason() + ")");
  Image image{{width, height}, PixelFormat::rgba8, {}};
  image.bytes.assign(pixels.get(), pixels.get() + image.extent.elements() * 4);
  return image;
}

}  // namespace glccl::host
