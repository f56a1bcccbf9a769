// Files of numbers of every type: as a whole and in slabs, in both orders of bytes and of elements, with the elements
// that were written, or refused.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "glccl/host/slabs.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

using host::Image;
namespace fs = std::filesystem;

/// A type of numbers in files, and the format of images that they become.
struct NumberCase {
  char kind;  ///< 'u', 'i' or 'f'.
  int bytes;
  PixelFormat format;
};

constexpr NumberCase number_cases[] = {
    {'u', 1, PixelFormat::u8},  {'u', 2, PixelFormat::u16}, {'u', 4, PixelFormat::u32}, {'u', 8, PixelFormat::u32},
    {'i', 1, PixelFormat::i8},  {'i', 2, PixelFormat::i16}, {'i', 4, PixelFormat::i32}, {'i', 8, PixelFormat::i32},
    {'f', 2, PixelFormat::f16}, {'f', 4, PixelFormat::f32}, {'f', 8, PixelFormat::f32},
};

std::string name_of(const NumberCase& one) { return one.kind + std::to_string(one.bytes); }

/// The bits of the small integer `value` as a number of this type, in the byte order of the machine.
std::uint64_t bits_of(char kind, int bytes, int value) {
  if (kind != 'f') return static_cast<std::uint64_t>(std::int64_t{value});
  if (bytes == 8) return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  if (bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  constexpr std::uint16_t halves[] = {0, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700};
  return halves[std::abs(value)] | (value < 0 ? 0x8000U : 0U);
}

std::string number(char kind, int bytes, int value) {
  const std::uint64_t bits = bits_of(kind, bytes, value);
  return {reinterpret_cast<const char*>(&bits), static_cast<std::size_t>(bytes)};
}

/// The element at a position, from -3 or 0 to 7.
int value_at(const Position& at, char kind) {
  const int value = (5 * at.x + 3 * at.y + 2 * at.z) % 8;
  return kind != 'u' && value > 4 ? 4 - value : value;
}

/// The image that a file of these numbers is read as.
Image image_of(const NumberCase& one, const Extent& extent) {
  Image image{extent, one.format, {}};
  const int bytes = static_cast<int>(bytes_per_pixel(one.format));
  for (std::int64_t i = 0; i < extent.elements(); ++i) {
    const int value = value_at(position_of(static_cast<std::size_t>(i), extent), one.kind);
    const std::string element = number(one.kind, bytes, value);
    image.bytes.insert(image.bytes.end(), element.begin(), element.end());
  }
  return image;
}

/// A .npy file of these numbers.
fs::path npy(const NumberCase& one, const Extent& extent, bool swapped, bool fortran) {
  std::string shape = std::to_string(extent.height) + ", " + std::to_string(extent.width) + "), }";
  shape = extent.is_volume() ? "(" + std::to_string(extent.depth) + ", " + shape : "(" + shape;
  std::string header = "{'descr': '" + std::string(swapped ? ">" : "<") + name_of(one) +
                       "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape;
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += std::string{static_cast<char>(header.size()), '\0'} + header;
  const Extent turned{extent.depth, extent.height, extent.width};
  for (std::size_t i = 0; i < static_cast<std::size_t>(extent.elements()); ++i) {
    Position at = position_of(i, fortran ? turned : extent);
    if (fortran) std::swap(at.x, at.z);
    std::string element = number(one.kind, one.bytes, value_at(at, one.kind));
    if (swapped) std::reverse(element.begin(), element.end());
    bytes += element;
  }
  return file_with(bytes, "numbers.npy");
}

/// A TIFF file of these numbers, a page for each slice.
fs::path tiff_of(const NumberCase& one, const Extent& extent, bool swapped, bool tiled) {
  const fs::path path = scratch_file("numbers.tif");
  TIFF* file = TIFFOpen(path.c_str(), swapped ? "wb" : "wl");
  REQUIRE(file != nullptr);
  const int format = one.kind == 'u' ? SAMPLEFORMAT_UINT : one.kind == 'i' ? SAMPLEFORMAT_INT : SAMPLEFORMAT_IEEEFP;
  for (int z = 0; z < extent.depth; ++z) {
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, extent.width);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, extent.height);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8 * one.bytes);
    TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, format);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    constexpr int side = 16;
    const Extent part = tiled ? Extent{side, side} : Extent{extent.width, 1};
    if (tiled) {
      TIFFSetField(file, TIFFTAG_TILEWIDTH, side);
      TIFFSetField(file, TIFFTAG_TILELENGTH, side);
    } else {
      TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, 3);
    }
    for (int y = 0; y < extent.height; y += part.height) {
      for (int x = 0; x < extent.width; x += part.width) {
        std::string samples;
        for (std::size_t i = 0; i < static_cast<std::size_t>(part.elements()); ++i) {
          const Position at = position_of(i, part);
          samples += number(one.kind, one.bytes, value_at({x + at.x, y + at.y, z}, one.kind));
        }
        const auto row = static_cast<std::uint32_t>(y);
        const auto done = tiled ? TIFFWriteTile(file, samples.data(), static_cast<std::uint32_t>(x), row, 0, 0)
                                : TIFFWriteScanline(file, samples.data(), row, 0);
        REQUIRE(done >= 0);
      }
    }
    TIFFWriteDirectory(file);
  }
  TIFFClose(file);
  return path;
}

