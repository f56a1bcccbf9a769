#include <png.h>
#include <zlib.h>

#include <bit>
#include <csetjmp>
#include <cstring>

#include "host/files/formats.hpp"
#include "host/files/images/png_problem.hpp"

namespace glccl::host {
namespace {

/// Checks the size in the header IHDR. Deflate makes at most 1032 bytes of one.
Result<void> check_header(FileBytes file) {
  constexpr int channels[] = {1, 0, 3, 1, 2, 0, 4};  // Channels by the type of colour; other types are damaged.
  const std::uint64_t width = big_endian(file, 16, 4);
  const std::uint64_t height = big_endian(file, 20, 4);
  const std::uint64_t bits = file[24] * std::uint64_t(file[25] < 7 ? channels[file[25]] : 0);
  if (Result<void> status = check_size(width, height); !status) return status;
  return check_room(file, height * ((width * bits + 7) / 8), 1032);
}

/// Checks the header, the chunks up to IEND, and the checksums of the critical ones.
Result<void> check_png(FileBytes file) {
  constexpr std::size_t frame = 12;  // Length, type and checksum around the data of a chunk.
  std::size_t position = 8;
  for (bool first = true;; first = false) {
    if (file.size() < position + frame) return cut_off("PNG", first ? "its header" : "a chunk's header", file);
    const std::size_t length = big_endian(file, position, 4);
    const std::string type(reinterpret_cast<const char*>(&file[position + 4]), 4);
    if (first && (type != "IHDR" || length != 13)) return damaged("the PNG does not start with its header");
    if (file.size() - position - frame < length) return cut_off("PNG", "its chunk " + type, file);
    // Critical chunks have a capital as their first letter.
    const bool critical = type[0] >= 'A' && type[0] <= 'Z';
    const uLong sum = crc32(0, &file[position + 4], static_cast<uInt>(length + 4));
    if (critical && sum != big_endian(file, position + 8 + length, 4)) {
      return damaged("the checksum of the PNG's chunk " + type + " is wrong");
    }
    if (first) {
      if (Result<void> status = check_header(file); !status) return status;
    }
    if (type == "IEND") return {};
    position += frame + length;
  }
}

/// A file as libpng reads it.
struct PngSource {
  const std::uint8_t* at;
  std::size_t left;
};

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
  auto* source = static_cast<PngSource*>(png_get_io_ptr(png));
  if (count > source->left) png_error(png, "the file ends");
  std::memcpy(to, source->at, count);
  source->at += count;
  source->left -= count;
}

/// How libpng gives the rows after its conversions.
struct PngRows {
  int width;
  int height;
  int bits;      ///< Of a sample: 8 or 16.
  int channels;  ///< 1 or 4.
  int passes;    ///< 7 of an interlaced file, else 1.
  bool opaque;   ///< Colours without alpha.
  bool indices;  ///< Samples are to be indices of a palette. After begin(): they are.
};

/// Reads the header and asks for grey, or RGBA where the file has colours, a palette or alpha, of 8 or 16 bits in the
/// byte order of the machine. False after an error, to which libpng jumps by longjmp.
bool begin(png_structp png, png_infop info, PngSource& source, PngRows& rows) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_read_fn(png, &source, read_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(png, info);
  const bool wide = png_get_bit_depth(png, info) == 16;
  const bool alpha = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  const bool grey = png_get_color_type(png, info) == PNG_COLOR_TYPE_GRAY && !alpha;
  const bool indices = rows.indices && png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
  const bool opaque = !grey && !indices && !alpha && (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) == 0;
  if (indices) {
    png_set_packing(png);
  } else {
    png_set_expand(png);
  }
  if (!grey && !indices) {
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, wide ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  }
  if (wide && std::endian::native == std::endian::little) png_set_swap(png);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  rows = {static_cast<int>(png_get_image_width(png, info)),
          static_cast<int>(png_get_image_height(png, info)),
          png_get_bit_depth(png, info),
          png_get_channels(png, info),
          passes,
          opaque,
          indices};
  return true;
}

/// Reads all rows. False after an error.
bool read_rows(png_structp png, const PngRows& rows, std::uint8_t* bytes, std::size_t row_bytes) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  for (int pass = 0; pass < rows.passes; ++pass) {
    for (int y = 0; y < rows.height; ++y) png_read_row(png, bytes + static_cast<std::size_t>(y) * row_bytes, nullptr);
  }
  png_read_end(png, nullptr);
  return true;
}

Result<Image> read(png_structp png, png_infop info, FileBytes file, bool indices, const PngProblem& problem) {
  const auto unreadable = [&] { return damaged(std::string("the PNG cannot be decoded (") + problem.text + ")"); };
  PngSource source{file.data(), file.size()};
  PngRows rows{};
  rows.indices = indices;
  if (info == nullptr || !begin(png, info, source, rows)) return unreadable();
  if (indices && !rows.indices) return no_palette();
  const PixelFormat grey = rows.bits == 16 ? PixelFormat::u16 : PixelFormat::u8;
  Image image{{rows.width, rows.height}, rows.channels == 1 ? grey : PixelFormat::rgba8, {}};
  const std::size_t row_bytes = static_cast<std::size_t>(rows.width) * static_cast<std::size_t>(rows.channels) *
                                static_cast<std::size_t>(rows.bits / 8);
  image.bytes.resize(row_bytes * static_cast<std::size_t>(rows.height));
  if (!read_rows(png, rows, image.bytes.data(), row_bytes)) return unreadable();
  image.opaque = rows.opaque;
  if (rows.bits == 16 && rows.channels > 1) split_samples(image);
  return image;
}

Result<Image> decode_png_as(FileBytes file, bool indices) {
  if (Result<void> status = check_png(file); !status) return status.error();
  PngProblem problem;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &problem, keep_problem, ignore_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  Result<Image> image = read(png, info, file, indices, problem);
  png_destroy_read_struct(&png, &info, nullptr);
  return image;
}

}  // namespace

bool is_png(FileBytes file) { return starts_with(file, "\x89PNG\r\n\x1A\n"); }

Result<Image> decode_png(FileBytes file) { return decode_png_as(file, false); }

Result<Image> decode_png_indices(FileBytes file) { return decode_png_as(file, true); }

}  // namespace glccl::host
