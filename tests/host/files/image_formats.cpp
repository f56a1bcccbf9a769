// What read_image() makes of the variants of each format.
#include <algorithm>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tools/glccl/options/selection.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using Bytes = std::vector<std::uint8_t>;

/// The pixels of an rgba8 image as one sample each, which red, green and blue have in common. Checks that they are
/// opaque grey.
Bytes grey_of(const Image& image) {
  REQUIRE(image.format == PixelFormat::rgba8);
  Bytes grey;
  for (std::size_t i = 0; i < image.bytes.size(); i += 4) {
    grey.push_back(image.bytes[i]);
    CHECK((image.bytes[i + 1] == grey.back() && image.bytes[i + 2] == grey.back() && image.bytes[i + 3] == 255));
  }
  return grey;
}

/// Whether each pixel is foreground by these options of glccl label.
std::vector<bool> foreground(const Image& image, const tools::Selection& selection) {
  const tools::SelectedImage selected = *tools::select(image, selection);
  const auto& range = std::get<Foreground>(selected.criterion);
  std::vector<bool> pixels;
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      const double value = selected.image.grey_at(x, y);
      pixels.push_back(value > range.low && value <= range.high);
    }
  }
  return pixels;
}

tools::Selection above(double threshold) { return {.threshold = tools::Threshold{.low = threshold}}; }

/// Stores pixels of RGBA in strips of one row, or each sample in a plane of its own.
fs::path rgba_tiff(Extent extent, int bits, int layout, const std::vector<std::uint16_t>& samples) {
  const auto fill = [&](TIFF* file) {
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    TIFFSetField(file, TIFFTAG_PLANARCONFIG, layout);
    const bool planar = layout == PLANARCONFIG_SEPARATE;
    const auto width = static_cast<std::size_t>(extent.width);
    for (std::uint16_t plane = 0; plane < (planar ? 4 : 1); ++plane) {
      for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(extent.height); ++y) {
        Bytes row;
        for (std::size_t i = 0; i < 4 * width; ++i) {
          if (planar && i % 4 != plane) continue;
          const std::uint16_t value = samples[4 * width * y + i];
          row.push_back(static_cast<std::uint8_t>(value));
          if (bits == 16) row.push_back(static_cast<std::uint8_t>(value >> 8));
        }
        TIFFWriteScanline(file, row.data(), y, plane);
      }
    }
  };
  return tiff(extent, bits, PHOTOMETRIC_RGB, fill, 4);
}

}  // namespace

TEST_CASE("read_image() decodes a photograph as PIL does", "[host][files]") {
  // photo.png holds the pixels that PIL 9.4 reads from photo.jpg: 30x25 colours, of which a quarter is stored.
  const Image photograph = read_image_file(test_data("photo.jpg"));
  CHECK(photograph == read_image_file(test_data("photo.png")));
  CHECK(photograph.extent == Extent{30, 25});
}

TEST_CASE("read_image() reads JPEG of all kinds of colour and refuses what it would have to guess", "[host][files]") {
  Bytes flat(1024, 200);
  CHECK(read(jpeg({16, 16}, 1, flat)) == Image{{16, 16}, PixelFormat::u8, Bytes(256, 200)});
  CHECK(grey_of(read(jpeg({16, 16}, 3, flat))) == Bytes(256, 200));
  CHECK(grey_of(read(jpeg({16, 16}, 4, flat))) == Bytes(256, 200 * 200 / 255 + 1));  // 200 is light: Adobe's CMYK

  const Bytes pixels = random_bytes({21, 9}, PixelFormat::rgba8).bytes;
  const std::string whole = jpeg({21, 9}, 3, pixels);
  CHECK(read(whole) == read(jpeg({21, 9}, 3, pixels, true)));
  // Turned by 90 degrees, says EXIF. Rows are as stored.
  const std::string exif(
      "\xFF\xE1\x00\x22"
      "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
      36);
  CHECK(read(whole.substr(0, 2) + exif + whole.substr(2)) == read(whole));

  const auto changed = [&](std::size_t from_frame, char value) {
    std::string bytes = whole;
    bytes[bytes.find("\xFF\xC0") + from_frame] = value;
    return reason(file_with(bytes));
  };
  CHECK(changed(4, 12).find("12") != std::string::npos);  // libjpeg-turbo 3 reads the header, 2 does not
  CHECK(changed(1, '\xC9') == "it is a JPEG with arithmetic coding; one with Huffman coding can be read");
  const std::string early = whole.substr(0, whole.size() - 40) + "\xFF\xD9";
  CHECK(reason(file_with(early)) ==
        "it is damaged: the JPEG cannot be decoded (Corrupt JPEG data: premature end of data segment); fetch or save "
        "it again");
  std::string noise = whole;
  for (std::size_t i = noise.size() - 60; i < noise.size() - 2; ++i) noise[i] = static_cast<char>(i * 37 % 251);
  CHECK(reason(file_with(noise)).find("it is damaged: the JPEG cannot be decoded (Corrupt JPEG data") == 0);
}

