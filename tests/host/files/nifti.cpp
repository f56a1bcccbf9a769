// NIfTI-1 files, plain and compressed: every type in both byte orders, and one line for each fault.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;

/// Values as bytes in one byte order.
template <class Value>
std::string voxels_of(const std::vector<Value>& values, bool big) {
  std::string bytes;
  for (const Value value : values) {
    std::string voxel(sizeof value, '\0');
    std::memcpy(voxel.data(), &value, sizeof value);
    if (big == (std::endian::native == std::endian::little)) std::reverse(voxel.begin(), voxel.end());
    bytes += voxel;
  }
  return bytes;
}

/// A file of 2x1x3 voxels of a type.
template <class Value>
std::string file_of(int type, const std::vector<Value>& values, bool big = false) {
  return nifti({.dim = {2, 1, 3}, .type = type, .bits = 8 * int{sizeof(Value)}, .big = big}, voxels_of(values, big));
}

/// The smallest and the largest value of a type, and small ones.
template <class Value>
std::vector<Value> edges() {
  using Limits = std::numeric_limits<Value>;
  return {Limits::lowest(), Limits::max(), 0, 1, 7, Limits::max()};
}

template <class Value>
void check_type(int type, PixelFormat format) {
  CAPTURE(format);
  const Extent extent{2, 1, 3};
  for (const bool big : {false, true}) {
    CAPTURE(big);
    const std::string file = file_of(type, edges<Value>(), big);
    CHECK(read(file) == image_of_values(extent, format, edges<Value>()));
    CHECK(read(gzip(file)) == image_of_values(extent, format, edges<Value>()));
  }
}

std::vector<std::int64_t> labels_in(const std::string& bytes) {
  const Result<host::LabelFile> labels = host::read_labels(file_with(bytes));
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  return labels->values;
}

template <class Value>
void check_labels(int type) {
  CAPTURE(type);
  std::vector<Value> values = edges<Value>();
  if constexpr (std::is_floating_point_v<Value> || sizeof(Value) == 8) values = {0, 1, 5, 2, 2, 1 << 24};
  const std::vector<std::int64_t> expected(values.begin(), values.end());
  for (const bool big : {false, true}) CHECK(labels_in(file_of(type, values, big)) == expected);
}

/// The reason why a file of 2x2x2 bytes with other fields cannot be read.
template <class Change>
std::string refused_fields(const Change& change) {
  NiftiFile fields{.dim = {2, 2, 2}};
  change(fields);
  return reason(file_with(nifti(fields, "12345678")));
}

std::string refused(const fs::path& path, const LabelImage& labels) {
  const Result<void> status = host::write_labels(path, labels);
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::invalid_argument);
  CHECK(fs::is_empty(path.parent_path()));
  return status.error().message;
}

std::string refused_image(const char* name, const Image& image) {
  const fs::path path = scratch_file(name);
  const Result<void> status = host::write_image(path, image);
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::invalid_argument);
  CHECK(fs::is_empty(path.parent_path()));
  const std::string start = "cannot write " + path.string();
  CHECK(status.error().message.substr(0, start.size()) == start);
  return status.error().message.substr(start.size());
}

/// Integers of `size` bytes, the least significant first.
std::string words(std::initializer_list<std::uint32_t> values, int size) {
  std::string text;
  for (const std::uint32_t value : values) text += little_endian(value, size);
  return text;
}

const std::string readable = "; NIfTI-1 and NIfTI-2 in one file (.nii or .nii.gz) can be read";

}  // namespace

TEST_CASE("read_image() reads NIfTI of every type and byte order", "[host][files][volume]") {
  check_type<std::uint8_t>(2, PixelFormat::u8);
  check_type<std::int8_t>(256, PixelFormat::i8);
  check_type<std::uint16_t>(512, PixelFormat::u16);
  check_type<std::int16_t>(4, PixelFormat::i16);
  check_type<std::uint32_t>(768, PixelFormat::u32);
  check_type<std::int32_t>(8, PixelFormat::i32);
  check_type<float>(16, PixelFormat::f32);
}

TEST_CASE("read_labels() reads NIfTI of every type and byte order", "[host][files][volume]") {
  check_labels<std::uint8_t>(2);
  check_labels<std::int8_t>(256);
  check_labels<std::uint16_t>(512);
  check_labels<std::int16_t>(4);
  check_labels<std::uint32_t>(768);
  check_labels<std::int32_t>(8);
  check_labels<std::uint64_t>(1280);
  check_labels<std::int64_t>(1024);
  check_labels<float>(16);
  check_labels<double>(64);
}

