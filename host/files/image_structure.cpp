#include "host/files/image_structure.hpp"

#include <zlib.h>

#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>

namespace glccl::host {
namespace {

std::uint32_t big_endian(FileBytes file, std::size_t at, int bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | file[at + static_cast<std::size_t>(i)];
  return value;
}

std::uint32_t little_endian(FileBytes file, std::size_t at, int bytes) {
  std::uint32_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) value = value << 8 | file[at + static_cast<std::size_t>(i)];
  return value;
}

Error ends_within(const char* format, const std::string& what, FileBytes file) {
  return truncated(std::string("the ") + format + " ends within " + what + ", at byte " + std::to_string(file.size()));
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

/// FileBytes of the colour table that the flags of a GIF announce.
std::size_t colour_table_bytes(std::uint8_t flags) { return flags & 0x80U ? std::size_t{6} << (flags & 7U) : 0; }

/// Whether every table in a JPEG's segment DHT has at most 256 codes. stb_image writes past its own table for more.
bool are_huffman_tables(FileBytes segment) {
  while (segment.size() >= 17) {
    const std::size_t codes = std::accumulate(segment.begin() + 1, segment.begin() + 17, std::size_t{0});
    if (codes > 256 || segment.size() < 17 + codes) return false;
    segment = segment.subspan(17 + codes);
  }
  return segment.empty();
}

}  // namespace

Status check_png(FileBytes file) {
  constexpr std::size_t frame = 12;  // Length, type and checksum around the data of a chunk.
  std::size_t position = 8;
  for (bool first = true;; first = false) {
    if (file.size() < position + frame) return ends_within("PNG", first ? "its header" : "a chunk's header", file);
    const std::size_t length = big_endian(file, position, 4);
    const std::string type(reinterpret_cast<const char*>(&file[position + 4]), 4);
    if (first && (type != "IHDR" || length != 13)) return damaged("the PNG does not start with its header");
    if (file.size() - position - frame < length) return ends_within("PNG", "its chunk " + type, file);
    // Critical chunks have a capital as their first letter.
    const bool critical = type[0] >= 'A' && type[0] <= 'Z';
    const uLong sum = crc32(0, &file[position + 4], static_cast<uInt>(length + 4));
    if (critical && sum != big_endian(file, position + 8 + length, 4)) {
      return damaged("the checksum of the PNG's chunk " + type + " is wrong");
    }
    if (first) {
      if (Status status = check_size(big_endian(file, 16, 4), big_endian(file, 20, 4)); !status) return status;
    }
    if (type == "IEND") return {};
    position += frame + length;
  }
}

Status check_jpeg(FileBytes file) {
  std::size_t position = 2;
  while (position + 1 < file.size()) {
    // Between markers lie coded pixels, in which 0xFF is followed by 0 or by a restart marker, 0xD0 to 0xD7.
    const std::uint8_t marker = file[position + 1];
    if (file[position] != 0xFF || marker == 0x00 || marker == 0xFF || (marker >= 0xD0 && marker <= 0xD8) ||
        marker == 0x01) {
      ++position;
      continue;
    }
    if (marker == 0xD9) return {};
    if (file.size() < position + 4) break;
    const std::size_t length = big_endian(file, position + 2, 2);
    if (length < 2) return damaged("a segment of the JPEG has no length");
    const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (is_frame && length >= 8 && file.size() >= position + 9) {
      if (Status status = check_size(big_endian(file, position + 7, 2), big_endian(file, position + 5, 2)); !status)
        return status;
    }
    if (file.size() - position < 2 + length) break;
    if (marker == 0xC4 && !are_huffman_tables(file.subspan(position + 4, length - 2))) {
      return damaged("a table of the JPEG's codes is too long");
    }
    position += 2 + length;
  }
  return ends_within("JPEG", "its pixels or a segment (there is no end marker)", file);
}

Status check_gif(FileBytes file) {
  if (file.size() < 13) return ends_within("GIF", "its header", file);
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
  return ends_within("GIF", "a block (there is no trailer)", file);
}

Status check_bmp(FileBytes file) {
  if (file.size() < 26) return ends_within("BMP", "its header", file);
  const std::uint64_t offset = little_endian(file, 10, 4);
  const std::uint32_t header = little_endian(file, 14, 4);
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t bits = 0;
  if (header == 12) {
    width = little_endian(file, 18, 2);
    height = little_endian(file, 20, 2);
    bits = little_endian(file, 24, 2);
  } else {
    if (file.size() < 34) return ends_within("BMP", "its header", file);
    const std::uint32_t compression = little_endian(file, 30, 4);
    if (compression != 0 && compression != 3) {
      return Error{ErrorCode::file, "it is a compressed BMP; an uncompressed one can be read"};
    }
    width = static_cast<std::int32_t>(little_endian(file, 18, 4));
    height = std::abs(
        std::int64_t{static_cast<std::int32_t>(little_endian(file, 22, 4))});  // Negative where rows come from the top.
    bits = little_endian(file, 28, 2);
  }
  if (width < 0) return damaged("the width of the BMP is negative");
  const auto columns = static_cast<std::uint64_t>(width);
  const auto rows = static_cast<std::uint64_t>(height);
  if (Status status = check_size(columns, rows); !status) return status;
  const std::uint64_t expected = offset + (columns * static_cast<std::uint64_t>(bits) + 31) / 32 * 4 * rows;
  if (file.size() < expected) {
    return truncated("the BMP holds " + std::to_string(file.size()) + " bytes of " + std::to_string(expected));
  }
  return {};
}

}  // namespace glccl::host