TEST_CASE("read_image() reads BMP of every version", "[host][files]") {
  const std::string rgb = bytes_of({3, 2, 1, 6, 5, 4, 0, 0});
  CHECK(read(bmp(bmp_header(2, 1, 24), "", rgb)).bytes == Bytes{1, 2, 3, 255, 4, 5, 6, 255});

  const std::string two_colours = bytes_of({0, 0, 0, 255, 255, 255});
  const std::string os2 = little_endian(12, 4) + little_endian(5, 2) + little_endian(2, 2) + little_endian(1, 2);
  const std::string bits = bytes_of({0x50, 0, 0, 0, 0xA8, 0, 0, 0});
  CHECK(grey_of(read(bmp(os2 + little_endian(1, 2), two_colours, bits))) ==
        Bytes{255, 0, 255, 0, 255, 0, 255, 0, 255, 0});
  CHECK(reason(file_with(bmp(os2 + little_endian(8, 2), two_colours, std::string(16, '\2')))) ==
        "it is damaged: pixels of the BMP have colours that its palette lacks; fetch or save it again");

  const std::string palette = bytes_of({0, 0, 0, 0, 10, 10, 10, 0, 20, 20, 20, 0});
  CHECK(grey_of(read(bmp(bmp_header(5, -2, 4), palette, bytes_of({0x01, 0x20, 0x10, 0, 0x22, 0x22, 0x20, 0})))) ==
        Bytes{0, 10, 20, 0, 10, 20, 20, 20, 20, 20});
  CHECK(grey_of(read(bmp(bmp_header(5, 1, 2), palette, bytes_of({0x18, 0x40, 0, 0})))) == Bytes{0, 10, 20, 0, 10});

  // Runs: 3 of colour 1, end of row; skip 1 right and 0 up, 3 as they are, padding, end.
  const std::string runs = bytes_of({3, 1, 0, 0, 0, 2, 1, 0, 0, 3, 2, 1, 2, 0, 0, 1});
  CHECK(grey_of(read(bmp(bmp_header(4, 2, 8, 1), palette, runs))) == Bytes{0, 20, 10, 20, 10, 10, 10, 0});
  const std::string nibbles = bytes_of({4, 0x12, 0, 0, 0, 3, 0x20, 0x10, 0, 1});
  CHECK(grey_of(read(bmp(bmp_header(4, 2, 4, 2), palette, nibbles))) == Bytes{20, 0, 10, 0, 10, 20, 10, 20});
  CHECK(reason(file_with(bmp(bmp_header(2, 2, 8, 1), palette, runs))) ==
        "it is damaged: a run of the BMP leaves its row or names a colour that the palette lacks; fetch or save it "
        "again");
  CHECK(reason(file_with(bmp(bmp_header(4, 2, 8, 1), palette, runs.substr(0, 14)))) ==
        "it is truncated: the BMP ends within its pixels, at byte 80; fetch or save it again");

  const auto rgba = [](const std::string& file) { return read(file).bytes; };
  CHECK(rgba(bmp(bmp_header(2, 1, 16), "", bytes_of({0xFF, 0x7F, 0x01, 0x84}))) ==
        Bytes{255, 255, 255, 255, 8, 0, 8, 255});
  const std::string mask_565 = little_endian(0xF800, 4) + little_endian(0x07E0, 4) + little_endian(0x001F, 4);
  CHECK(rgba(bmp(bmp_header(2, 1, 16, 3) + mask_565, "", bytes_of({0x00, 0xF8, 0x21, 0x00}))) ==
        Bytes{255, 0, 0, 255, 0, 4, 8, 255});
  CHECK(rgba(bmp(bmp_header(1, 1, 32), "", bytes_of({3, 2, 1, 0}))) == Bytes{1, 2, 3, 255});
  const std::string masks = little_endian(0xFF, 4) + little_endian(0xFF00, 4) + little_endian(0xFF0000, 4);
  const std::string version_3 = little_endian(56, 4) + bmp_header(1, 1, 32, 3).substr(4) + masks;
  CHECK(rgba(bmp(version_3 + little_endian(0xFF000000, 4), "", bytes_of({1, 2, 3, 4}))) == Bytes{1, 2, 3, 4});

  CHECK(reason(file_with(bmp(bmp_header(1, 1, 24, 4), "", rgb))).find("it is a BMP with compression 4 of 24 bits; ") ==
        0);
  CHECK(reason(file_with(bmp(bmp_header(1, 1, 48), "", rgb))).find("it is a BMP with 48 bits per pixel; ") == 0);
}