TEST_CASE("read_image() keeps NIfTI voxels of 64 bits where 32 hold them", "[host][files][volume]") {
  const Extent extent{2, 1, 3};
  for (const bool big : {false, true}) {
    CHECK(read(file_of<std::int64_t>(1024, {-2147483648, 2147483647, 0, 1, 7, -1}, big)) ==
          image_of_values<std::int32_t>(extent, PixelFormat::i32, {-2147483647 - 1, 2147483647, 0, 1, 7, -1}));
    CHECK(read(file_of<std::uint64_t>(1280, {4294967295, 0, 0, 1, 7, 9}, big)) ==
          image_of_values<std::uint32_t>(extent, PixelFormat::u32, {4294967295, 0, 0, 1, 7, 9}));
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(read(file_of<double>(64, {0.5, -3, infinite, -infinite, 1e-45F, 16777216}, big)) ==
          image_of_values<float>(extent, PixelFormat::f32, {0.5F, -3, HUGE_VALF, -HUGE_VALF, 1e-45F, 16777216}));
  }
  const Image unknown = read(file_of<double>(64, {0, 0, std::nan(""), 0, 0, 0}));
  float value = 0.0F;
  std::memcpy(&value, &unknown.bytes[8], sizeof value);
  CHECK(std::isnan(value));

  CHECK(reason(file_with(file_of<double>(64, {0, 0.5, 0, 0.1, 0, 0}))) ==
        "its element 3 is 0.100000, which f32 does not hold; images of 32 bits can be read, so convert it to those");
  CHECK_THAT(reason(file_with(file_of<double>(64, {0, 16777217, 0, 0, 0, 0}))), contains("its element 1 is 16777217"));
  CHECK_THAT(reason(file_with(file_of<double>(64, {1e300, 0, 0, 0, 0, 0}))), contains("its element 0 is"));
  CHECK_THAT(reason(file_with(file_of<std::int64_t>(1024, {0, 0, 2147483648, 0, 0, 0}))),
             contains("its element 2 is 2147483648") && contains("which i32 does not hold"));
  CHECK_THAT(reason(file_with(file_of<std::int64_t>(1024, {0, 0, -2147483649, 0, 0, 0}))), contains("i32"));
  CHECK_THAT(reason(file_with(file_of<std::uint64_t>(1280, {0, 4294967296, 0, 0, 0, 0}))), contains("u32"));
}

TEST_CASE("read_image() takes the axes of NIfTI for columns, rows and slices", "[host][files][volume]") {
  const auto extent = [](const std::vector<int>& dim) {
    const Image image = read(nifti({.dim = dim}, "abcdefghijkl"));
    CHECK(image.bytes.front() == 'a');
    return image.extent;
  };
  CHECK(extent({3, 2, 2}) == Extent{3, 2, 2});
  CHECK(extent({2, 3, 1}) == Extent{2, 3});
  CHECK(extent({4, 3}) == Extent{4, 3});
  CHECK(extent({12}) == Extent{12, 1});
  CHECK(extent({3, 2, 2, 1, 1, 1, 1}) == Extent{3, 2, 2});
  CHECK(extent({3, 2, 1, 0}) == Extent{3, 2});  // some programs write 0 for axes that are not there
  const Image image = read(nifti({.dim = {3, 2, 2}}, "abcdefghijkl"));
  CHECK(image.bytes[place_of({1, 0, 1}, image.extent)] == 'h');
  // Extensions come before the voxels.
  CHECK(read(nifti({.dim = {2, 1, 1}, .offset = 368}, "0123456789abcdefXY")).bytes ==
        std::vector<std::uint8_t>{'X', 'Y'});
}

