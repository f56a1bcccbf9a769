// Files of volumes: nothing is lost on the way to a file and back, and one line names the fault of a file.
#include <tiffio.h>
#include <zlib.h>

#include <cstring>
#include <fstream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/overlay.hpp"
#include "glccl/host/slab_sources.hpp"
#include "glccl/image.hpp"
#include "tests/host/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using Bytes = std::vector<std::uint8_t>;

constexpr Extent extents[] = {{5, 4, 3}, {1, 1, 7}, {3, 2, 2}, {4, 3, 5}, {129, 33, 2}, {2, 1, 300}};

/// Labels that count up from the largest that 31 bits hold, down to 0.
LabelImage falling_labels(Extent extent) {
  LabelImage labels{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  for (std::size_t i = 0; i < labels.values.size(); ++i) labels.values[i] = static_cast<std::uint32_t>(0x7FFFFFFF - i);
  labels.values.back() = 0;
  return labels;
}

/// A .npy file of this type and shape.
std::string npy(const std::string& type, const std::string& shape, const std::string& array,
                const std::string& fortran = "False") {
  const std::string header = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
  return "\x93NUMPY" + bytes_of({1, 0, static_cast<int>(header.size()), 0}) + header + array;
}

/// A page of tiff_of(): samples whose bytes count up from `first`.
struct Page {
  Extent extent{3, 2};
  int bits = 8;
  int photometric = PHOTOMETRIC_MINISBLACK;
  int compression = COMPRESSION_NONE;
  int orientation = ORIENTATION_TOPLEFT;
  std::uint32_t subfile = 0;
  int first = 0;
  std::string description = {};
  int depth = 1;  ///< The tag ImageDepth.
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
    if (!page.description.empty()) TIFFSetField(file, TIFFTAG_IMAGEDESCRIPTION, page.description.c_str());
    if (page.depth > 1) TIFFSetField(file, TIFFTAG_IMAGEDEPTH, page.depth);
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
  return content(path);
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

/// The numbers from 0 on, a byte each.
std::string counting(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(i);
  return bytes;
}

std::string refused(const Status& status) {
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::invalid_argument);
  return status.error().message;
}

}  // namespace

TEST_CASE("channels, frames and stacks in one directory are no slices of a TIFF", "[host][files][volume]") {
  const auto pages = [](int count, const std::string& description, int depth = 1) {
    std::vector<Page> all(static_cast<std::size_t>(count));
    all.front().description = description;
    all.front().depth = depth;
    return tiff_of(all);
  };
  const std::string ome = "<?xml version=\"1.0\"?><OME xmlns=\"x\"><Image><Pixels ID=\"p\" SizeX=\"3\" ";
  struct Refused {
    std::string file;
    std::string words;
  };
  const std::vector<Refused> cases = {
      {pages(1, "ImageJ=1.54f\nimages=5\nslices=5\n"), "ImageJ says that it has 5 images, and it has 1 directory"},
      {pages(2, "ImageJ=1.54f\nimages=5\nslices=5\n"), "5 images, and it has 2 directories"},
      {pages(1, "", 4), "4 slices in one directory (the tag ImageDepth)"},
      {pages(8, "ImageJ=1.54f\nimages=8\nchannels=2\nslices=4\n"), "its 8 pages are 2 channels and 1 frame"},
      {pages(6, "ImageJ=1.54f\nimages=6\nframes=6\n"), "its 6 pages are 1 channel and 6 frames"},
      {pages(4, ome + "SizeC=\"2\" SizeZ=\"2\" SizeT=\"1\"></Pixels></Image></OME>"), "2 channels and 1 frame"},
      {pages(4, ome + "SizeT=\"4\" SizeZ=\"1\" SizeC=\"1\"></Pixels></Image></OME>"), "1 channel and 4 frames"},
  };
  for (const Refused& one : cases) {
    const fs::path path = scratch_file("stack.tif");
    std::ofstream(path, std::ios::binary) << one.file;
    for (const bool slabs : {false, true}) {
      CAPTURE(one.words, slabs);
      const Status status = [&]() -> Status {
        if (slabs) {
          const Result<host::SlabSource> source = host::open_tiff_slabs(path);
          return source ? Status() : source.error();
        }
        const Result<host::Image> image = host::read_image(path);
        return image ? Status() : image.error();
      }();
      REQUIRE_FALSE(status);
      CHECK(status.error().code == ErrorCode::file);
      CHECK_THAT(status.error().message, contains(one.words) && contains("; save "));
    }
  }
  for (const std::string& file : {pages(4, "ImageJ=1.54f\nimages=4\nslices=4\n"), pages(4, "channels=2"),
                                  pages(4, ome + "SizeC=\"1\" SizeZ=\"4\" SizeT=\"1\"></Pixels></Image></OME>")}) {
    const fs::path path = scratch_file("stack.tif");
    std::ofstream(path, std::ios::binary) << file;
    const Result<host::Image> volume = host::read_image(path);
    REQUIRE(volume);
    CHECK(volume->extent == Extent{3, 2, 4});
  }
}

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

