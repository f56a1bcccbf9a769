#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>

#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

constexpr std::size_t file_header = 14;

/// Values of the field for compression. OS/2 2 gives 3 and 4 other meanings, and neither is read.
enum Compression : std::uint32_t { uncompressed = 0, rle8 = 1, rle4 = 2, bit_fields = 3, bit_fields_with_alpha = 6 };

/// What the headers of a BMP say. All offsets are in bytes from the start of the file.
struct BmpHeader {
  std::size_t size = 0;  ///< Bytes of the header behind the file header; its version: 12 is that of OS/2 1.
  std::size_t pixels = 0;
  std::size_t palette = 0;
  std::size_t colours = 0;  ///< Entries of the palette.
  std::int64_t width = 0;
  std::int64_t height = 0;
  bool from_top = false;  ///< The first row is the top row.
  unsigned bits = 0;      ///< Per pixel.
  std::uint32_t compression = uncompressed;
  std::array<std::uint32_t, 4> masks{};  ///< Of red, green, blue and alpha in a pixel of 16 or 32 bits.

  std::size_t colour_bytes() const { return size == 12 ? 3 : 4; }
  bool is_run_length() const { return compression == rle8 || compression == rle4; }
  std::uint64_t row_bytes() const { return (static_cast<std::uint64_t>(width) * bits + 31) / 32 * 4; }
};

Error unread(const std::string& what) {
  return {ErrorCode::file, "it is a BMP with " + what +
                               "; 1, 2, 4, 8, 16, 24 or 32 bits per pixel can be read, uncompressed or run-length "
                               "encoded"};
}

Result<void> check_kind(const BmpHeader& header) {
  const bool os2 =
      header.size == 12 || (header.size <= 64 && header.size != 40 && header.size != 52 && header.size != 56);
  const bool known_bits = std::has_single_bit(header.bits) ? header.bits <= 32 : header.bits == 24;
  if (!known_bits) return unread(std::to_string(header.bits) + " bits per pixel");
  const bool masked = header.bits == 16 || header.bits == 32;
  bool known = false;
  switch (header.compression) {
    case uncompressed:
      known = true;
      break;
    case rle8:
      known = header.bits == 8 && !header.from_top;
      break;
    case rle4:
      known = header.bits == 4 && !header.from_top;
      break;
    case bit_fields:
    case bit_fields_with_alpha:
      known = masked && !os2;
      break;
    default:
      break;
  }
  if (known) return {};
  return unread("compression " + std::to_string(header.compression) + " of " + std::to_string(header.bits) + " bits");
}

/// Reads the masks of bit fields, which stand in the header from version 2 (52 bytes) on and behind it before, and
/// chooses those of files without.
Result<void> read_masks(FileBytes file, BmpHeader& header) {
  if (header.bits != 16 && header.bits != 32) return {};
  if (header.compression == uncompressed) {
    header.masks = header.bits == 16 ? std::array<std::uint32_t, 4>{0x7C00, 0x03E0, 0x001F, 0}
                                     : std::array<std::uint32_t, 4>{0xFF0000, 0x00FF00, 0x0000FF, 0};
    return {};
  }
  const bool has_alpha = header.compression == bit_fields_with_alpha || header.size >= 56;
  const std::size_t count = has_alpha ? 4 : 3;
  if (header.size < 52) header.palette += 4 * count;
  if (file.size() < file_header + 40 + 4 * count) return cut_off("BMP", "its header", file);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t& mask = header.masks[i] = little_endian(file, file_header + 40 + 4 * i, 4);
    const unsigned width = static_cast<unsigned>(std::popcount(mask));
    if (mask != 0 && mask >> std::countr_zero(mask) != (std::uint64_t{1} << width) - 1) {
      return damaged("the bits of a colour of the BMP do not lie side by side");
    }
    if (width > 8) return unread(std::to_string(width) + " bits per colour");
  }
  return {};
}