TEST_CASE("read_image() reads TIFF in every layout", "[host][files]") {
  const Image wanted = random_bytes({40, 35}, PixelFormat::u16);
  const fs::path tiled = tiff(wanted.extent, 16, PHOTOMETRIC_MINISBLACK, [&](TIFF* file) {
    TIFFSetField(file, TIFFTAG_TILEWIDTH, 16);
    TIFFSetField(file, TIFFTAG_TILELENGTH, 32);
    TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    std::vector<std::uint16_t> tile(16 * 32);
    for (int y0 = 0; y0 < 35; y0 += 32) {
      for (int x0 = 0; x0 < 40; x0 += 16) {
        for (int i = 0; i < 512; ++i) {
          const int x = std::min(x0 + i % 16, 39), y = std::min(y0 + i / 16, 34);
          tile[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(wanted.grey_at(x, y));
        }
        TIFFWriteTile(file, tile.data(), static_cast<unsigned>(x0), static_cast<unsigned>(y0), 0, 0);
      }
    }
  });
  CHECK(read_image_file(tiled) == wanted);

  const auto two_rows = [](int orientation) {
    return [orientation](TIFF* file) {
      TIFFSetField(file, TIFFTAG_ORIENTATION, orientation);
      std::uint8_t rows[2][2] = {{1, 2}, {3, 4}};
      for (unsigned y = 0; y < 2; ++y) TIFFWriteScanline(file, rows[y], y, 0);
    };
  };
  CHECK(read_image_file(tiff({2, 2}, 8, PHOTOMETRIC_MINISBLACK, two_rows(ORIENTATION_TOPLEFT))).bytes ==
        Bytes{1, 2, 3, 4});
  CHECK(read_image_file(tiff({2, 2}, 8, PHOTOMETRIC_MINISBLACK, two_rows(ORIENTATION_TOPRIGHT))).bytes ==
        Bytes{2, 1, 4, 3});
  CHECK(read_image_file(tiff({2, 2}, 8, PHOTOMETRIC_MINISBLACK, two_rows(ORIENTATION_BOTRIGHT))).bytes ==
        Bytes{4, 3, 2, 1});
  CHECK(read_image_file(tiff({2, 2}, 8, PHOTOMETRIC_MINISBLACK, two_rows(ORIENTATION_BOTLEFT))).bytes ==
        Bytes{3, 4, 1, 2});
  CHECK(read_image_file(tiff({2, 2}, 8, PHOTOMETRIC_MINISWHITE, two_rows(ORIENTATION_TOPLEFT))).bytes ==
        Bytes{254, 253, 252, 251});
  CHECK(reason(tiff({2, 2}, 8, PHOTOMETRIC_MINISBLACK, two_rows(ORIENTATION_LEFTTOP))) ==
        "its orientation tag turns it by 90 degrees; save it with rows from the top");

  const fs::path bits = tiff({3, 1}, 1, PHOTOMETRIC_MINISWHITE, [](TIFF* file) {
    std::uint8_t row = 0xA0;
    TIFFWriteScanline(file, &row, 0, 0);
  });
  CHECK(read_image_file(bits) == Image{{3, 1}, PixelFormat::u8, {0, 255, 0}});
  const fs::path colours = tiff({1, 1}, 8, PHOTOMETRIC_RGB, [](TIFF* file) {
    std::uint8_t row[] = {1, 2, 3};
    TIFFWriteScanline(file, row, 0, 0);
  });
  CHECK(read_image_file(colours) == Image{{1, 1}, PixelFormat::rgba8, {1, 2, 3, 255}});
  const fs::path floats = tiff({1, 1}, 32, PHOTOMETRIC_MINISWHITE, [](TIFF* file) {
    TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    float row = 0.5F;
    TIFFWriteScanline(file, &row, 0, 0);
  });
  CHECK(reason(floats) ==
        "its samples are 32-bit floating-point; unsigned samples of up to 16 bits, and in one channel integers of 8 to "
        "64 bits and floats of 16 to 64 bits can be read");
}

TEST_CASE("read_image() reads TIFF of tiles of any size", "[host][files]") {
  const Image wanted = random_bytes({20, 18}, PixelFormat::rgba8);
  const fs::path tiled = tiff(wanted.extent, 8, PHOTOMETRIC_RGB, [&](TIFF* file) {
    TIFFSetField(file, TIFFTAG_TILEWIDTH, 16);
    TIFFSetField(file, TIFFTAG_TILELENGTH, 16);
    Bytes tile(3 * 16 * 16);
    for (int y0 = 0; y0 < 18; y0 += 16) {
      for (int x0 = 0; x0 < 20; x0 += 16) {
        for (int i = 0; i < 3 * 256; ++i) {
          const int x = std::min(x0 + i / 3 % 16, 19), y = std::min(y0 + i / 48, 17);
          tile[static_cast<std::size_t>(i)] = wanted.bytes[static_cast<std::size_t>(4 * (y * 20 + x) + i % 3)];
        }
        TIFFWriteTile(file, tile.data(), static_cast<unsigned>(x0), static_cast<unsigned>(y0), 0, 0);
      }
    }
  });
  Image opaque = wanted;
  for (std::size_t i = 3; i < opaque.bytes.size(); i += 4) opaque.bytes[i] = 255;
  CHECK(read_image_file(tiled) == opaque);
}

TEST_CASE("read_image() does not multiply the colours of a TIFF by alpha", "[host][files]") {
  const std::vector<std::uint16_t> samples = {200, 100, 60, 128, 255, 0, 90, 0, 1, 2, 3, 4, 80, 80, 80, 255};
  const Image contiguous = read_image_file(rgba_tiff({2, 2}, 8, PLANARCONFIG_CONTIG, samples));
  CHECK(contiguous.bytes == Bytes(samples.begin(), samples.end()));
  CHECK(read_image_file(rgba_tiff({2, 2}, 8, PLANARCONFIG_SEPARATE, samples)) == contiguous);
  for (const int layout : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE}) {
    std::vector<std::uint16_t> wide = samples;
    for (std::uint16_t& sample : wide) sample = static_cast<std::uint16_t>(sample << 8 | 77);
    const Image image = read_image_file(rgba_tiff({2, 2}, 16, layout, wide));
    CHECK(image.bytes == contiguous.bytes);
    CHECK(image.low_bytes == Bytes(16, 77));
  }
  const fs::path grey = tiff(
      {1, 1}, 8, PHOTOMETRIC_MINISBLACK,
      [](TIFF* file) {
        std::uint8_t row[] = {200, 7};
        TIFFWriteScanline(file, row, 0, 0);
      },
      2);
  CHECK(read_image_file(grey) == Image{{1, 1}, PixelFormat::rgba8, {200, 200, 200, 7}});
}

