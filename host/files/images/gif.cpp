#include <gif_lib.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

struct CloseGif {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};
using GifReader = std::unique_ptr<GifFileType, CloseGif>;

/// Reads from the FileBytes that are left.
int read_bytes(GifFileType* gif, GifByteType* to, int wanted) {
  auto& left = *static_cast<FileBytes*>(gif->UserData);
  const std::size_t count = std::min(left.size(), static_cast<std::size_t>(wanted));
  std::copy_n(left.begin(), count, to);
  left = left.subspan(count);
  return static_cast<int>(count);
}

Error undecodable(int code) {
  const char* reason = GifErrorString(code);
  return damaged(std::string("the GIF cannot be decoded (") + (reason != nullptr ? reason : "no reason given") + ")");
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

/// Walks over the blocks up to the trailer, because only the first frame is decoded. Does not check the pixels.
Result<void> check_gif(FileBytes file) {
  if (file.size() < 13) return cut_off("GIF", "its header", file);
  std::size_t position = 13 + colour_table_bytes(file[10]);
  while (position < file.size()) {
    const std::uint8_t block = file[position];
    if (block == 0x3B) return {};  // The trailer.
    std::size_t data = position + 2;
    if (block == 0x2C) {  // An image: place, size, flags, perhaps a colour table, width of the codes.
      if (file.size() < position + 11) break;
      if (Result<void> status = check_size(little_endian(file, position + 5, 2), little_endian(file, position + 7, 2));
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
  return cut_off("GIF", "a block (there is no trailer)", file);
}

/// Reads an extension, which can name the transparent colour of the next frame. False after an error.
bool read_extension(GifFileType* gif, int& transparent) {
  int kind = 0;
  GifByteType* block = nullptr;
  if (DGifGetExtension(gif, &kind, &block) == GIF_ERROR) return false;
  GraphicsControlBlock control{};
  if (kind == GRAPHICS_EXT_FUNC_CODE && block != nullptr &&
      DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
    transparent = control.TransparentColor;
  }
  while (block != nullptr) {
    if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

/// The rows of a frame in the order in which a file has them.
std::vector<int> row_order(const GifImageDesc& frame) {
  std::vector<int> rows;
  const auto add = [&](int first, int step) {
    for (int row = first; row < frame.Height; row += step) rows.push_back(row);
  };
  if (!frame.Interlace) {
    add(0, 1);
    return rows;
  }
  add(0, 8);
  add(4, 8);
  add(2, 4);
  add(1, 2);
  return rows;
}

/// Decodes the frame whose descriptor comes next onto a transparent screen, or its indices onto one of zeros.
Result<Image> read_frame(GifFileType* gif, FileBytes file, int transparent, bool indices) {
  if (DGifGetImageDesc(gif) == GIF_ERROR) return undecodable(gif->Error);
  const GifImageDesc& frame = gif->Image;
  const ColorMapObject* palette = frame.ColorMap != nullptr ? frame.ColorMap : gif->SColorMap;
  if (palette == nullptr) return damaged("the GIF has no palette");
  if (frame.Left + frame.Width > gif->SWidth || frame.Top + frame.Height > gif->SHeight) {
    return damaged("a frame of the GIF leaves its screen");
  }
  // A code of 12 bits stands for at most 4096 pixels, but the frame may cover less than the screen.
  const std::uint64_t screen = static_cast<std::uint64_t>(gif->SWidth) * static_cast<std::uint64_t>(gif->SHeight);
  if (screen > free_pixels) {
    if (Result<void> status = check_room(file, screen, 4096 * 8 / 12); !status) return status.error();
  }
  Image image{{gif->SWidth, gif->SHeight}, indices ? PixelFormat::u8 : PixelFormat::rgba8, {}};
  image.bytes.resize(bytes_per_pixel(image.format) * screen);
  const bool covers = frame.Width == gif->SWidth && frame.Height == gif->SHeight;
  image.opaque = !indices && covers && transparent == NO_TRANSPARENT_COLOR;
  std::vector<GifPixelType> row(static_cast<std::size_t>(frame.Width));
  for (const int y : row_order(frame)) {
    if (DGifGetLine(gif, row.data(), frame.Width) == GIF_ERROR) return undecodable(gif->Error);
    const std::size_t start = static_cast<std::size_t>(frame.Top + y) * static_cast<std::size_t>(gif->SWidth) +
                              static_cast<std::size_t>(frame.Left);
    for (std::size_t x = 0; x < row.size(); ++x) {
      if (row[x] == transparent && !indices) continue;
      if (row[x] != transparent && row[x] >= palette->ColorCount) {
        return damaged("pixels of the GIF have colours that its palette lacks");
      }
      if (indices) {
        image.bytes[start + x] = row[x];
        continue;
      }
      const GifColorType& colour = palette->Colors[row[x]];
      const std::uint8_t rgba[] = {colour.Red, colour.Green, colour.Blue, 255};
      std::copy_n(rgba, 4, &image.bytes[4 * (start + x)]);
    }
  }
  return image;
}

Result<Image> decode_gif_as(FileBytes file, bool indices) {
  if (Result<void> status = check_gif(file); !status) return status.error();
  if (Result<void> status = check_size(little_endian(file, 6, 2), little_endian(file, 8, 2)); !status)
    return status.error();
  FileBytes left = file;
  int code = 0;
  const GifReader gif(DGifOpen(&left, read_bytes, &code));
  if (gif == nullptr) return undecodable(code);
  int transparent = NO_TRANSPARENT_COLOR;
  for (;;) {
    GifRecordType record = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif.get(), &record) == GIF_ERROR) return undecodable(gif->Error);
    if (record == IMAGE_DESC_RECORD_TYPE) return read_frame(gif.get(), file, transparent, indices);
    if (record != EXTENSION_RECORD_TYPE) return damaged("the GIF has no frame");
    if (!read_extension(gif.get(), transparent)) return undecodable(gif->Error);
  }
}

}  // namespace

bool is_gif(FileBytes file) { return starts_with(file, "GIF87a") || starts_with(file, "GIF89a"); }

Result<Image> decode_gif(FileBytes file) { return decode_gif_as(file, false); }

Result<Image> decode_gif_indices(FileBytes file) { return decode_gif_as(file, true); }

}  // namespace glccl::host