Result<BmpHeader> read_header(FileBytes file) {
  if (file.size() < file_header + 4) return cut_off("BMP", "its header", file);
  BmpHeader header;
  header.pixels = little_endian(file, 10, 4);
  header.size = little_endian(file, 14, 4);
  if (header.size != 12 && (header.size < 16 || header.size > 124)) {
    return damaged("the header of the BMP has an unknown length, " + std::to_string(header.size));
  }
  if (file.size() < file_header + header.size) return cut_off("BMP", "its header", file);
  const auto field = [&](std::size_t at, int bytes) {
    return at + static_cast<std::size_t>(bytes) <= file_header + header.size ? little_endian(file, at, bytes) : 0;
  };
  std::size_t colours = 0;
  if (header.size == 12) {
    header.width = field(18, 2);
    header.height = field(20, 2);
    header.bits = field(24, 2);
  } else {
    const auto height = static_cast<std::int32_t>(field(22, 4));
    header.width = static_cast<std::int32_t>(field(18, 4));
    header.height = std::abs(std::int64_t{height});
    header.from_top = height < 0;
    header.bits = field(28, 2);
    header.compression = field(30, 4);
    colours = field(46, 4);
  }
  if (header.width < 0) return damaged("the width of the BMP is negative");
  Result<void> status = check_size(static_cast<std::uint64_t>(header.width), static_cast<std::uint64_t>(header.height));
  if (status) status = check_kind(header);
  header.palette = file_header + header.size;
  if (status) status = read_masks(file, header);
  if (!status) return status.error();
  if (header.pixels < header.palette) return damaged("the pixels of the BMP begin within its header");
  if (header.bits <= 8) {
    const std::size_t room = (header.pixels - header.palette) / header.colour_bytes();
    const std::size_t most = std::size_t{1} << header.bits;
    header.colours = std::min({room, most, colours == 0 ? most : colours});
    if (file.size() < header.palette + header.colours * header.colour_bytes())
      return cut_off("BMP", "its palette", file);
  }
  return header;
}

using Rgba = std::array<std::uint8_t, 4>;

/// Turns what a file stores for a pixel into a colour, or with `indices` into one whose red is the index.
class BmpColours {
 public:
  BmpColours(FileBytes file, const BmpHeader& header, bool indices) : masks_(header.masks) {
    for (std::size_t i = 0; i < header.colours; ++i) {
      if (indices) {
        palette_.push_back({static_cast<std::uint8_t>(i)});
        continue;
      }
      const FileBytes bgr = file.subspan(header.palette + i * header.colour_bytes(), 3);
      palette_.push_back({bgr[2], bgr[1], bgr[0], 255});
    }
    for (std::size_t c = 0; c < 4; ++c) {
      shifts_[c] = masks_[c] == 0 ? 0 : std::countr_zero(masks_[c]);
      largest_[c] = masks_[c] >> shifts_[c];
    }
  }

  /// The colour of a palette. None where the palette is too short.
  std::optional<Rgba> of_index(std::size_t index) const {
    if (index >= palette_.size()) return std::nullopt;
    return palette_[index];
  }

  /// The colour of a pixel of 16 or 32 bits. Samples are scaled to 0..255 and rounded to nearest; without a mask for
  /// alpha the pixel is opaque.
  Rgba of_fields(std::uint32_t pixel) const {
    Rgba rgba{0, 0, 0, 255};
    for (std::size_t c = 0; c < 4; ++c) {
      if (masks_[c] == 0) continue;
      const std::uint32_t value = (pixel & masks_[c]) >> shifts_[c];
      rgba[c] = static_cast<std::uint8_t>((value * 255 + largest_[c] / 2) / largest_[c]);
    }
    return rgba;
  }

 private:
  std::vector<Rgba> palette_;
  std::array<std::uint32_t, 4> masks_;
  std::array<int, 4> shifts_{};
  std::array<std::uint32_t, 4> largest_{};
};

/// The pixels of an image, in the order of rows that the file has.
class BmpPixels {
 public:
  explicit BmpPixels(const BmpHeader& header)
      : image_{{static_cast<int>(header.width), static_cast<int>(header.height)}, PixelFormat::rgba8, {}},
        width_(static_cast<std::size_t>(header.width)),
        height_(static_cast<std::size_t>(header.height)),
        from_top_(header.from_top) {
    image_.opaque = header.masks[3] == 0;
    image_.bytes.resize(4 * width_ * height_);
  }

  void put(std::size_t x, std::size_t row, const Rgba& rgba) {
    const std::size_t y = from_top_ ? row : height_ - 1 - row;
    std::copy(rgba.begin(), rgba.end(), image_.bytes.begin() + static_cast<std::ptrdiff_t>(4 * (y * width_ + x)));
  }

  Image take() { return std::move(image_); }

 private:
  Image image_;
  std::size_t width_;
  std::size_t height_;
  bool from_top_;
};

/// Reads rows of pixels of a fixed number of bits; each row starts at a multiple of four bytes.
Result<Image> read_rows(FileBytes file, const BmpHeader& header, const BmpColours& colours) {
  const std::uint64_t expected = header.pixels + header.row_bytes() * static_cast<std::uint64_t>(header.height);
  if (file.size() < expected) {
    return truncated("the BMP holds " + std::to_string(file.size()) + " bytes of " + std::to_string(expected));
  }
  BmpPixels pixels(header);
  for (std::size_t row = 0; row < static_cast<std::size_t>(header.height); ++row) {
    const FileBytes bytes = file.subspan(header.pixels + row * header.row_bytes(), header.row_bytes());
    for (std::size_t x = 0; x < static_cast<std::size_t>(header.width); ++x) {
      const std::size_t bit = x * header.bits;
      if (header.bits == 24) {
        pixels.put(x, row, {bytes[3 * x + 2], bytes[3 * x + 1], bytes[3 * x], 255});
      } else if (header.bits > 8) {
        pixels.put(x, row, colours.of_fields(little_endian(bytes, bit / 8, static_cast<int>(header.bits / 8))));
      } else {
        const unsigned index = bytes[bit / 8] >> (8 - header.bits - bit % 8) & ((1U << header.bits) - 1);
        const std::optional<Rgba> colour = colours.of_index(index);
        if (!colour) return damaged("pixels of the BMP have colours that its palette lacks");
        pixels.put(x, row, *colour);
      }
    }
  }
  return pixels.take();
}