TEST_CASE("read_image() keeps the values of PNM, NumPy and GIF files", "[host][files]") {
  CHECK(read(gif()).bytes == Bytes{0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255});
  CHECK(read("P1 # bits\n3 2\n101\n0 1 0\n") == Image{{3, 2}, PixelFormat::u8, {0, 255, 0, 255, 0, 255}});
  CHECK(read("P2\n2 1 9\n 9 3\n") == Image{{2, 1}, PixelFormat::u8, {9, 3}});
  CHECK(read("P3 1 1 255 7 8 9") == Image{{1, 1}, PixelFormat::rgba8, {7, 8, 9, 255}});
  CHECK(read("P4 9 1 \xAA\x80").bytes == Bytes{0, 255, 0, 255, 0, 255, 0, 255, 0});
  CHECK(read("P5 2 1 255 a\n").bytes == Bytes{'a', '\n'});
  CHECK(read(std::string("P5 2 1 65535 \x01\x02\x00\x03", 17)).grey_at(0, 0) == 258);

  const std::string npy = as_file({{2, 1}, PixelFormat::u16, {1, 2, 3, 4}}, "a.npy");
  const std::size_t type = npy.find("<u2");
  REQUIRE(type != std::string::npos);
  CHECK(read(std::string(npy).replace(type, 3, ">u2")).bytes == Bytes{2, 1, 4, 3});
  CHECK(read(std::string(npy).replace(type, 3, "|b1")).bytes == Bytes{1, 2});
}

