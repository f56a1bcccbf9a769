// Volumes, and images of types that pictures do not have, through the command line.
#include <cstring>
#include <string>
#include <vector>

#include "glccl/host/label_files.hpp"
#include "tests/host/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/run_program.hpp"
#include "tools/glccl/selection.hpp"

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
  CHECK(above->description == "foreground: value > 0");
  CHECK(above->image == signed16);
  CHECK(tools::select(signed16, {.inverted = true})->description == "foreground: value <= 0");
  CHECK(tools::select(signed16, {.equal = true}));
  CHECK(tools::select(signed16, {.threshold = tools::Threshold{.low = 9}}));
  const Result<tools::SelectedImage> otsu = tools::select(signed16, {.threshold = tools::Threshold{.otsu = true}});
  REQUIRE_FALSE(otsu);
  CHECK(otsu.error().code == ErrorCode::invalid_argument);
  CHECK(
      otsu.error().message ==
      "--threshold otsu is for images of 8 and 16 bits without a sign, and this one is i16; give --threshold a number");
  const host::Image ones = image_of_values<std::int16_t>({3, 1}, PixelFormat::i16, {1, 2, 3});
  CHECK(tools::threshold_hint(ones, {}).empty());  // it would name Otsu's threshold
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
  CHECK_THAT(done.out, contains("components  1\n") && contains("foreground: value > 0"));
  const Result<host::LabelFile> labels = host::read_labels(folder / "l.nii.gz");
  REQUIRE(labels);
  CHECK(*labels == host::LabelFile{{5, 1}, {0, 0, 1, 1, 1}});
  CHECK_THAT(run({"--equal"}).out, contains("components  3\n"));

  const ProgramResult otsu = run({"--threshold", "otsu"});
  CHECK(otsu.status == 2);
  CHECK_THAT(otsu.err, contains("--threshold otsu is for images of 8 and 16 bits without a sign"));
  const ProgramResult overlay = run({"--overlay", "o.png"});
  CHECK(overlay.status == 2);
  CHECK_THAT(overlay.err, contains("--overlay draws on u8, u16 and rgba8") && contains("i16"));
  CHECK_FALSE(fs::exists(folder / "o.png"));
}

}  // namespace glccl::tests
