// Reading and writing images: nothing is lost, and one line names the fault of a file.
#include "glccl/host/image_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using host::otsu_threshold;

using host::read_image;
using host::to_grey;
using host::write_image;

constexpr PixelFormat formats[] = {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8};

/// A file of each kind, small.
std::vector<std::string> samples() {
  const std::vector<std::uint8_t> pixels = random_bytes({9, 21}, PixelFormat::rgba8).bytes;
  return {as_file(random_bytes({13, 9}, PixelFormat::u8), "a.png"),
          as_file(random_bytes({13, 9}, PixelFormat::rgba8), "a.png"),
          as_file(random_bytes({13, 9}, PixelFormat::u16), "a.tif"),
          as_file(random_bytes({13, 9}, PixelFormat::u16), "a.npy"),
          as_file(random_bytes({7, 5, 3}, PixelFormat::u16), "a.tif"),
          as_file(random_bytes({7, 5, 3}, PixelFormat::u8), "a.npy"),
          nifti({.dim = {3, 2, 2}, .type = 4, .bits = 16}, "abcdefghijklmnopqrstuvwx"),
          gzip(nifti({.dim = {3, 2, 2}, .type = 16, .bits = 32, .slope = 2.0F, .big = true}, std::string(48, 'x'))),
          jpeg({21, 9}, 3, pixels),
          jpeg({21, 9}, 1, pixels, true),
          bmp(bmp_header(21, 9, 24), "", std::string(pixels.begin(), pixels.begin() + 9 * 64)),
          gif(),
          "P5\n# a comment\n4 3\n255\nabcdefghijkl",
          "P6 2 1 255 abcdef",
          "P4 9 2 \xFF\x80\x01\x80"};
}

}  // namespace

TEST_CASE("read_image() returns what write_image() wrote", "[host][files]") {
  for (const char* name : {"a.png", "a.tif", "a.TIFF", "a.npy"}) {
    for (const PixelFormat format : formats) {
      for (const Extent extent : {Extent{1, 1}, {3, 5}, {257, 129}, {1, 1000}, {5000, 2}}) {
        CAPTURE(name, format, extent);
        const Image image = random_bytes(extent, format);
        const fs::path path = scratch_file(name);
        REQUIRE(write_image(path, image));
        const Result<Image> back = read_image(path);
        REQUIRE(back);
        CHECK(*back == image);
        CHECK(std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()) == 1);
      }
    }
  }
}

TEST_CASE("read_image() tells why a file is no image", "[host][files]") {
  const std::string readable = "; PNG, JPEG, BMP, GIF, PNM, TIFF, NIfTI or NumPy .npy and .npz can be read";
  CHECK(reason(scratch_file("missing.png")) == "there is no such file" + readable);
  CHECK(reason(scratch_directory()) == "it is a folder; name an image file in it");
  CHECK(reason("/dev/null") == "it is a device" + readable);
  CHECK(reason(file_with("")) == "it is empty" + readable);
  CHECK(reason(file_with("%PDF-1.4 text", "a.png")) ==
        "it is not an image of a known kind (13 bytes that start with 25 50 44 46)" + readable);
  CHECK(reason(file_with("P5 9")) == "it is truncated: its PNM header is not complete; fetch or save it again");
  CHECK(reason(file_with("P5 0 3 255 ")) == "it has no pixels; an image of at least 1x1 can be read");
  CHECK(reason(file_with("P2 2 1 9 3 300")) ==
        "it is damaged: sample 1 is no number from 0 to 9; fetch or save it again");

  const auto npy = [](const std::string& header) {
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size());
    return file_with(bytes + '\0' + header + "12345678");
  };
  CHECK(reason(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1, 1), }")) ==
        "its values are of NumPy type '<c8'; bool, integers and floats of 16 to 64 bits can be read (numpy.astype "
        "converts)");
  CHECK(reason(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (1, 2, 3), }")) ==
        "its colours are in Fortran order; save numpy.ascontiguousarray of it");
  CHECK(reason(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (8,), }")) ==
        "its shape is (8,) of '|u1'; (H, W), (D, H, W) and these with another axis of length 1 can be read, and images "
        "of "
        "uint8 whose last "
        "axis of 3 or 4 has colours");
  CHECK(reason(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (3, 3), }")) ==
        "it is truncated: it holds 8 bytes of the array's 9; fetch or save it again");
  CHECK(reason(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (99999, 99999), }"), ErrorCode::too_large) ==
        "it is 99999x99999 pixels large; up to 2147483647 pixels can be read");
  CHECK(reason(npy("{}")) ==
        "it is damaged: its .npy header lacks descr, fortran_order or shape; fetch or save it again");
}

TEST_CASE("read_image() refuses a file that was cut off at any length", "[host][files]") {
  for (const std::string& whole : samples()) {
    CAPTURE(whole.substr(0, 4));
    REQUIRE(read_image(file_with(whole)));
    // The directory of a TIFF page ends with the place of the next page: 4 bytes, which libtiff can do without.
    const bool is_tiff = whole.substr(0, 2) == "II" || whole.substr(0, 2) == "MM";
    const int pages = is_tiff ? read(whole).extent.depth : 0;
    int lengths_read = 0;
    for (std::size_t length = 0; length < whole.size(); ++length) {
      CAPTURE(length, whole.size());
      const fs::path path = file_with(whole.substr(0, length));
      if (is_tiff && read_image(path)) {
        ++lengths_read;
      } else {
        reason(path);
      }
    }
    CHECK(lengths_read <= 4 * pages);
  }
  const std::string coins = read_file(test_data("coins.png"));
  for (std::size_t length = 0; length < coins.size(); length += 1999) reason(file_with(coins.substr(0, length)));
  CHECK(reason(file_with(coins.substr(0, 5000))).substr(0, 29) == "it is truncated: the PNG ends");
}