TEST_CASE("read_image() returns the volume that write_image() wrote", "[host][files][volume]") {
  for (const char* name : {"a.npy", "a.tif"}) {
    for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8}) {
      for (const Extent extent : extents) {
        CAPTURE(name, format, extent);
        const Image volume = random_bytes(extent, format);
        CHECK(read_image_file(file_with(as_file(volume, name), name)) == volume);
      }
    }
  }
}

TEST_CASE("read_labels() returns the labels of the volume that write_labels() wrote", "[host][files][volume]") {
  for (const char* name : {"l.npy", "l.tif", "l.nii", "l.nii.gz", "L.NII.GZ"}) {
    for (const Extent extent : extents) {
      CAPTURE(name, extent);
      const LabelImage written = falling_labels(extent);
      const fs::path path = scratch_file(name);
      REQUIRE(host::write_labels(path, written));
      const Result<host::LabelFile> read = host::read_labels(path);
      REQUIRE(read);
      CHECK(read->extent == extent);
      CHECK(std::equal(read->values.begin(), read->values.end(), written.values.begin(), written.values.end()));
    }
  }
}

TEST_CASE("read_image() takes the axes of a .npy file for slices, rows, columns and colours", "[host][files][volume]") {
  const auto bytes = [](int count) {
    Bytes values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), std::uint8_t{0});
    return values;
  };
  CHECK(read(npy("|u1", "(2, 3, 5)", counting(30))) == Image{{5, 3, 2}, PixelFormat::u8, bytes(30)});
  CHECK(read(npy("|b1", "(2, 3, 4)", counting(24))) == Image{{4, 3, 2}, PixelFormat::u8, bytes(24)});
  CHECK(read(npy("<u2", "(2, 2, 3)", counting(24))) == Image{{3, 2, 2}, PixelFormat::u16, bytes(24)});
  CHECK(read(npy("|u1", "(2, 3, 4, 1)", counting(24))) == Image{{4, 3, 2}, PixelFormat::u8, bytes(24)});
  CHECK(read(npy("|u1", "(1, 3, 5)", counting(15))) == Image{{5, 3}, PixelFormat::u8, bytes(15)});
  CHECK(read(npy("|u1", "(2, 3, 4)", counting(24))) == Image{{3, 2}, PixelFormat::rgba8, bytes(24)});
  CHECK(read(npy("|u1", "(2, 3, 1, 4)", counting(24))) == Image{{1, 3, 2}, PixelFormat::rgba8, bytes(24)});
  CHECK(read(npy("|u1", "(2, 1, 1, 3)", counting(6))) ==
        Image{{1, 1, 2}, PixelFormat::rgba8, {0, 1, 2, 255, 3, 4, 5, 255}});
  CHECK(read(npy(">u2", "(2, 1, 1)", counting(4))).bytes == Bytes{1, 0, 3, 2});
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

TEST_CASE("read_labels() reads volumes in C and Fortran order", "[host][files][volume]") {
  const auto labels = [](const std::string& file) {
    const Result<host::LabelFile> read = host::read_labels(file_with(file));
    REQUIRE(read);
    CHECK(read->extent == Extent{4, 3, 2});
    return read->values;
  };
  std::vector<std::int64_t> expected(24);
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(labels(npy("|u1", "(2, 3, 4)", counting(24))) == expected);
  CHECK(labels(npy("|u1", "(2, 3, 4, 1)", counting(24))) == expected);
  std::string turned;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 3; ++y) {
      for (int z = 0; z < 2; ++z) turned += static_cast<char>(x + 4 * (y + 3 * z));
    }
  }
  CHECK(labels(npy("|u1", "(2, 3, 4)", turned, "True")) == expected);
}

