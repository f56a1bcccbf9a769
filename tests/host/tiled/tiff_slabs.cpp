// TIFF files as sources of slabs: strips, tiles and pages, read by planes as read_image() reads the whole.
#include <tiffio.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using host::SlabSource;

/// How a TIFF file stores its pages.
struct Storage {
  const char* name;
  Extent extent{37, 50};
  int bits = 8;
  int channels = 1;
  int photometric = PHOTOMETRIC_MINISBLACK;
  int compression = COMPRESSION_NONE;
  std::uint32_t strip_rows = 7;  ///< 0: tiles.
  int orientation = ORIENTATION_TOPLEFT;
  int layout = PLANARCONFIG_CONTIG;
  const char* mode = "w";
  std::vector<int> pages_aside = {};  ///< Slices behind which there is a page that is a smaller copy.
  int fill_order = FILLORDER_MSB2LSB;
};

/// Samples that are their own bytes: varied, and compressible.
std::vector<std::uint8_t> samples_of(std::size_t bytes, unsigned seed) {
  std::vector<std::uint8_t> samples(bytes);
  for (std::size_t i = 0; i < bytes; ++i) samples[i] = static_cast<std::uint8_t>((i / 3 + seed) * 13 >> (i % 5));
  return samples;
}

void set_tags(TIFF* file, const Storage& storage) {
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, storage.extent.width);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, storage.extent.height);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, storage.bits);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, storage.channels);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, storage.layout);
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC, storage.photometric);
  TIFFSetField(file, TIFFTAG_COMPRESSION, storage.compression);
  TIFFSetField(file, TIFFTAG_ORIENTATION, storage.orientation);
  TIFFSetField(file, TIFFTAG_FILLORDER, storage.fill_order);
  if (storage.strip_rows > 0) {
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, storage.strip_rows);
  } else {
    TIFFSetField(file, TIFFTAG_TILEWIDTH, 16);
    TIFFSetField(file, TIFFTAG_TILELENGTH, 16);
  }
}

fs::path write_tiff(const Storage& storage) {
  const fs::path path = scratch_file("slabs.tif");
  TIFF* file = TIFFOpen(path.c_str(), storage.mode);
  REQUIRE(file != nullptr);
  for (int z = 0; z < storage.extent.depth; ++z) {
    set_tags(file, storage);
    const bool tiled = storage.strip_rows == 0;
    const auto bytes = static_cast<std::size_t>(tiled ? TIFFTileSize(file) : TIFFStripSize(file));
    const auto count = tiled ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::vector<std::uint8_t> samples = samples_of(bytes, i + 100 * static_cast<unsigned>(z));
      const auto size = static_cast<tmsize_t>(samples.size());
      const bool whole = tiled || (i + 1) * storage.strip_rows <= static_cast<unsigned>(storage.extent.height) ||
                         storage.layout == PLANARCONFIG_SEPARATE;
      const tmsize_t last = whole ? size : TIFFVStripSize(file, storage.extent.height % storage.strip_rows);
      REQUIRE((tiled ? TIFFWriteEncodedTile(file, i, samples.data(), size)
                     : TIFFWriteEncodedStrip(file, i, samples.data(), last)) > 0);
    }
    TIFFWriteDirectory(file);
    if (std::count(storage.pages_aside.begin(), storage.pages_aside.end(), z) == 0) continue;
    std::uint8_t pixel = 0;
    set_tags(file, {"", {1, 1}});
    TIFFSetField(file, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
    TIFFWriteEncodedStrip(file, 0, &pixel, 1);
    TIFFWriteDirectory(file);
  }
  TIFFClose(file);
  return path;
}