/// Reads run-length encoded pixels. Pixels that the file skips have the first colour of the palette.
class RunLengthReader {
 public:
  RunLengthReader(FileBytes file, const BmpHeader& header, const BmpColours& colours)
      : file_(file), header_(header), colours_(colours), pixels_(header), position_(header.pixels) {}

  Result<Image> read() {
    const Error cut = cut_off("BMP", "its pixels", file_);
    if (const auto first = colours_.of_index(0)) {
      for (std::int64_t row = 0; row < header_.height; ++row) {
        for (std::int64_t x = 0; x < header_.width; ++x) pixels_.put(std::size_t(x), std::size_t(row), *first);
      }
    }
    for (;;) {
      if (file_.size() < position_ + 2) return cut;
      const std::size_t count = file_[position_];
      const std::size_t value = file_[position_ + 1];
      position_ += 2;
      if (count == 0 && value == 1) return pixels_.take();
      bool done = true;
      if (count > 0) {
        done = repeat(count, position_ - 1);
      } else if (value == 0) {
        x_ = 0;
        ++row_;
      } else if (value == 2) {
        if (file_.size() < position_ + 2) return cut;
        x_ += file_[position_];
        row_ += file_[position_ + 1];
        position_ += 2;
      } else {
        // Pixels as they are; the next code starts at a multiple of two bytes.
        const std::size_t bytes = header_.compression == rle8 ? value : (value + 1) / 2;
        if (file_.size() < position_ + bytes) return cut;
        done = put_each(value, position_);
        position_ += bytes + bytes % 2;
      }
      if (!done) return damaged("a run of the BMP leaves its row or names a colour that the palette lacks");
    }
  }

 private:
  bool put(std::size_t index) {
    const std::optional<Rgba> colour = colours_.of_index(index);
    if (!colour || x_ >= static_cast<std::size_t>(header_.width) || row_ >= static_cast<std::size_t>(header_.height)) {
      return false;
    }
    pixels_.put(x_++, row_, *colour);
    return true;
  }

  /// Pixel `i` of those that start at the byte `at`: one or two a byte, the upper four bits first.
  std::size_t index(std::size_t at, std::size_t i) const {
    if (header_.compression == rle8) return file_[at + i];
    return file_[at + i / 2] >> (i % 2 == 0 ? 4 : 0) & 15U;
  }

  bool repeat(std::size_t count, std::size_t at) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!put(index(at, header_.compression == rle8 ? 0 : i % 2))) return false;
    }
    return true;
  }

  bool put_each(std::size_t count, std::size_t at) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!put(index(at, i))) return false;
    }
    return true;
  }

  FileBytes file_;
  const BmpHeader& header_;
  const BmpColours& colours_;
  BmpPixels pixels_;
  std::size_t position_;
  std::size_t x_ = 0;
  std::size_t row_ = 0;
};

Result<Image> decode_bmp_as(FileBytes file, bool indices) {
  const Result<BmpHeader> header = read_header(file);
  if (!header) return header.error();
  if (indices && header->bits > 8) return no_palette();
  const BmpColours colours(file, *header, indices);
  if (!header->is_run_length()) return read_rows(file, *header, colours);
  // A run of two bytes has at most 255 pixels, but pixels may be skipped.
  const auto pixels = static_cast<std::uint64_t>(header->width * header->height);
  if (pixels > free_pixels) {
    if (Result<void> status = check_room(file, pixels, 128); !status) return status.error();
  }
  return RunLengthReader(file, *header, colours).read();
}

}  // namespace

bool is_bmp(FileBytes file) { return starts_with(file, "BM"); }

Result<Image> decode_bmp(FileBytes file) { return decode_bmp_as(file, false); }

Result<Image> decode_bmp_indices(FileBytes file) {
  Result<Image> image = decode_bmp_as(file, true);
  if (!image) return image;
  Image indices{image->extent, PixelFormat::u8, {}};
  indices.bytes.resize(image->bytes.size() / 4);
  for (std::size_t i = 0; i < indices.bytes.size(); ++i) indices.bytes[i] = image->bytes[4 * i];
  return indices;
}

}  // namespace glccl::host