TEST_CASE("read_image() decodes the first frame of a GIF or refuses it", "[host][files]") {
  const std::string whole = gif();
  const std::size_t frame = whole.find(',');
  const std::string control = bytes_of({0x21, 0xF9, 4, 1, 0, 0, 1, 0});
  const Bytes opaque = {0, 0, 0, 255};
  const Bytes nothing(4, 0);
  const Image transparent = read(whole.substr(0, frame) + control + whole.substr(frame));
  CHECK(Bytes(transparent.bytes.begin(), transparent.bytes.begin() + 4) == opaque);
  CHECK(Bytes(transparent.bytes.begin() + 4, transparent.bytes.begin() + 8) == nothing);
  // A screen of 3x2 with the frame in its upper left.
  CHECK(Bytes(read(std::string(whole).replace(6, 1, "\3")).bytes).size() == 24);
  CHECK(reason(file_with(std::string(whole).replace(6, 1, "\1"))) ==
        "it is damaged: a frame of the GIF leaves its screen; fetch or save it again");
  const std::size_t codes = frame + 10;
  const std::string early = whole.substr(0, codes) + bytes_of({2, 1, 0x44, 0, 0x3B});
  CHECK(reason(file_with(early)).find("it is damaged: the GIF cannot be decoded (") == 0);
}