/// Reads a file as a whole, and in slabs of two planes.
void check_file(const fs::path& path, const Image& expected) {
  CHECK(read_image_file(path) == expected);
  Result<host::SlabSource> source = host::open_slabs(path.string());
  INFO((source ? "" : source.error().message));
  REQUIRE(source);
  CHECK(source->extent == expected.extent);
  REQUIRE(source->format == expected.format);
  const int all = host::planes_of(source->extent);
  const std::size_t plane =
      static_cast<std::size_t>(host::slab_of(source->extent, 1).elements()) * bytes_per_pixel(source->format);
  for (int first = 0; first < all; first += 2) {
    const int planes = std::min(2, all - first);
    std::vector<std::uint8_t> elements(static_cast<std::size_t>(planes) * plane);
    REQUIRE(source->read(first, planes, elements.data()));
    CHECK(std::equal(elements.begin(), elements.end(),
                     expected.bytes.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(first) * plane)));
  }
}

constexpr Extent extents[] = {{7, 5}, {6, 5, 7}, {1, 9, 2}};

/// Both ways of reading, of a file whose number at place 3 does not fit. Returns the reason, which is the same.
std::string refusal(const fs::path& path) {
  Result<host::SlabSource> source = host::open_slabs(path.string());
  REQUIRE(source);
  std::vector<std::uint8_t> elements(1000);
  const Result<void> status = source->read(0, host::planes_of(source->extent), elements.data());
  REQUIRE_FALSE(status);
  const std::string whole = reason(path);
  CHECK(status.error().message == "cannot read " + path.string() + ": " + whole);
  return whole;
}

}  // namespace

TEST_CASE(".npy files of numbers of every type are read as they are", "[host][files]") {
  for (const NumberCase& one : number_cases) {
    for (const Extent& extent : extents) {
      for (const bool swapped : {false, true}) {
        for (const bool fortran : {false, true}) {
          CAPTURE(name_of(one), extent, swapped, fortran);
          check_file(npy(one, extent, swapped, fortran), image_of(one, extent));
        }
      }
    }
  }
}

TEST_CASE("TIFF files of numbers of every type are read as they are", "[host][files]") {
  for (const NumberCase& one : number_cases) {
    for (const Extent& extent : {Extent{7, 5}, Extent{19, 18, 3}}) {
      for (const bool swapped : {false, true}) {
        for (const bool tiled : {false, true}) {
          CAPTURE(name_of(one), extent, swapped, tiled);
          check_file(tiff_of(one, extent, swapped, tiled), image_of(one, extent));
        }
      }
    }
  }
}

TEST_CASE("labels that were written are read as an image", "[host][files]") {
  const LabelImage labels{{3, 2}, {0, 1, 65536, 4294967295, 5, 0}};
  Image image{labels.extent, PixelFormat::u32, std::vector<std::uint8_t>(24)};
  std::memcpy(image.bytes.data(), labels.values.data(), 24);
  for (const char* name : {"labels.npy", "labels.tif"}) {
    const fs::path path = scratch_file(name);
    REQUIRE(host::write_labels(path, labels));
    check_file(path, image);
  }
}

TEST_CASE("numbers of 64 bits that 32 bits do not hold are refused", "[host][files]") {
  const auto npy_of = [](const std::string& type, std::uint64_t last) {
    const std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (2, 2), }";
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += std::string{static_cast<char>(header.size()), '\0'} + header + std::string(24, '\0');
    return file_with(bytes.append(reinterpret_cast<const char*>(&last), 8), "wide.npy");
  };
  const std::string end = " does not hold; images of 32 bits can be read, so convert it to those";
  CHECK(refusal(npy_of("<u8", 1ULL << 32)) == "its element 3 is 4294967296.000000, which u32" + end);
  CHECK(refusal(npy_of("<i8", 1ULL << 31)) == "its element 3 is 2147483648.000000, which i32" + end);
  CHECK(refusal(npy_of("<f8", std::bit_cast<std::uint64_t>(0.1))) == "its element 3 is 0.100000, which f32" + end);
  CHECK(refusal(npy_of("<f8", std::bit_cast<std::uint64_t>(1e300))).starts_with("its element 3 is 1000"));
}

}  // namespace glccl::tests
