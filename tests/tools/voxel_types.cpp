// Volumes, and images of types that pictures do not have, through the command line.
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "glccl/host/label_files.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/selection.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// Five voxels of int16 in a row.
constexpr std::int16_t voxels[] = {-5, 0, 7, 7, 300};

fs::path nifti_file() {
  return file_with(nifti({.dim = {5}, .type = 4, .bits = 16}, {reinterpret_cast<const char*>(voxels), sizeof voxels}),
                   "a.nii");
}

}  // namespace

TEST_CASE("select() takes values with a sign, and Otsu's threshold of pictures alone", "[tools][volume]") {
  const host::Image signed16 = image_of_values<std::int16_t>({5, 1}, PixelFormat::i16, {-5, 0, 7, 7, 300});
  const Result<tools::SelectedImage> above = tools::select(signed16, {});
  REQUIRE(above);
  CHECK(above->description == "foreground: non-zero values");
  CHECK(above->image == signed16);
  CHECK(tools::select(signed16, {.inverted = true})->description == "foreground: zero values");
  CHECK(tools::select(signed16, {.equal = true}));
  CHECK(tools::select(signed16, {.threshold = tools::Threshold{.low = 9}}));
  const Result<tools::SelectedImage> otsu = tools::select(signed16, {.threshold = tools::Threshold{.otsu = true}});
  REQUIRE_FALSE(otsu);
  CHECK(otsu.error().code == ErrorCode::invalid_argument);
  CHECK(
      otsu.error().message ==
      "--threshold otsu is for images of 8 and 16 bits without a sign, and this one is i16; give --threshold a number");
  CHECK(tools::select(signed16, {.threshold = tools::Threshold{.low = -9}}));
  const host::Image bytes = image_of_values<std::uint8_t>({2, 1}, PixelFormat::u8, {1, 2});
  const Result<tools::SelectedImage> below =
      tools::select(bytes, {.threshold = tools::Threshold{.low = -9, .high = 1}});
  REQUIRE_FALSE(below);
  CHECK(below.error().code == ErrorCode::invalid_argument);
  CHECK(
      below.error().message ==
      "--threshold -9:1 is below all values of this image, which is u8 and has none below 0; give a number from 0, or "
      "\"otsu\"");
  const host::Image ones = image_of_values<std::int16_t>({3, 1}, PixelFormat::i16, {1, 2, 3});
  CHECK(tools::threshold_hint(ones, {}).empty());  // it would name Otsu's threshold
}

TEST_CASE("select() without a threshold takes what is not zero, whatever its sign, as Python does", "[tools][volume]") {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<host::Image> images = {
      image_of_values<float>({11, 1}, PixelFormat::f32, {-1, 0, tiny, 0, -tiny, -0.0F, nan, 0, 1e30F, 0, -1e30F}),
      image_of_values<std::int8_t>({11, 1}, PixelFormat::i8, {-1, 0, 1, 0, -128, 0, 127, 0, 2, 0, -2}),
      image_of_values<std::int32_t>({11, 1}, PixelFormat::i32, {-1, 0, 1, 0, -2147483647, 0, 5, 0, 2, 0, -2}),
      image_of_values<std::uint16_t>({11, 1}, PixelFormat::u16, {1, 0, 9, 0, 8, 0, 7, 0, 65535, 0, 256}),
  };
  for (const host::Image& image : images) {
    for (const bool inverted : {false, true}) {
      CAPTURE(image.format, inverted);
      const Result<tools::SelectedImage> selected = tools::select(image, {.inverted = inverted});
      REQUIRE(selected);
      const std::vector<std::uint32_t> labels =
          reference(selected->image, {.criterion = selected->criterion}).labels.values;
      for (std::size_t i = 0; i < labels.size(); ++i) CHECK((labels[i] != 0) == ((i % 2 == 0) != inverted));
    }
  }
}

TEST_CASE("parse_shape() reads slices, rows and columns", "[tools][volume]") {
  CHECK(*tools::parse_shape("32x480x640") == Extent{640, 480, 32});
  CHECK(*tools::parse_shape("480x640") == Extent{640, 480});
  CHECK(*tools::parse_shape("1x1x2147483647") == Extent{2147483647, 1});
  CHECK(*tools::parse_shape("8192x8192x65536") == Extent{65536, 8192, 8192});
  for (const char* text :
       {"", "5", "x", "5x", "x5", "5x5x", "2x3x4x5", "0x5", "5x-5", "5x 5", "5x5y", "5.5x5", "5X5", "1x2147483648",
        "1048576x1048576x1048576", "99999999999999999999x1", "1x1x99999999999999999999"}) {
    CAPTURE(text);
    const Result<Extent> shape = tools::parse_shape(text);
    REQUIRE_FALSE(shape);
    CHECK(shape.error().message ==
          "--shape \"" + std::string(text) +
              "\" is no shape with sides of up to 2147483647 and up to 2^59 voxels: write SLICESxROWSxCOLUMNS or "
              "ROWSxCOLUMNS, as 32x480x640");
  }
}