const std::vector<Storage>& storages() {
  static const std::vector<Storage> all = {
      {.name = "strips"},
      {.name = "one strip", .strip_rows = 50},
      {.name = "one strip of deflate", .compression = COMPRESSION_ADOBE_DEFLATE, .strip_rows = 50},
      {.name = "rows of LZW", .compression = COMPRESSION_LZW, .strip_rows = 1},
      {.name = "16 bits", .bits = 16, .strip_rows = 9},
      {.name = "16 bits, big-endian", .bits = 16, .mode = "wb"},
      {.name = "16 bits of deflate, BigTIFF", .bits = 16, .compression = COMPRESSION_ADOBE_DEFLATE, .mode = "w8"},
      {.name = "12 bits", .bits = 12},
      {.name = "bits", .bits = 1, .photometric = PHOTOMETRIC_MINISWHITE},
      {.name = "bits, the last one first", .bits = 1, .fill_order = FILLORDER_LSB2MSB},
      {.name = "grey with alpha", .channels = 2},
      {.name = "RGB", .channels = 3, .photometric = PHOTOMETRIC_RGB, .compression = COMPRESSION_PACKBITS},
      {.name = "RGB apart",
       .extent = {37, 49},
       .channels = 3,
       .photometric = PHOTOMETRIC_RGB,
       .compression = COMPRESSION_LZW,
       .layout = PLANARCONFIG_SEPARATE},
      {.name = "rows from the bottom", .orientation = ORIENTATION_BOTRIGHT},
      {.name = "rows of deflate from the bottom",
       .compression = COMPRESSION_ADOBE_DEFLATE,
       .orientation = ORIENTATION_BOTLEFT},
      {.name = "tiles", .strip_rows = 0},
      {.name = "tiles of deflate", .bits = 16, .compression = COMPRESSION_ADOBE_DEFLATE, .strip_rows = 0},
      {.name = "tiles from the bottom", .extent = {20, 43}, .strip_rows = 0, .orientation = ORIENTATION_BOTLEFT},
      {.name = "tiles of colours", .channels = 4, .photometric = PHOTOMETRIC_RGB, .strip_rows = 0, .mode = "w8"},
      {.name = "pages", .extent = {9, 8, 21}, .strip_rows = 3},
      {.name = "pages of tiles", .extent = {20, 18, 11}, .bits = 16, .compression = COMPRESSION_LZW, .strip_rows = 0},
      {.name = "pages between others",
       .extent = {9, 8, 12},
       .compression = COMPRESSION_LZW,
       .strip_rows = 8,
       .mode = "w8",
       .pages_aside = {0, 4, 11}},
      {.name = "one row", .extent = {300, 1}, .strip_rows = 1},
      {.name = "one column", .extent = {1, 60}, .strip_rows = 0},
  };
  return all;
}

/// Planes of an image in memory.
std::vector<std::uint8_t> planes_of_image(const Image& image, int first, int planes) {
  const std::size_t plane =
      static_cast<std::size_t>(host::slab_of(image.extent, 1).elements()) * bytes_per_pixel(image.format);
  const auto begin = image.bytes.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(first) * plane);
  return {begin, begin + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(planes) * plane)};
}

/// The error of a labeling by slabs of `planes` planes after strip or tile `part` of page `page` has been overwritten.
std::string error_of_damage(const Storage& storage, std::uint32_t page, std::uint32_t part, int planes) {
  const fs::path path = write_tiff(storage);
  TIFF* file = TIFFOpen(path.c_str(), "r");
  REQUIRE(file != nullptr);
  REQUIRE(TIFFSetDirectory(file, page) == 1);
  const auto offset = static_cast<std::streamoff>(TIFFGetStrileOffset(file, part));
  const auto bytes = static_cast<std::size_t>(TIFFGetStrileByteCount(file, part));
  TIFFClose(file);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(offset) << std::string(bytes, '\xff');
  const Result<SlabSource> source = host::open_tiff_slabs(path);
  REQUIRE(source);
  const auto report =
      host::label_slabs(*source, host::solve_by_cpu_fast(1), {Connectivity::eighteen}, {.planes = planes});
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::file);
  CHECK_THAT(report.error().message, contains("(at byte " + std::to_string(offset) + ")"));
  return report.error().message;
}

}  // namespace