TEST_CASE("read_image() and read_labels() scale NIfTI voxels by slope and intercept", "[host][files][volume]") {
  NiftiFile fields{.dim = {2, 1, 2}, .type = 4, .bits = 16, .slope = 1, .intercept = -1024};
  const auto file = [&] { return nifti(fields, voxels_of<std::int16_t>({0, 1024, 32767, -32768}, fields.big)); };
  const std::vector<float> scaled = {-1024, 0, 31743, -33792};
  for (const bool big : {false, true}) {
    fields.big = big;
    CHECK(read(file()) == image_of_values({2, 1, 2}, PixelFormat::f32, scaled));
    CHECK(labels_in(file()) == std::vector<std::int64_t>(scaled.begin(), scaled.end()));
  }
  fields.slope = 0.5F;
  CHECK(read(file()) == image_of_values<float>({2, 1, 2}, PixelFormat::f32, {-1024, -512, 15359.5F, -17408}));
  const Result<host::LabelFile> labels = host::read_labels(file_with(file()));
  REQUIRE_FALSE(labels);
  CHECK_THAT(labels.error().message, contains("its value at (0, 0, 1) is 15359.500000, no label"));

  const Image stored = image_of_values<std::int16_t>({2, 1, 2}, PixelFormat::i16, {0, 1024, 32767, -32768});
  for (const float none : {0.0F, std::nanf(""), HUGE_VALF}) {
    fields.slope = none;
    CHECK(read(file()) == stored);
  }
  fields.slope = 1.0F;
  fields.intercept = 0.0F;
  CHECK(read(file()) == stored);
  fields.intercept = std::nanf("");
  CHECK(reason(file_with(file())) ==
        "it is damaged: its voxels have a slope, but no intercept that is a number; fetch or save it again");
}

TEST_CASE("read_image() tells why a NIfTI file cannot be read", "[host][files][volume][errors]") {
  for (const bool big : {false, true}) {
    CHECK_THAT(refused_fields([&](NiftiFile& fields) {
                 std::tie(fields.size, fields.big) = std::pair{540, big};
               }),
               contains("the NIfTI file ends within its header"));
  }
  CHECK(refused_fields([](NiftiFile& fields) { fields.magic = std::string("ni1\0", 4); }) ==
        "it is the header of a pair of NIfTI files (.hdr and .img)" + readable);
  CHECK(refused_fields([](NiftiFile& fields) { fields.magic = std::string(4, '\0'); }) ==
        "its header has the size of NIfTI-1, but not its magic n+1" + readable);
  CHECK(refused_fields([](NiftiFile& fields) {
          fields.dim = {1, 2, 2, 2};
        }) == "its axis 4 has 2 places, as of times; --frame N picks one of the 2 frames, from 0 to 1");
  CHECK(refused_fields([](NiftiFile& fields) {
          fields.dim = {1, 2, 2, 1, 2};
        }) == "its axis 5 has 2 places, as of directions; volumes of three axes and of times can be read");
  CHECK(refused_fields([](NiftiFile& fields) { fields.dim = {}; }) ==
        "it is damaged: its NIfTI header has 0 axes; fetch or save it again");
  CHECK(refused_fields([](NiftiFile& fields) { fields.dim.assign(8, 1); }) ==
        "it is damaged: its NIfTI header has 8 axes; fetch or save it again");
  CHECK(refused_fields([](NiftiFile& fields) {
          fields.dim = {2, -2, 2};
        }) == "it is damaged: axis 2 of its NIfTI header is -2; fetch or save it again");
  CHECK(refused_fields([](NiftiFile& fields) {
          fields.dim = {2, 0, 2};
        }) == "it has no pixels; an image of at least 1x1 can be read");
  CHECK(refused_fields([](NiftiFile& fields) {
          std::tie(fields.type, fields.bits) = std::pair{128, 24};
        }) == "its voxels are of NIfTI type 128; integers of 8 to 64 bits and floats of 32 or 64 bits can be read");
  CHECK(refused_fields([](NiftiFile& fields) { fields.bits = 16; }) ==
        "it is damaged: its NIfTI type 2 has 8 bits, and its header says 16; fetch or save it again");
  for (const float offset : {0.0F, 348.0F, -1.0F, 352.5F, std::nanf(""), HUGE_VALF}) {
    CAPTURE(offset);
    CHECK_THAT(refused_fields([&](NiftiFile& fields) { fields.offset = offset; }),
               contains("it is damaged: its voxels begin at byte ") && contains(", and 352 is the first that can be"));
  }
  CHECK_THAT(refused_fields([](NiftiFile& fields) { fields.offset = 353; }),
             contains("it is truncated: it has 360 bytes"));
  CHECK_THAT(reason(file_with(nifti({.dim = {32767, 32767, 3}}, "")), ErrorCode::too_large),
             contains("it is 32767x32767x3 pixels large"));
  CHECK(reason(file_with(nifti({.dim = {2, 2}}, "1234").substr(0, 347))) ==
        "it is truncated: the NIfTI file ends within its header, at byte 347; fetch or save it again");
}

