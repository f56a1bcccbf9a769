// The hint at --threshold for images that are nearly all foreground.
#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tools/glccl/options/selection.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using tools::Selection;
using tools::Threshold;

/// 100 x 10 pixels: the first `zeros` are 0, the others take the values one after the other.
host::Image make_grey(int zeros, const std::vector<std::uint8_t>& values) {
  host::Image image{{100, 10}, PixelFormat::u8, std::vector<std::uint8_t>(1000)};
  for (std::size_t i = static_cast<std::size_t>(zeros); i < 1000; ++i) image.bytes[i] = values[i % values.size()];
  return image;
}

}  // namespace

TEST_CASE("threshold_hint() is for images with values and hardly a zero", "[tools]") {
  const host::Image photograph = make_grey(19, {1, 90, 200});
  const std::string hint = tools::threshold_hint(photograph, {});
  CHECK(hint ==
        "98.1 % of the image is foreground, because every non-zero pixel is; --threshold otsu separates bright from "
        "dark");
  CHECK(tools::threshold_hint(photograph, {}, 981) == hint);
  CHECK_FALSE(tools::threshold_hint(make_grey(0, {100, 200}), {}).empty());  // two values, none of them zero
  const host::Image grey16{{3, 1}, PixelFormat::u16, {0, 1, 1, 0, 0, 2}};
  CHECK_FALSE(tools::threshold_hint(grey16, {}).empty());

  CHECK(tools::threshold_hint(make_grey(20, {1, 90, 200}), {}).empty());  // 98.0 %
  CHECK(tools::threshold_hint(photograph, {}, 980).empty());
  CHECK(tools::threshold_hint(make_grey(0, {255}), {}).empty());
  CHECK(tools::threshold_hint(make_grey(10, {255}), {}).empty());  // a mask
  const host::Image mask16{{3, 1}, PixelFormat::u16, {0, 1, 0, 1, 0, 1}};
  CHECK(tools::threshold_hint(mask16, {}).empty());
  CHECK(tools::threshold_hint(make_grey(1000, {1}), {}).empty());
  for (const Selection& chosen :
       {Selection{.threshold = Threshold{}}, Selection{.threshold = Threshold{.otsu = true}},
        Selection{.inverted = true}, Selection{.equal = true}, Selection{.max_difference = 3.0}}) {
    CHECK(tools::threshold_hint(photograph, chosen).empty());
  }
}

TEST_CASE("label names --threshold otsu for a photograph, and labels as asked", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const std::string coins = test_data("coins.png").string();
  for (const std::string engine : {"cpu-serial", "raster"}) {
    const ProgramResult result = run_glccl({"label", coins, "--engine", engine}, folder);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, contains("components  1\n"));
    CHECK(result.err ==
          "glccl: 100.0 % of the image is foreground, because every non-zero pixel is; --threshold otsu separates "
          "bright from dark\n");
    CHECK(run_glccl({"label", coins, "--engine", engine, "--threshold", "otsu"}, folder).err.empty());
  }
  // An error is the only line.
  const ProgramResult refused = run_glccl({"label", coins, "--engine", "cpu-serial", "--labels", "no/out.npy"}, folder);
  CHECK(refused.status == 3);
  CHECK(refused.err.find("threshold") == std::string::npos);
}

}  // namespace glccl::tests