TEST_CASE("TIFF files are read plane by plane", "[host][tiled]") {
  for (const Storage& storage : storages()) {
    CAPTURE(storage.name);
    const fs::path path = write_tiff(storage);
    const Result<Image> expected = host::read_image(path);
    REQUIRE(expected);
    const Result<SlabSource> source = host::open_slabs(path);
    REQUIRE(source);
    REQUIRE(source->extent == expected->extent);
    REQUIRE(source->format == expected->format);
    const int all = host::planes_of(source->extent);
    // Twice, because label_slabs() does so: without the planes whose labels it has kept.
    for (const int at_once : {1, 3, 16, 100}) {
      for (const int begin : {0, 5 % all}) {
        for (int first = begin; first < all; first += at_once) {
          const int planes = std::min(at_once, all - first);
          std::vector<std::uint8_t> wanted = planes_of_image(*expected, first, planes);
          std::vector<std::uint8_t> found(wanted.size() + 1, 0xAB);
          REQUIRE(source->read(first, planes, found.data()));
          REQUIRE(found.back() == 0xAB);
          found.pop_back();
          REQUIRE(found == wanted);
        }
      }
    }
  }
}

TEST_CASE("a strip or tile that cannot be decoded is named with its slab", "[host][tiled]") {
  const int deflate = COMPRESSION_ADOBE_DEFLATE;
  CHECK_THAT(error_of_damage({.name = "strips", .compression = deflate}, 0, 3, 5),
             contains("rows 20 to 24: cannot read ") && contains("it is damaged: strip 3 (at byte "));
  CHECK_THAT(error_of_damage({.name = "tiles", .compression = deflate, .strip_rows = 0}, 0, 7, 10),
             contains("rows 30 to 39: cannot read ") && contains("it is damaged: tile 7 (at byte "));
  CHECK_THAT(error_of_damage(
                 {.name = "pages", .extent = {9, 8, 12}, .compression = deflate, .strip_rows = 3, .pages_aside = {2}},
                 6, 1, 4),
             contains("slices 4 to 7: cannot read ") && contains("it is damaged: strip 1 of page 7 (at byte "));
}

TEST_CASE("a TIFF file that becomes shorter names the byte and the strip", "[host][tiled]") {
  const fs::path path = write_tiff({.name = "strips"});
  const Result<SlabSource> source = host::open_tiff_slabs(path);
  REQUIRE(source);
  fs::resize_file(path, 1000);
  std::vector<std::uint8_t> elements(37 * 50);
  const Result<void> status = source->read(0, 50, elements.data());
  REQUIRE_FALSE(status);
  CHECK_THAT(status.error().message, contains("at byte 1000: it ends there") && contains(", in strip 3 (at byte "));
}

TEST_CASE("TIFF files that are not read in parts are refused in one line", "[host][tiled]") {
  const auto error_of = [](const Storage& storage) {
    const Result<SlabSource> source = host::open_tiff_slabs(write_tiff(storage));
    return source ? std::string() : source.error().message;
  };
  CHECK_THAT(error_of({.name = "wide colours", .bits = 16, .channels = 3, .photometric = PHOTOMETRIC_RGB}),
             contains("slabs of colours are read with samples of up to 8 bits"));
  CHECK_THAT(error_of({.name = "CMYK", .channels = 4, .photometric = PHOTOMETRIC_SEPARATED}),
             contains("its colours are neither RGB nor RGBA"));
  CHECK_THAT(error_of({.name = "odd words", .bits = 24}), contains("its samples are 24-bit unsigned; "));
  CHECK_THAT(error_of({.name = "turned", .orientation = ORIENTATION_LEFTTOP}), contains("turns it by 90 degrees"));
  const fs::path path = scratch_file("text.tif");
  std::ofstream(path) << "II*" << '\0' << "no directory";
  CHECK_THAT(host::open_tiff_slabs(path).error().message, contains("is truncated or has no directory"));
  std::ofstream(path) << "no picture";
  CHECK_THAT(host::open_slabs(path).error().message, contains("it is neither .npy nor TIFF"));
}

}  // namespace glccl::tests
