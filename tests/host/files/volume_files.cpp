// Files of volumes: nothing is lost on the way to a file and back, and one line names the fault of a file.
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/overlay.hpp"
#include "glccl/image.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
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

/// The numbers from 0 on, a byte each.
std::string counting(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(i);
  return bytes;
}

std::string refused(const Result<void>& status) {
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::invalid_argument);
  return status.error().message;
}

}  // namespace

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
  for (const char* shape : {"(2, 3, 4, 1)", "(1, 2, 3, 4)", "(2, 1, 3, 4)", "(2, 3, 1, 4)"}) {
    CHECK(labels(npy("|u1", shape, counting(24))) == expected);
  }
  std::string turned;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 3; ++y) {
      for (int z = 0; z < 2; ++z) turned += static_cast<char>(x + 4 * (y + 3 * z));
    }
  }
  for (const char* shape : {"(2, 3, 4)", "(1, 2, 3, 4)", "(2, 3, 1, 4)"}) {
    CHECK(labels(npy("|u1", shape, turned, "True")) == expected);
  }
}

TEST_CASE("read_image() and read_labels() tell why a .npy file is no volume", "[host][files][volume][errors]") {
  const std::string axes =
      "; (H, W), (D, H, W) and these with another axis of length 1 can be read, and images of uint8 whose last axis of "
      "3 or "
      "4 "
      "has colours";
  CHECK(reason(file_with(npy("|u1", "(2, 2, 2, 2)", counting(16)))) == "its shape is (2, 2, 2, 2) of '|u1'" + axes);
  CHECK(reason(file_with(npy("<u2", "(1, 1, 1, 1, 3)", counting(6)))) ==
        "its shape is (1, 1, 1, 1, 3) of '<u2'" + axes);
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