TEST_CASE("read_image() reads gzip to its end or tells why not", "[host][files][volume]") {
  const std::string plain = nifti({.dim = {2, 2, 2}}, "abcdefgh");
  const Image volume = read(plain);
  CHECK(read(plain + "more") == volume);  // nothing says that a file ends with its voxels
  CHECK(read(gzip(plain.substr(0, 350)) + gzip(plain.substr(350, 5)) + gzip(plain.substr(355)) + gzip("")) == volume);
  CHECK(read(gzip(plain) + std::string(100, '\0')) == volume);  // padding of a tape
  CHECK(reason(file_with(gzip(plain + "x"))) ==
        "it is damaged: its gzip data goes on behind the voxels; fetch or save it again");
  CHECK(reason(file_with(gzip("no header"))) == "it is compressed by gzip and no NIfTI file" + readable);
  CHECK(reason(file_with(gzip(plain.substr(0, 355)))) ==
        "it is truncated: its gzip data ends within its voxels; fetch or save it again");

  std::string wrong = gzip(plain);
  wrong[wrong.size() - 8] = static_cast<char>(~wrong[wrong.size() - 8]);
  CHECK(reason(file_with(wrong)) ==
        "it is damaged: its gzip data cannot be inflated (incorrect data check); fetch or save it again");
}

TEST_CASE("write_labels() writes NIfTI as its standard says", "[host][output][volume]") {
  const LabelImage labels{{3, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2147483647, 0}};
  const fs::path path = scratch_file("l.nii");
  REQUIRE(host::write_labels(path, labels));
  const std::string bytes = read_file(path);
  REQUIRE(bytes.size() == 352 + 4 * labels.values.size());
  CHECK(bytes.substr(0, 4) == words({348}, 4));
  CHECK(bytes.substr(40, 16) == words({3, 3, 2, 2, 1, 1, 1, 1}, 2));
  CHECK(bytes.substr(68, 6) == words({1002, 8, 32}, 2));  // labels, int32
  const std::uint32_t one = std::bit_cast<std::uint32_t>(1.0F);
  CHECK(bytes.substr(76, 32) == words({one, one, one, one, one, one, one, one}, 4));
  CHECK(bytes.substr(108, 12) == words({std::bit_cast<std::uint32_t>(352.0F), one, 0}, 4));
  CHECK(bytes.substr(344, 8) == std::string("n+1\0\0\0\0\0", 8));
  CHECK(std::memcmp(&bytes[352], labels.values.data(), 48) == 0);

  const fs::path packed = scratch_file("l.nii.gz");
  REQUIRE(host::write_labels(packed, labels));
  CHECK(read_file(packed).size() < bytes.size());
  CHECK(read_image_file(packed) == read_image_file(path));
  CHECK(read_image_file(path) == image_of_values({3, 2, 2}, PixelFormat::i32, labels.values));
}

TEST_CASE("write_image() writes what read_image() reads from NIfTI", "[host][output][volume]") {
  for (const FormatTraits& format : pixel_formats()) {
    if (format.bytes == 0) continue;
    CAPTURE(format.format);
    Image image = random_bytes({5, 4, 3}, format.format);
    if (format.format == PixelFormat::f32)
      image = image_of_values({2, 1}, format.format, std::vector{1e-40F, -HUGE_VALF});
    for (const char* name : {"a.nii", "a.nii.gz"}) {
      const fs::path path = scratch_file(name);
      const Result<void> status = host::write_image(path, image);
      const bool known = format.channels == 1 && format.bytes <= 4 && format.format != PixelFormat::unorm8 &&
                         format.format != PixelFormat::f16;
      CHECK(static_cast<bool>(status) == known);
      CHECK(static_cast<bool>(host::check_image_path(path, format.format)) == known);
      if (known) CHECK(read_image_file(path) == image);
    }
  }
  CHECK(refused_image("a.nii", {{32768, 1}, PixelFormat::u8, std::vector<std::uint8_t>(32768)}) ==
        ": its extent is 32768x1 and sides of NIfTI-1 have up to 32767; use .npy or .tif");
  CHECK(refused_image("a.nii", {{1, 1}, PixelFormat::rgba8, std::vector<std::uint8_t>(4)}) ==
        " as an image: the ending .nii is not known; use .png, .tif, .tiff or .npy");
}

