#include <png.h>

#include <bit>
#include <csetjmp>

#include "host/files/formats.hpp"
#include "host/files/images/png_problem.hpp"

namespace glccl::host {
namespace {

/// An image as libpng takes it.
struct Picture {
  const png_byte* bytes;
  png_uint_32 width;
  png_uint_32 height;
  std::size_t row_bytes;
  int bit_depth;
  int color_type;
};

/// Where libpng writes to, and what became of it.
struct PngOutput {
  OutputFile& file;
  Result<void> status = {};
};

void write_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  auto& output = *static_cast<PngOutput*>(png_get_io_ptr(png));
  output.status = output.file.write(bytes, count);
  if (!output.status) png_error(png, "the file cannot be written");
}

void flush_nothing(png_structp) {}

/// Writes the file. Returns false after an error, to which libpng jumps by longjmp.
bool encode(png_structp png, png_infop info, PngOutput& output, const Picture& picture) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_write_fn(png, &output, write_bytes, flush_nothing);
  // By default libpng refuses more than a million pixels in a row or column.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(png, info, picture.width, picture.height, picture.bit_depth, picture.color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  if (picture.bit_depth == 16 && std::endian::native == std::endian::little) png_set_swap(png);
  for (png_uint_32 y = 0; y < picture.height; ++y) png_write_row(png, picture.bytes + y * picture.row_bytes);
  png_write_end(png, info);
  return true;
}

}  // namespace

Result<void> write_png(OutputFile& file, const Image& image) {
  const Picture picture{
      image.bytes.data(),
      static_cast<png_uint_32>(image.extent.width),
      static_cast<png_uint_32>(image.extent.height),
      static_cast<std::size_t>(image.extent.width) * static_cast<std::size_t>(bytes_per_pixel(image.format)),
      image.format == PixelFormat::u16 ? 16 : 8,
      image.format == PixelFormat::rgba8 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_GRAY};
  PngProblem problem;
  PngOutput output{file};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &problem, keep_problem, ignore_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  const bool done = info != nullptr && encode(png, info, output, picture);
  png_destroy_write_struct(&png, &info);
  if (!output.status) return output.status;
  if (!done) return file.failure(problem.text);
  return {};
}

}  // namespace glccl::host
