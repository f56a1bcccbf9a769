// The pages of TIFF files: slices of a volume, and what is none.
#include <tiffio.h>
#include <zlib.h>

#include <numeric>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using Bytes = std::vector<std::uint8_t>;

/// A page of tiff_of(): samples whose bytes count up from `first`.
struct Page {
  Extent extent{3, 2};
  int bits = 8;
  int photometric = PHOTOMETRIC_MINISBLACK;
  int compression = COMPRESSION_NONE;
  int orientation = ORIENTATION_TOPLEFT;
  std::uint32_t subfile = 0;
  int first = 0;
};

/// A TIFF file with these pages.
std::string tiff_of(const std::vector<Page>& pages, const char* mode = "w") {
  const fs::path path = scratch_file("pages.tif");
  TIFF* file = TIFFOpen(path.c_str(), mode);
  REQUIRE(file != nullptr);
  for (const Page& page : pages) {
    const int channels = page.photometric == PHOTOMETRIC_RGB ? 3 : 1;
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, page.extent.width);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, page.extent.height);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, page.bits);
    TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, channels);
    TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, page.photometric);
    TIFFSetField(file, TIFFTAG_COMPRESSION, page.compression);
    TIFFSetField(file, TIFFTAG_ORIENTATION, page.orientation);
    TIFFSetField(file, TIFFTAG_SUBFILETYPE, page.subfile);
    if (page.photometric == PHOTOMETRIC_PALETTE) {  // green and blue are 9, red is the sample
      std::vector<std::uint16_t> red(256);
      for (std::size_t i = 0; i < red.size(); ++i) red[i] = static_cast<std::uint16_t>(257 * i);
      std::vector<std::uint16_t> nine(256, 257 * 9);
      TIFFSetField(file, TIFFTAG_COLORMAP, red.data(), nine.data(), nine.data());
    }
    Bytes row(static_cast<std::size_t>(page.extent.width * channels * page.bits / 8));
    for (int y = 0; y < page.extent.height; ++y) {
      std::iota(row.begin(), row.end(), static_cast<std::uint8_t>(page.first + y * static_cast<int>(row.size())));
      TIFFWriteScanline(file, row.data(), static_cast<std::uint32_t>(y), 0);
    }
    TIFFWriteDirectory(file);
  }
  TIFFClose(file);
  return read_file(path);
}

/// The bytes of tiff_of() with another place of the directory behind the first one. Requires little-endian pages.
std::string with_second_directory(std::string file, std::uint32_t place) {
  const auto number = [&](std::size_t at, int bytes) {
    std::uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; --i)
      value = value << 8 | static_cast<std::uint8_t>(file[at + static_cast<std::size_t>(i)]);
    return value;
  };
  const std::size_t first = number(4, 4);
  return file.replace(first + 2 + 12 * std::size_t{number(first, 2)}, 4, little_endian(place, 4));
}

}  // namespace

TEST_CASE("the last strip of a TIFF may be as long as the others", "[host][files]") {
  constexpr int width = 40;
  constexpr int rows_of_strip = 4;
  for (const int height : {5, 6, 7, 8, 9}) {
    const fs::path path = scratch_file("padded.tif");
    TIFF* file = TIFFOpen(path.c_str(), "w");
    REQUIRE(file != nullptr);
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, width);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, rows_of_strip);
    TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    Image expected{{width, height}, PixelFormat::u8, {}};
    for (int strip = 0; strip * rows_of_strip < height; ++strip) {
      Bytes pixels(std::size_t{width} * rows_of_strip);
      for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 7 + 31 * (strip + 1));
      expected.bytes.insert(expected.bytes.end(), pixels.begin(), pixels.end());
      uLongf size = compressBound(pixels.size());
      Bytes packed(size);
      REQUIRE(compress(packed.data(), &size, pixels.data(), pixels.size()) == Z_OK);
      REQUIRE(TIFFWriteRawStrip(file, static_cast<std::uint32_t>(strip), packed.data(), static_cast<tmsize_t>(size)) >
              0);
    }
    TIFFClose(file);
    expected.bytes.resize(std::size_t{width} * static_cast<std::size_t>(height));
    CAPTURE(height);
    CHECK(read_image_file(path) == expected);
  }
}