TEST_CASE("parse_memory() reads bytes and their units", "[tools]") {
  CHECK(*tools::parse_memory("--memory", "1") == 1);
  CHECK(*tools::parse_memory("--memory", "3K") == 3072);
  CHECK(*tools::parse_memory("--memory", "512M") == 512 << 20);
  CHECK(*tools::parse_memory("--memory", "8G") == std::int64_t{8} << 30);
  CHECK(*tools::parse_memory("--memory", "2T") == std::int64_t{2} << 40);
  for (const char* text : {"", "G", "0", "-1", "0G", "8GB", "8g", "8 G", "1.5G", "9999999999999T", "1e9"}) {
    CAPTURE(text);
    const Result<std::int64_t> bytes = tools::parse_memory("--memory", text);
    REQUIRE_FALSE(bytes);
    CHECK(bytes.error().message ==
          "--memory \"" + std::string(text) + "\" is no size: write bytes, or a number with K, M, G or T, as 8G");
  }
}

TEST_CASE("parse_type() knows the types that files without a header have", "[tools][volume]") {
  CHECK(*tools::parse_type("u8") == PixelFormat::u8);
  CHECK(*tools::parse_type("f32") == PixelFormat::f32);
  for (const char* text : {"", "U8", "uint8", "unorm8", "rg32u", "depth24", "srgb8_alpha8"}) {
    CAPTURE(text);
    const Result<PixelFormat> type = tools::parse_type(text);
    REQUIRE_FALSE(type);
    CHECK(type.error().message ==
          "--type \"" + std::string(text) + "\" is not known; use one of u8, u16, u32, i8, i16, i32, f16, f32, rgba8");
  }
}

TEST_CASE("label reads files without a header", "[tools][cli][volume]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "a.raw", std::ios::binary).write(reinterpret_cast<const char*>(voxels), sizeof voxels);
  const auto run = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"label", "a.raw", "--engine", "cpu-serial"});
    return run_glccl(options, folder);
  };
  const ProgramResult row = run({"--shape", "1x5", "--type", "i16", "--labels", "l.raw"});
  CAPTURE(row.err);
  REQUIRE(row.status == 0);
  CHECK_THAT(row.out, contains("5x1") && contains("components  2\n"));
  const Result<host::LabelFile> labels = host::read_raw_labels(folder / "l.raw", {{5, 1}, PixelFormat::u32});
  REQUIRE(labels);
  CHECK(labels->values == std::vector<std::int64_t>{1, 0, 2, 2, 2});
  CHECK_THAT(run({"--shape", "5x2", "--type", "u8"}).out, contains("2x5"));

  const ProgramResult other = run({"--shape", "5x5", "--type", "u8"});
  CHECK(other.status == 3);
  CHECK_THAT(other.err, contains("it has 10 bytes, and 5x5 elements of u8 are 25"));
  CHECK(run({}).status == 3);  // not an image of a known kind
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--shape", "1x5"},
                                             {"--type", "i16"},
                                             {"--shape", "5", "--type", "i16"},
                                             {"--shape", "1x5", "--type", "x"}}) {
    CHECK(run(options).status == 2);
  }
}

TEST_CASE("label reads and writes NIfTI", "[tools][cli][volume]") {
  const std::string input = nifti_file().string();
  const fs::path folder = scratch_directory();
  const std::vector<std::string> label = {"label", input, "--engine", "cpu-serial"};
  const auto run = [&](std::vector<std::string> options) {
    options.insert(options.begin(), label.begin(), label.end());
    return run_glccl(options, folder);
  };
  const ProgramResult done = run({"--labels", "l.nii.gz"});
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK_THAT(done.out, contains("components  2\n") && contains("foreground: non-zero values"));
  const Result<host::LabelFile> labels = host::read_labels(folder / "l.nii.gz");
  REQUIRE(labels);
  CHECK(*labels == host::LabelFile{{5, 1}, {1, 0, 2, 2, 2}});
  CHECK_THAT(run({"--equal"}).out, contains("components  3\n"));

  const ProgramResult negative = run({"--threshold", "-6:6", "--labels", "n.nii"});
  CAPTURE(negative.err);
  REQUIRE(negative.status == 0);
  CHECK_THAT(negative.out, contains("foreground: value > -6 and <= 6"));
  CHECK(host::read_labels(folder / "n.nii")->values == std::vector<std::int64_t>{1, 1, 0, 0, 0});
  CHECK_THAT(run_glccl({"validate", input, "--threshold", "-6:6", "--against", "n.nii"}, folder).out,
             contains("all equal"));

  const ProgramResult otsu = run({"--threshold", "otsu"});
  CHECK(otsu.status == 2);
  CHECK_THAT(otsu.err, contains("--threshold otsu is for images of 8 and 16 bits without a sign"));
  // Labels lie where the voxels lie.
  std::string placed = read_file(input);
  placed.replace(252, 2, std::string("\x02\x00", 2));
  std::ofstream(folder / "placed.nii", std::ios::binary) << placed;
  REQUIRE(run_glccl({"label", "placed.nii", "--labels", "l.nii"}, folder).status == 0);
  CHECK(host::read_geometry(folder / "l.nii")->qform_code == 2);

  // validate labels it by all usual criteria that its type has: not by Otsu's threshold.
  const ProgramResult validated = run_glccl({"validate", input, "--engines", "cpu-fast"}, folder);
  CAPTURE(validated.err);
  CHECK(validated.status == 0);
  CHECK_THAT(validated.out, contains("inputs        3, "));
  const ProgramResult overlay = run({"--overlay", "o.png"});
  CHECK(overlay.status == 2);
  CHECK_THAT(overlay.err, contains("--overlay draws on u8, u16 and rgba8") && contains("i16"));
  CHECK_FALSE(fs::exists(folder / "o.png"));
}

}  // namespace glccl::tests
