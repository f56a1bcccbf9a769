// Damaged files: read as a whole and slab by slab they give the same image, or are both refused.
#include <tiffio.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using Bytes = std::vector<std::uint8_t>;

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// A TIFF of 20x18 bytes, in strips of four rows or in tiles of 16x16.
std::string coded_tiff(int compression, bool tiled) {
  const fs::path path = scratch_file("coded.tif");
  TIFF* file = TIFFOpen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 20);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, 18);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(file, TIFFTAG_COMPRESSION, compression);
  if (tiled) {
    TIFFSetField(file, TIFFTAG_TILEWIDTH, 16);
    TIFFSetField(file, TIFFTAG_TILELENGTH, 16);
  } else {
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, compression == COMPRESSION_JPEG ? 8 : 4);
  }
  const auto size = static_cast<std::size_t>(tiled ? TIFFTileSize(file) : TIFFStripSize(file));
  const std::uint32_t parts = tiled ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
  for (std::uint32_t part = 0; part < parts; ++part) {
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>((i * i / 5 + 40 * part) % 251);
    if (tiled) {
      TIFFWriteEncodedTile(file, part, bytes.data(), static_cast<tmsize_t>(size));
    } else {
      const std::size_t rows = std::min(size / 20, 18 - part * (size / 20));
      TIFFWriteEncodedStrip(file, part, bytes.data(), static_cast<tmsize_t>(rows * 20));
    }
  }
  TIFFClose(file);
  return read_file(path);
}

/// The image that slabs of `planes` planes give; the error of the first one that cannot be read.
Result<Image> read_slabs(const fs::path& path, int planes) {
  const Result<host::SlabSource> source = host::open_slabs(path.string());
  if (!source) return source.error();
  Image image{source->extent, source->format, {}};
  const auto plane = static_cast<std::size_t>(host::slab_of(source->extent, 1).elements()) *
                     static_cast<std::size_t>(bytes_per_pixel(source->format));
  const int all = host::planes_of(source->extent);
  image.bytes.resize(plane * static_cast<std::size_t>(all));
  for (int first = 0; first < all; first += planes) {
    const int count = std::min(planes, all - first);
    const Result<void> status = source->read(first, count, &image.bytes[static_cast<std::size_t>(first) * plane]);
    if (!status) return status.error();
  }
  return image;
}

/// Checks that both ways agree on a file.
void check_agreed(const fs::path& path) {
  const Result<Image> whole = host::read_image(path);
  for (const int planes : {1, 3, 1000}) {
    const Result<Image> slabs = read_slabs(path, planes);
    CAPTURE(planes);
    INFO("whole: " << (whole ? "read" : whole.error().message));
    INFO("slabs: " << (slabs ? "read" : slabs.error().message));
    REQUIRE(bool(whole) == bool(slabs));
    if (whole) REQUIRE(*whole == *slabs);
  }
}

}  // namespace

TEST_CASE("a .nii.gz that is cut anywhere is refused, also slab by slab", "[host][files][volume][errors]") {
  const std::string file = as_file(random_bytes({5, 4, 3}, PixelFormat::i16), "volume.nii.gz");
  const fs::path path = scratch_file("cut.nii.gz");
  for (std::size_t length = 1; length < file.size(); ++length) {
    CAPTURE(length);
    write(path, file.substr(0, length));
    CHECK_FALSE(host::read_image(path));
    CHECK_FALSE(read_slabs(path, 1));
    CHECK_FALSE(read_slabs(path, 3));
  }
  write(path, file);
  check_agreed(path);
}

TEST_CASE("a damaged file is read or refused alike, as a whole and slab by slab", "[host][files][errors]") {
  std::vector<std::string> files;
  for (const char* ending : {".npy", ".nii", ".nii.gz", ".tif"}) {
    files.push_back(as_file(random_bytes({7, 5}, PixelFormat::u8), std::string("image") + ending));
    files.push_back(as_file(random_bytes({6, 5, 4}, PixelFormat::u16), std::string("volume") + ending));
  }
  files.push_back(as_file(random_bytes({7, 5}, PixelFormat::rgba8), "colours.tif"));
  for (const int compression :
       {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_JPEG}) {
    for (const bool tiled : {false, true}) files.push_back(coded_tiff(compression, tiled));
  }
  std::mt19937 random(7);
  const fs::path path = scratch_file("damaged");
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (int round = 0; round < 200; ++round) {
      std::string file = files[i];
      for (auto changes = 1 + random() % 3; changes > 0; --changes) {
        file[random() % file.size()] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
      }
      if (random() % 4 == 0) file.resize(1 + random() % file.size());
      CAPTURE(i, round);
      write(path, file);
      check_agreed(path);
    }
  }
}

TEST_CASE("a deflated tile of a TIFF that inflates to too much is refused", "[host][files][errors]") {
  for (const std::size_t extra : {std::size_t{0}, std::size_t{1}, std::size_t{256}}) {
    const fs::path path = scratch_file("tiles.tif");
    TIFF* file = TIFFOpen(path.c_str(), "w");
    REQUIRE(file != nullptr);
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 16);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, 16);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(file, TIFFTAG_TILEWIDTH, 16);
    TIFFSetField(file, TIFFTAG_TILELENGTH, 16);
    const Bytes pixels(256 + extra, 7);
    uLongf size = compressBound(pixels.size());
    Bytes packed(size);
    REQUIRE(compress(packed.data(), &size, pixels.data(), pixels.size()) == Z_OK);
    REQUIRE(TIFFWriteRawTile(file, 0, packed.data(), static_cast<tmsize_t>(size)) > 0);
    TIFFClose(file);
    CAPTURE(extra);
    check_agreed(path);
    CHECK(bool(host::read_image(path)) == (extra == 0));
  }
}

}  // namespace glccl::tests