TEST_CASE("read_image() takes the pages of a TIFF for slices", "[host][files][volume]") {
  const Bytes twelve = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (const char* mode : {"w", "wb", "wl", "w8", "w8b"}) {
    CAPTURE(mode);
    CHECK(read(tiff_of({{}, {.first = 6}}, mode)) == Image{{3, 2, 2}, PixelFormat::u8, twelve});
  }
  CHECK(read(tiff_of({{}})) == Image{{3, 2}, PixelFormat::u8, {0, 1, 2, 3, 4, 5}});
  // Each page has its own compression and orientation.
  CHECK(read(tiff_of({{.compression = COMPRESSION_LZW}, {.first = 6}})).bytes == twelve);
  CHECK(
      read(tiff_of({{.orientation = ORIENTATION_BOTLEFT}, {.orientation = ORIENTATION_TOPRIGHT, .first = 6}})).bytes ==
      Bytes{3, 4, 5, 0, 1, 2, 8, 7, 6, 11, 10, 9});
  CHECK(read(tiff_of({{.photometric = PHOTOMETRIC_MINISWHITE}, {.photometric = PHOTOMETRIC_MINISWHITE, .first = 6}}))
            .bytes.back() == 244);

  const Page colours{.extent = {1, 1}, .photometric = PHOTOMETRIC_RGB};
  CHECK(read(tiff_of({colours, colours})) == Image{{1, 1, 2}, PixelFormat::rgba8, {0, 1, 2, 255, 0, 1, 2, 255}});
  const Page wide{.extent = {1, 1}, .bits = 16, .photometric = PHOTOMETRIC_RGB};
  CHECK(read(tiff_of({wide, wide, wide})) == Image{{1, 1, 3},
                                                   PixelFormat::rgba8,
                                                   {1, 3, 5, 255, 1, 3, 5, 255, 1, 3, 5, 255},
                                                   {0, 2, 4, 255, 0, 2, 4, 255, 0, 2, 4, 255}});
  const Page palette{.extent = {2, 1}, .photometric = PHOTOMETRIC_PALETTE};
  const Page turned{
      .extent = {2, 1}, .photometric = PHOTOMETRIC_PALETTE, .orientation = ORIENTATION_TOPRIGHT, .first = 4};
  CHECK(read(tiff_of({palette, turned})) ==
        Image{{2, 1, 2}, PixelFormat::rgba8, {0, 9, 9, 255, 1, 9, 9, 255, 5, 9, 9, 255, 4, 9, 9, 255}});
}

TEST_CASE("read_image() leaves out the pages of a TIFF that are smaller copies or masks", "[host][files][volume]") {
  const Page copy{.extent = {2, 1}, .subfile = FILETYPE_REDUCEDIMAGE, .first = 70};
  const Page mask{.subfile = FILETYPE_MASK, .first = 80};
  const Image both = read(tiff_of({{}, copy, mask, {.subfile = FILETYPE_PAGE, .first = 6}, copy}));
  CHECK(both.extent == Extent{3, 2, 2});
  CHECK(both.bytes.back() == 11);
  CHECK(read(tiff_of({{}, copy})).extent == Extent{3, 2});
  CHECK(read(tiff_of({copy, copy, copy})).extent == Extent{2, 1, 3});
}

TEST_CASE("read_image() names the page of a TIFF that is no slice", "[host][files][volume][errors]") {
  const auto differs = [](const Page& page) { return reason(file_with(tiff_of({{}, {}, page, {}}))); };
  const std::string first = ", and its first 3x2 pixels of 1x8 bits (sample format 1, photometric 1); pages that are " +
                            std::string("alike can be read as the slices of a volume");
  CHECK(differs({.extent = {3, 4}}) ==
        "its page 3 has 3x4 pixels of 1x8 bits (sample format 1, photometric 1)" + first);
  CHECK(differs({.extent = {2, 2}}) ==
        "its page 3 has 2x2 pixels of 1x8 bits (sample format 1, photometric 1)" + first);
  CHECK(differs({.bits = 16}) == "its page 3 has 3x2 pixels of 1x16 bits (sample format 1, photometric 1)" + first);
  CHECK(differs({.photometric = PHOTOMETRIC_MINISWHITE}) ==
        "its page 3 has 3x2 pixels of 1x8 bits (sample format 1, photometric 0)" + first);
  CHECK(differs({.photometric = PHOTOMETRIC_RGB}) ==
        "its page 3 has 3x2 pixels of 3x8 bits (sample format 1, photometric 2)" + first);
  CHECK(differs({.orientation = ORIENTATION_LEFTTOP}) ==
        "its orientation tag turns it by 90 degrees; save it with rows from the top");

  const std::string two = tiff_of({{}, {}});
  const std::string no_directory = "it is damaged: page 2 of the TIFF has no directory of its own";
  for (const std::uint32_t place : {8U, 3U, static_cast<std::uint32_t>(two.size()), 0xFFFFFFF0U}) {
    CAPTURE(place);
    CHECK(reason(file_with(with_second_directory(two, place))).find(no_directory) == 0);
  }
  CHECK(read(with_second_directory(two, 0)).extent == Extent{3, 2});
  // The first directory again: pages that share their pixels without end.
  const std::string loop = with_second_directory(two, 14);
  CHECK(reason(file_with(loop)).find(no_directory) == 0);
}

}  // namespace glccl::tests