TEST_CASE("read_image() and read_labels() tell why a .npy file is no volume", "[host][files][volume][errors]") {
  const std::string axes =
      "; (H, W), (D, H, W) and (D, H, W, 1) can be read, and images of uint8 whose last axis of 3 or 4 has colours";
  CHECK(reason(file_with(npy("|u1", "(2, 1, 1, 2)", counting(4)))) == "its shape is (2, 1, 1, 2) of '|u1'" + axes);
  CHECK(reason(file_with(npy("<u2", "(1, 1, 1, 3)", counting(6)))) == "its shape is (1, 1, 1, 3) of '<u2'" + axes);
  CHECK(reason(file_with(npy("|u1", "()", counting(4)))) == "its shape is () of '|u1'" + axes);
  CHECK(reason(file_with(npy("|u1", "(0, 5, 5)", counting(4)))) ==
        "it has no pixels; an image of at least 1x1 can be read");
  CHECK(reason(file_with(npy("|u1", "(3, 3, 5)", counting(44)))) ==
        "it is truncated: it holds 44 bytes of the array's 45; fetch or save it again");
  CHECK(reason(file_with(npy("|u1", "(3, 65536, 65536)", counting(4))), ErrorCode::too_large) ==
        "it is 65536x65536x3 pixels large; up to 2147483647 pixels can be read");
  CHECK(reason(file_with(npy("|u1", "(4294967296, 65536, 65536)", counting(4))), ErrorCode::too_large) ==
        "it is 65536x65536x4294967296 pixels large; up to 2147483647 pixels can be read");

  std::string floats(16, '\0');
  const float half = 0.5F;
  std::memcpy(&floats[12], &half, sizeof half);
  const Result<host::LabelFile> labels = host::read_labels(file_with(npy("<f4", "(2, 1, 2)", floats)));
  REQUIRE_FALSE(labels);
  CHECK_THAT(labels.error().message, contains("its value at (1, 0, 1) is 0.500000, no label"));
}

TEST_CASE("read_raw() takes a file for what the layout says", "[host][files][volume]") {
  const fs::path path = file_with(counting(24));
  const auto volume = [&](Extent extent, PixelFormat format) {
    const Result<Image> image = host::read_raw(path, {extent, format});
    REQUIRE(image);
    CHECK((image->extent == extent && image->format == format));
    return image->bytes;
  };
  Bytes bytes(24);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  CHECK(volume({4, 3, 2}, PixelFormat::u8) == bytes);
  CHECK(volume({3, 2, 2}, PixelFormat::i16) == bytes);
  CHECK(volume({3, 2}, PixelFormat::f32) == bytes);
  CHECK(volume({1, 1, 6}, PixelFormat::rgba8) == bytes);

  const auto why_not = [&](const host::RawLayout& layout, ErrorCode code) {
    const Result<Image> image = host::read_raw(path, layout);
    REQUIRE_FALSE(image);
    CHECK(image.error().code == code);
    const std::string start = "cannot read " + path.string() + ": ";
    REQUIRE(image.error().message.starts_with(start));
    return image.error().message.substr(start.size());
  };
  CHECK(why_not({{5, 5}}, ErrorCode::file) ==
        "it has 24 bytes, and 5x5 elements of u8 are 25; name the extent and the format of what it holds");
  CHECK(why_not({{3, 2, 2}, PixelFormat::u8}, ErrorCode::file) ==
        "it has 24 bytes, and 3x2x2 elements of u8 are 12; name the extent and the format of what it holds");
  CHECK_THAT(why_not({{65536, 65536, 4}}, ErrorCode::too_large), contains("it is 65536x65536x4 pixels large"));
  CHECK_THAT(why_not({{0, 5}}, ErrorCode::invalid_argument), contains("no file has 0x5 elements of u8"));
  CHECK_THAT(why_not({{4, 3, 2}, PixelFormat::depth24}, ErrorCode::invalid_argument), contains("of depth24"));
  CHECK_THAT(host::read_raw(scratch_file("missing"), {{4, 3, 2}}).error().message, contains("there is no such file"));
}