TEST_CASE("Thresholds of PNM and TIFF files are stored values", "[host][files]") {
  const Image ten_bits = read(std::string("P5 4 1 1023 \x00\x00\x01\x90\x02\x58\x03\xFF", 20));
  CHECK(ten_bits.format == PixelFormat::u16);
  CHECK(foreground(ten_bits, above(1100)) == std::vector<bool>(4, false));
  CHECK(foreground(ten_bits, above(400)) == std::vector<bool>{false, false, true, true});
  const Image four_bits = read(std::string("P5 4 1 15 \x00\x03\x09\x0F", 14));
  CHECK(four_bits == Image{{4, 1}, PixelFormat::u8, {0, 3, 9, 15}});
  CHECK(foreground(four_bits, above(5)) == std::vector<bool>{false, false, true, true});
  CHECK(read("P2 2 1 300 300 7").grey_at(0, 0) == 300);
  CHECK(reason(file_with("P5 2 1 9 \x03\x0A")) ==
        "it is damaged: sample 1 is no number from 0 to 9; fetch or save it again");
  const fs::path twelve_bits = tiff({2, 1}, 12, PHOTOMETRIC_MINISBLACK, [](TIFF* file) {
    std::uint8_t row[] = {0xAB, 0xC1, 0x23};
    TIFFWriteScanline(file, row, 0, 0);
  });
  CHECK(read_image_file(twelve_bits).grey_at(0, 0) == 0xABC);
  CHECK(read_image_file(twelve_bits).grey_at(1, 0) == 0x123);
}

TEST_CASE("Colours of 16 bits keep 16 bits", "[host][files]") {
  // Three pixels: a colour below 256, black, a colour above.
  const std::string samples(
      "\0\0\0\x01\0\xFF"
      "\0\0\0\0\0\0"
      "\x01\x02\x03\x04\x05\x06",
      18);
  const fs::path tiff_file = tiff({3, 1}, 16, PHOTOMETRIC_RGB, [](TIFF* file) {
    std::uint16_t row[] = {0, 1, 255, 0, 0, 0, 0x0102, 0x0304, 0x0506};
    TIFFWriteScanline(file, row, 0, 0);
  });
  const std::vector<Image> images = {read(png(3, 1, 16, 2, std::string(1, '\0') + samples)), read_image_file(tiff_file),
                                     read("P6 3 1 65535 " + samples), read("P6 3 1 65534 " + samples)};
  for (const Image& image : images) {
    CHECK(image == images[0]);
    CHECK(image.bytes == Bytes{0, 0, 0, 255, 0, 0, 0, 255, 1, 3, 5, 255});
    CHECK(image.low_bytes == Bytes{0, 1, 255, 255, 0, 0, 0, 255, 2, 4, 6, 255});
    CHECK(foreground(image, {}) == std::vector<bool>{true, false, true});
    CHECK(foreground(image, above(300)) == std::vector<bool>{false, false, true});
    const unsigned luminance = (77 * 0x0102 + 150 * 0x0304 + 29 * 0x0506) / 256;
    CHECK(foreground(image, above(luminance - 1)).back());
    CHECK_FALSE(foreground(image, above(luminance)).back());
  }
  const Image alpha = read(png(1, 1, 16, 4, std::string("\0\x01\x02\x03\x04", 5)));
  CHECK(alpha.bytes == Bytes{1, 1, 1, 3});
  CHECK(alpha.low_bytes == Bytes{2, 2, 2, 4});

  // Equal tells colours apart that differ in the low byte alone. Zero is background.
  const std::string close(
      "\0\x01\x01\x01\x01\x01\x01\xFF\xFF"
      "\x01\x01\x01\x01\x01\x02\xFF\xFF"
      "\0\0\0\0\0\0\0\0",
      25);
  const tools::SelectedImage equal = *tools::select(read(png(3, 1, 16, 6, close)), {.equal = true});
  CHECK(equal.image == Image{{3, 1}, PixelFormat::u32, {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}});

  // The background is a colour of 16 bits; where no pixel has it, there is none.
  const auto background = [&](const tools::Background& values) {
    const tools::Selection selection{.equal = true, .background = values};
    return std::get<Equal>(tools::select(read(png(3, 1, 16, 6, close)), selection)->criterion).background;
  };
  CHECK(background({0x101, 0x101, 0x101, 0xFFFF}) == PixelValue{1.0});
  CHECK(background({0x101, 0x101, 0x102}) == PixelValue{2.0});
  CHECK(background({0, 0, 0, 0}) == PixelValue{});
  CHECK(background({0x101}) == PixelValue{1.0});
  CHECK_FALSE(background({0x102}));
  CHECK_FALSE(background({}));
}

}  // namespace glccl::tests