TEST_CASE("labels in NIfTI lie where the source lies", "[host][files][output][volume]") {
  const LabelImage labels{{2, 2, 2}, {1, 0, 0, 2, 3, 0, 0, 4}};
  for (const bool big : {false, true}) {
    std::string source = nifti({.dim = {2, 2, 2}, .big = big}, "12345678");
    const auto put_bytes = [&](std::size_t at, std::string bytes) {
      if (big) std::reverse(bytes.begin(), bytes.end());
      source.replace(at, bytes.size(), bytes);
    };
    const auto put_float = [&](std::size_t at, float number) {
      put_bytes(at, words({std::bit_cast<std::uint32_t>(number)}, 4));
    };
    for (int i = 0; i < 4; ++i)
      put_float(76 + 4 * static_cast<std::size_t>(i), i == 0 ? -1.0F : 0.5F * static_cast<float>(i));
    source[123] = 10;  // millimetres and seconds
    put_bytes(252, words({1}, 2));
    put_bytes(254, words({4}, 2));
    for (std::size_t i = 0; i < 18; ++i) put_float(256 + 4 * i, 0.25F * static_cast<float>(i) - 2.0F);
    for (const std::string& file : {source, gzip(source)}) {
      const std::optional<host::NiftiGeometry> geometry = host::read_geometry(file_with(file));
      REQUIRE(geometry);
      CHECK(geometry->pixdim == std::array{-1.0F, 0.5F, 1.0F, 1.5F});
      CHECK(geometry->units == 10);
      CHECK(geometry->qform_code == 1);
      CHECK(geometry->sform_code == 4);
      const fs::path path = scratch_file("l.nii");
      host::OutputFile output = *host::OutputFile::create(path);
      REQUIRE(host::write_labels(output, labels, geometry));
      REQUIRE(output.commit());
      const std::string written = read_file(path);
      if (!big) {
        CHECK(written.substr(76, 16) == source.substr(76, 16));
        CHECK(written.substr(252, 76) == source.substr(252, 76));
      }
      CHECK(written[123] == 10);
      CHECK(written.substr(252, 4) == words({1, 4}, 2));
      CHECK(host::read_geometry(path)->rotation == geometry->rotation);
      CHECK(host::read_geometry(path)->matrix == geometry->matrix);
      CHECK(geometry->rotation.front() == -2.0F);
      CHECK(geometry->matrix.back() == 2.25F);
      CHECK(read_image_file(path) == image_of_values({2, 2, 2}, PixelFormat::i32, labels.values));
    }
  }
  const std::string damaged_header = nifti({.dim = {2, 2, 2}, .magic = "abc"}, "12345678");
  for (const std::string& other :
       {gif(), std::string(), damaged_header, gzip("no volume"), std::string("\x1F\x8B\x08")}) {
    CHECK_FALSE(host::read_geometry(file_with(other)));
  }
  CHECK_FALSE(host::read_geometry("missing.nii"));
}

TEST_CASE("write_labels() refuses what NIfTI does not hold before it writes", "[host][output][volume][errors]") {
  for (const char* name : {"l.nii", "l.nii.gz"}) {
    const fs::path path = scratch_file(name);
    CHECK(refused(path, {{2, 1, 1}, {0, 2147483648}}) ==
          "cannot write " + path.string() +
              ": there are labels up to 2147483648 and int32 holds up to 2147483647; use .npy or .tif");
    CHECK(refused(path, {{1, 1, 32768}, std::vector<std::uint32_t>(32768)}) ==
          "cannot write " + path.string() +
              ": its extent is 1x1x32768 and sides of NIfTI-1 have up to 32767; use .npy or .tif");
  }
  CHECK_FALSE(host::check_labels_path("l.gz"));
  CHECK_FALSE(host::check_labels_path("l.npy.gz"));
  CHECK(host::check_labels_path("a.b.Nii.gz"));
}

TEST_CASE("list_images() lists NIfTI files", "[host][files][volume]") {
  const fs::path folder = scratch_directory();
  for (const char* name : {"a.nii", "b.nii.gz", "c.gz", "d.txt.gz"}) std::ofstream(folder / name) << "x";
  const Result<std::vector<fs::path>> files = host::list_images(folder);
  REQUIRE(files);
  CHECK(*files == std::vector<fs::path>{folder / "a.nii", folder / "b.nii.gz"});
}

}  // namespace glccl::tests