TEST_CASE("read_raw_labels() reads what write_labels() writes, and every type of labels", "[host][files][volume]") {
  const LabelImage written = falling_labels({5, 4, 3});
  const fs::path path = scratch_file("l.raw");
  REQUIRE(host::write_labels(path, written));
  CHECK(fs::file_size(path) == 240);
  const Result<host::LabelFile> read = host::read_raw_labels(path, {{5, 4, 3}, PixelFormat::u32});
  REQUIRE(read);
  CHECK(std::equal(read->values.begin(), read->values.end(), written.values.begin(), written.values.end()));

  const auto one = [](PixelFormat format, const std::string& bytes) {
    const Result<host::LabelFile> labels = host::read_raw_labels(file_with(bytes), {{1, 1}, format});
    INFO((labels ? "" : labels.error().message));
    REQUIRE(labels);
    return labels->values.at(0);
  };
  CHECK(one(PixelFormat::u8, "\xFF") == 255);
  CHECK(one(PixelFormat::i8, "\xFF") == -1);
  CHECK(one(PixelFormat::u16, "\xFF\xFF") == 65535);
  CHECK(one(PixelFormat::i16, "\xFE\xFF") == -2);
  CHECK(one(PixelFormat::u32, "\xFF\xFF\xFF\xFF") == 4294967295);
  CHECK(one(PixelFormat::i32, "\xFF\xFF\xFF\xFF") == -1);
  CHECK(one(PixelFormat::f32, std::string("\0\0\x40\xC0", 4)) == -3);
  for (const auto& [format, size] :
       {std::pair{PixelFormat::f16, 2}, {PixelFormat::rgba8, 4}, {PixelFormat::unorm8, 1}, {PixelFormat::rg32u, 8}}) {
    const Result<host::LabelFile> labels = host::read_raw_labels(file_with(counting(size)), {{1, 1}, format});
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains("its elements are " + std::string(traits_of(format).name) +
                                                "; integers of 8 to 64 bits and floats that are whole numbers"));
  }
  const Result<host::LabelFile> half =
      host::read_raw_labels(file_with(std::string("\0\0\0\x3F", 4)), {{1, 1}, PixelFormat::f32});
  REQUIRE_FALSE(half);
  CHECK_THAT(half.error().message, contains("cannot read ") && contains("its value at (0, 0) is 0.500000, no label"));
}

TEST_CASE("Volumes are refused by what holds or shows one slice", "[host][files][volume][errors]") {
  const Image volume = random_bytes({5, 4, 3}, PixelFormat::u8);
  const fs::path png = scratch_file("a.png");
  CHECK(refused(host::write_image(png, volume)) ==
        "cannot write " + png.string() + ": it is a volume and PNG holds one slice; use .npy or .tif");
  CHECK(refused(host::write_labels(png, falling_labels({5, 4, 3}))) ==
        "cannot write " + png.string() + ": it is a volume and PNG holds one slice; use .npy or .tif");
  CHECK(fs::is_empty(png.parent_path()));
  const fs::path tif = scratch_file("a.tif");
  CHECK(refused(host::write_labels(tif, falling_labels({1, 1, 1048577}))) ==
        "cannot write " + tif.string() + ": it has 1048577 slices and TIFF holds 1048576; use .npy");
  CHECK(fs::is_empty(tif.parent_path()));

  const fs::path npy = file_with(as_file(volume, "a.npy"));
  const Result<Image> picture = host::read_picture(npy);
  REQUIRE_FALSE(picture);
  CHECK(picture.error().code == ErrorCode::file);
  CHECK(picture.error().message ==
        "cannot read " + npy.string() + ": it holds 5x4x3 voxels of u8; an image of u8, u16 or rgba8 is needed here");
  const Image image = random_bytes({5, 4}, PixelFormat::u16);
  const Result<Image> same = host::read_picture(file_with(as_file(image, "a.npy")));
  REQUIRE(same);
  CHECK(*same == image);
}

TEST_CASE("draw_overlay() draws the box of a component on each of its slices", "[host][files][volume]") {
  const Extent extent{3, 3, 4};
  LabelImage labels{extent, std::vector<std::uint32_t>(36)};
  labels.values[place_of({0, 0, 1}, extent)] = labels.values[place_of({2, 2, 2}, extent)] = 1;
  const Component component{.label = 1, .area = 2, .box = {0, 0, 2, 2, 1, 2}};
  const Image overlay = host::draw_overlay({extent, PixelFormat::u8, Bytes(36, 100)}, labels, {component});
  REQUIRE(overlay.extent == extent);
  const auto colour = [&](const Position& at) {
    const std::uint8_t* pixel = &overlay.bytes[4 * place_of(at, extent)];
    return Bytes(pixel, pixel + 4);
  };
  const Bytes dimmed = {40, 40, 40, 255};
  for (const int z : {0, 3}) CHECK(colour({1, 0, z}) == dimmed);
  const Bytes line = colour({0, 0, 1});
  CHECK(line != dimmed);
  for (const int z : {1, 2}) {
    for (const auto& [x, y] : {std::pair{1, 0}, {2, 1}, {0, 2}}) CHECK(colour({x, y, z}) == line);
    CHECK(colour({1, 1, z}) == dimmed);
  }
}

}  // namespace glccl::tests