TEST_CASE("read_image() prints nothing about a damaged file", "[host][slow][files]") {
  const fs::path printed = scratch_file("printed");
  const int saved = ::dup(STDERR_FILENO);
  const int log = ::open(printed.c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(::dup2(log, STDERR_FILENO) >= 0);
  std::mt19937 random(1);
  bool as_promised = true;
  const fs::path path = scratch_file("damaged");
  for (const std::string& whole : samples()) {
    for (int round = 0; round < 100; ++round) {
      std::string bytes = whole;
      for (unsigned i = 0; i <= random() % 4; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
      std::ofstream(path, std::ios::binary) << bytes;
      const Result<Image> image = read_image(path);
      as_promised = as_promised &&
                    (image ? image->bytes.size() ==
                                 static_cast<std::size_t>(image->extent.elements() * bytes_per_pixel(image->format))
                           : image.error().message.find('\n') == std::string::npos);
    }
  }
  ::dup2(saved, STDERR_FILENO);
  ::close(saved);
  ::close(log);
  CHECK(as_promised);
  CHECK(read_file(printed).empty());

  std::string png = samples()[0];
  png[png.size() - 20] = static_cast<char>(~png[png.size() - 20]);
  CHECK(reason(file_with(png)) ==
        "it is damaged: the checksum of the PNG's chunk IDAT is wrong; fetch or save it again");
  std::string huge = bmp(bmp_header(2, 1, 24), "", "bgrbgr  ");
  for (std::size_t i = 18; i < 26; ++i) huge[i] = '\x7F';
  reason(file_with(huge), ErrorCode::too_large);
  reason(file_with("P5 65536 65536 255 "), ErrorCode::too_large);
}

TEST_CASE("write_image() goes by the ending of the path", "[host][files]") {
  const Image image = random_bytes({4, 3}, PixelFormat::u8);
  const auto refused = [](const Result<void>& status) {
    REQUIRE_FALSE(status);
    CHECK(status.error().code == ErrorCode::invalid_argument);
    return status.error().message;
  };
  CHECK(refused(write_image("x.jpg", image)) ==
        "cannot write x.jpg as an image: the ending .jpg is not known; use .png, .tif, .tiff, .npy, .nii or .nii.gz");
  CHECK(refused(host::check_image_path("x")) ==
        "cannot write x as an image: its name has no ending; use .png, .tif, .tiff or .npy");
  CHECK(host::check_image_path("dir.d/x.PNG"));
  const fs::path path = scratch_file("x.png");
  CHECK(refused(write_image(path, Image{{4, 3}, PixelFormat::u8, {1, 2}})) ==
        "cannot write " + path.string() + ": the image has 2 bytes for 4x3 pixels");
  CHECK(fs::is_empty(path.parent_path()));
}

TEST_CASE("write_image() writes every format of integers and floats as a NumPy array", "[host][files]") {
  struct TypeCase {
    PixelFormat format;
    const char* type;
  };
  constexpr TypeCase cases[] = {{PixelFormat::u32, "<u4"},    {PixelFormat::i8, "|i1"},    {PixelFormat::i16, "<i2"},
                                {PixelFormat::i32, "<i4"},    {PixelFormat::rg32u, "<u4"}, {PixelFormat::f16, "<f2"},
                                {PixelFormat::f32, "<f4"},    {PixelFormat::rg16f, "<f2"}, {PixelFormat::rg32f, "<f4"},
                                {PixelFormat::rgba16f, "<f2"}};
  for (const auto& [format, type] : cases) {
    CAPTURE(format);
    const Image image = random_bytes({5, 3}, format);
    const std::string bytes = as_file(image, "x.npy");
    const int channels = traits_of(format).channels;
    const std::string shape = channels == 1 ? "(3, 5)" : "(3, 5, " + std::to_string(channels) + ")";
    CHECK_THAT(bytes, contains("'descr': '" + std::string(type) + "'") && contains("'shape': " + shape));
    CHECK(bytes.substr(bytes.size() - image.bytes.size()) == std::string(image.bytes.begin(), image.bytes.end()));
    CHECK_FALSE(write_image(scratch_file("x.png"), image));
  }
}

TEST_CASE("to_grey() and otsu_threshold() compute in integers", "[host][image]") {
  const Image colours{{3, 1}, PixelFormat::rgba8, {255, 255, 255, 0, 255, 0, 0, 9, 10, 20, 30, 255}};
  CHECK(to_grey(colours) == Image{{3, 1}, PixelFormat::u8, {255, 76, 18}});
  CHECK(otsu_threshold(colours) == otsu_threshold(to_grey(colours)));
  const Image wide{{2, 1}, PixelFormat::u16, {0x10, 0x00, 0x00, 0xFF}};
  CHECK(to_grey(wide) == wide);
  CHECK(otsu_threshold(wide) == wide.grey_at(0, 0));
  CHECK(otsu_threshold({{4, 1}, PixelFormat::u8, {10, 10, 200, 200}}) == 10);
  CHECK(otsu_threshold({{3, 1}, PixelFormat::u8, {1, 2, 3}}) == 1);  // 2 is as good
  CHECK(otsu_threshold({{2, 1}, PixelFormat::u8, {77, 77}}) == 77);
  CHECK(otsu_threshold({{2, 1}, PixelFormat::u8, {0, 0}}) == 0);
  const Result<Image> coins = read_image(test_data("coins.png"));
  REQUIRE(coins);
  CHECK(coins->extent == Extent{384, 303});
  CHECK(otsu_threshold(*coins) == 107);
}

}  // namespace glccl::tests
