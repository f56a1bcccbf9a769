#include "tests/host/files/file_bytes.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
// jpeglib.h needs the ones above.
#include <jpeglib.h>
#include <zlib.h>

#include <bit>
#include <fstream>
#include <random>

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

std::string big_endian(std::uint32_t value) {
  const std::string bytes = little_endian(value, 4);
  return {bytes.rbegin(), bytes.rend()};
}

std::string png_chunk(const std::string& type, const std::string& data) {
  const std::string summed = type + data;
  const uLong sum = crc32(0, reinterpret_cast<const Bytef*>(summed.data()), static_cast<uInt>(summed.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + summed + big_endian(static_cast<std::uint32_t>(sum));
}

}  // namespace

std::string bytes_of(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

std::string little_endian(std::uint64_t value, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

fs::path file_with(const std::string& bytes, const std::string& name) {
  const fs::path path = scratch_file(name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

host::Image read_image_file(const fs::path& path) {
  const Result<host::Image> image = host::read_image(path);
  if (!image) FAIL(image.error().message);
  return *image;
}

host::Image read(const std::string& bytes) { return read_image_file(file_with(bytes)); }

std::string reason(const fs::path& path, ErrorCode code) {
  const Result<host::Image> image = host::read_image(path);
  REQUIRE_FALSE(image);
  CHECK(image.error().code == code);
  const std::string start = "cannot read " + path.string() + ": ";
  REQUIRE(image.error().message.substr(0, start.size()) == start);
  CHECK(image.error().message.find('\n') == std::string::npos);
  return image.error().message.substr(start.size());
}

host::Image random_bytes(Extent extent, PixelFormat format) {
  std::mt19937 random(static_cast<unsigned>(extent.width));
  host::Image image{extent, format, {}};
  image.bytes.resize(static_cast<std::size_t>(extent.elements()) * bytes_per_pixel(format));
  for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(random());
  return image;
}

std::string as_file(const host::Image& image, const std::string& name) {
  const fs::path path = scratch_file(name);
  REQUIRE(host::write_image(path, image));
  return read_file(path);
}

std::string jpeg(Extent extent, int channels, const std::vector<std::uint8_t>& samples, bool progressive) {
  jpeg_compress_struct encoder{};
  jpeg_error_mgr errors{};
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&encoder, &bytes, &size);
  encoder.image_width = static_cast<JDIMENSION>(extent.width);
  encoder.image_height = static_cast<JDIMENSION>(extent.height);
  encoder.input_components = channels;
  encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, 90, TRUE);
  if (progressive) jpeg_simple_progression(&encoder);
  jpeg_start_compress(&encoder, TRUE);
  for (int y = 0; y < extent.height; ++y) {
    JSAMPROW row = const_cast<JSAMPLE*>(&samples[static_cast<std::size_t>(y * extent.width * channels)]);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  std::string file(reinterpret_cast<char*>(bytes), size);
  std::free(bytes);
  return file;
}

std::string bmp(const std::string& headers, const std::string& palette, const std::string& pixels) {
  const auto start = static_cast<std::uint32_t>(14 + headers.size() + palette.size());
  return "BM" + little_endian(start + static_cast<std::uint32_t>(pixels.size()), 4) + little_endian(0, 4) +
         little_endian(start, 4) + headers + palette + pixels;
}

std::string bmp_header(int width, int height, int bits, int compression) {
  return little_endian(40, 4) + little_endian(static_cast<std::uint32_t>(width), 4) +
         little_endian(static_cast<std::uint32_t>(height), 4) + little_endian(1, 2) +
         little_endian(static_cast<std::uint32_t>(bits), 2) +
         little_endian(static_cast<std::uint32_t>(compression), 4) + std::string(20, '\0');
}

std::string gif() {
  const unsigned char bytes[] = {'G', 'I',  'F', '8', '9', 'a', 2, 0, 2, 0, 0x80, 0, 0, 0,    0,    0,    255, 255,
                                 255, 0x2C, 0,   0,   0,   0,   2, 0, 2, 0, 0,    2, 3, 0x44, 0x02, 0x05, 0,   0x3B};
  return {bytes, bytes + sizeof bytes};
}

std::string png(std::uint32_t width, std::uint32_t height, int bits, int colour_type, const std::string& rows,
                const std::string& palette) {
  std::string packed(compressBound(static_cast<uLong>(rows.size())), '\0');
  auto size = static_cast<uLongf>(packed.size());
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
           static_cast<uLong>(rows.size()));
  packed.resize(size);
  return "\x89PNG\r\n\x1A\n" +
         png_chunk("IHDR", big_endian(width) + big_endian(height) + bytes_of({bits, colour_type, 0, 0, 0})) +
         (palette.empty() ? std::string() : png_chunk("PLTE", palette)) + png_chunk("IDAT", packed) +
         png_chunk("IEND", "");
}

std::string nifti(const NiftiFile& fields, const std::string& voxels) {
  std::string header(352, '\0');
  const auto put = [&](std::size_t at, std::uint32_t value, int count) {
    std::string bytes = little_endian(value, count);
    if (fields.big) bytes = {bytes.rbegin(), bytes.rend()};
    header.replace(at, bytes.size(), bytes);
  };
  const auto put_float = [&](std::size_t at, float value) { put(at, std::bit_cast<std::uint32_t>(value), 4); };
  put(0, static_cast<std::uint32_t>(fields.size), 4);
  put(40, static_cast<std::uint32_t>(fields.dim.size()), 2);
  for (std::size_t i = 0; i < fields.dim.size(); ++i) put(42 + 2 * i, static_cast<std::uint32_t>(fields.dim[i]), 2);
  put(70, static_cast<std::uint32_t>(fields.type), 2);
  put(72, static_cast<std::uint32_t>(fields.bits), 2);
  put_float(108, fields.offset);
  put_float(112, fields.slope);
  put_float(116, fields.intercept);
  header.replace(344, 4, fields.magic);
  return header + voxels;
}

std::string deflated(const std::string& bytes, int window_bits) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string gzip(const std::string& bytes) { return deflated(bytes, 16 + MAX_WBITS); }

fs::path tiff(Extent extent, int bits, int photometric, const std::function<void(TIFF*)>& fill, int channels) {
  const fs::path path = scratch_file("a.tif");
  TIFF* file = TIFFOpen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, extent.width);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, extent.height);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, channels != 0 ? channels : photometric == PHOTOMETRIC_RGB ? 3 : 1);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC, photometric);
  fill(file);
  TIFFClose(file);
  return path;
}

}  // namespace glccl::tests
