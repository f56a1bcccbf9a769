// The exact schedule against the oracle: label for label, on every kind of image.
#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/labeling.hpp"
#include "glccl/host/texture.hpp"
#include "images.hpp"
#include "support.hpp"

namespace glccl::tests {
namespace {

constexpr Connectivity connectivities[] = {Connectivity::four, Connectivity::eight};

class RasterFixture : public GlFixture {
 protected:
  static void check(const host::Image& image, const Foreground& foreground = {}) {
    for (const Connectivity connectivity : connectivities) {
      CAPTURE(image.size.width, image.size.height, static_cast<int>(connectivity));
      const Options options{.connectivity = connectivity, .criterion = foreground};
      check_outcome(label_and_measure(image, options), expect(image, options));
    }
  }

  /// Images first, first + 4, ... of the thousand.
  static void check_random_images(int first) {
    for (int i = first; i < 1000; i += 4) {
      CAPTURE(i);
      check(random_image(i));
    }
  }

  static int max_texture_size() {
    GLint size = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &size);
    return std::min(size, 32768);
  }
};

}  // namespace

TEST_CASE_METHOD(RasterFixture, "raster equals the oracle on every 4x4 image", "[raster]") {
  check(atlas_of_all_images({4, 4}, 0, 65536));
}

// Four parts, so that they can run side by side.
TEST_CASE_METHOD(RasterFixture, "raster equals the oracle on a thousand images, part 1", "[raster]") {
  check_random_images(0);
}
TEST_CASE_METHOD(RasterFixture, "raster equals the oracle on a thousand images, part 2", "[raster]") {
  check_random_images(1);
}
TEST_CASE_METHOD(RasterFixture, "raster equals the oracle on a thousand images, part 3", "[raster]") {
  check_random_images(2);
}
TEST_CASE_METHOD(RasterFixture, "raster equals the oracle on a thousand images, part 4", "[raster]") {
  check_random_images(3);
}

TEST_CASE_METHOD(RasterFixture, "raster goes past the paper's 2047", "[raster]") {
  const std::string kind = GENERATE("noise", "spiral", "comb");
  const Size size = GENERATE(Size{5000, 40}, Size{40, 5000});
  CAPTURE(kind);
  check(*host::generate(kind, size));
}

TEST_CASE_METHOD(RasterFixture, "raster labels the widest and the highest texture", "[raster]") {
  const int most = max_texture_size();
  const Size size = GENERATE_COPY(Size{most, 64}, Size{64, most}, Size{most, 1}, Size{1, most});
  check(*host::generate("noise", size, {.density = 0.6}));
}

TEST_CASE_METHOD(RasterFixture, "raster labels the photograph", "[raster]") {
  const Result<host::Image> coins = host::read_image(test_data("coins.png"));
  REQUIRE(coins);
  const auto threshold = static_cast<float>(host::otsu_threshold(*coins));
  check(*coins, {.threshold = threshold});
  check(*coins, {.threshold = threshold, .inverted = true});
}

TEST_CASE_METHOD(RasterFixture, "raster is exact however many blocks are swept at once", "[raster]") {
  for (int i = 0; i < 60; ++i) {
    const host::Image image = random_image(i);
    for (const Connectivity connectivity : connectivities) {
      const LabelImage expected = host::label_serial(image, connectivity, Foreground{});
      for (const int blocks : {1, 2, 7, image.size.width / 2 + 1, 100000}) {
        CAPTURE(i, static_cast<int>(connectivity), blocks);
        CHECK(first_difference(label(image, {.connectivity = connectivity, .blocks = blocks}), expected) == "");
      }
    }
  }
}

TEST_CASE_METHOD(RasterFixture, "the sweep in one block equals the oracle on every 4x4 image", "[raster]") {
  const host::Image atlas = atlas_of_all_images({4, 4}, 0, 65536);
  for (const Connectivity connectivity : connectivities) {
    const LabelImage expected = host::label_serial(atlas, connectivity, Foreground{});
    CHECK(first_difference(label(atlas, {.connectivity = connectivity, .blocks = 1}), expected) == "");
  }
}

TEST_CASE_METHOD(RasterFixture, "raster links equal values as the oracle does", "[raster]") {
  for (int i = 0; i < 300; ++i) {
    const host::Image image = random_segments(i);
    for (const Connectivity connectivity : connectivities) {
      Options options{.connectivity = connectivity, .criterion = Equal{}};
      const Outcome expected = expect(image, options);
      for (const int blocks : {0, 1, 5}) {
        CAPTURE(i, static_cast<int>(connectivity), blocks);
        options.blocks = blocks;
        check_outcome(label_and_measure(image, options), expected);
      }
    }
  }
}

TEST_CASE_METHOD(RasterFixture, "raster links similar values as the oracle does", "[raster]") {
  for (int i = 0; i < 300; ++i) {
    const host::Image image = i % 2 == 0 ? random_segments(i / 2) : random_image(i);
    for (const Connectivity connectivity : connectivities) {
      for (const float largest : {0.0F, 1.0F, 40.0F, 300.0F}) {
        Options options{.connectivity = connectivity, .criterion = Difference{largest}};
        const Outcome expected = expect(image, options);
        for (const int blocks : {0, 5}) {
          CAPTURE(i, static_cast<int>(connectivity), largest, blocks);
          options.blocks = blocks;
          check_outcome(label_and_measure(image, options), expected);
        }
      }
    }
  }
}

// Values 0, 1, 2: with Difference{1} 0 and 2 are not linked, but both with 1, so that links are no equivalence.
TEST_CASE_METHOD(RasterFixture, "raster links values on every 3x3 image of three values", "[raster]") {
  host::Image atlas{{4 * 141, 4 * 141}, host::PixelFormat::grey8, {}};
  atlas.bytes.resize(static_cast<std::size_t>(atlas.size.pixels()), 9);  // a gutter that is linked with no tile
  for (int tile = 0; tile < 19683; ++tile) {
    for (int i = 0, digits = tile; i < 9; ++i, digits /= 3) {
      const int x = tile % 141 * 4 + i % 3;
      const int y = tile / 141 * 4 + i / 3;
      atlas.bytes[static_cast<std::size_t>(y * atlas.size.width + x)] = static_cast<std::uint8_t>(digits % 3);
    }
  }
  for (const Connectivity connectivity : connectivities) {
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0F})}) {
      Options options{.connectivity = connectivity, .criterion = criterion};
      const Outcome expected = expect(atlas, options);
      for (const int blocks : {0, 1}) {
        options.blocks = blocks;
        check_outcome(label_and_measure(atlas, options), expected);
      }
    }
  }
}

TEST_CASE_METHOD(RasterFixture, "nothing of the last image is left in the next of its size", "[raster]") {
  const Size size{67, 45};
  for (const char* kind : {"full", "empty", "noise", "spiral", "empty", "maze", "full"}) {
    CAPTURE(kind);
    check(*host::generate(kind, size));
  }
}

TEST_CASE_METHOD(RasterFixture, "root numbering has one value for every component", "[raster]") {
  const host::Image image = *host::generate("noise", {83, 61});
  for (const Connectivity connectivity : connectivities) {
    const LabelImage expected = host::label_serial(image, connectivity, Foreground{});
    const LabelImage roots = label(image, {.connectivity = connectivity, .numbering = Numbering::root});
    CHECK(renumber_in_raster_order(roots) == expected);
  }
}

TEST_CASE_METHOD(RasterFixture, "timings name the stages of the plan", "[raster]") {
  label(*host::generate("noise", {64, 64}), {.timings = Timings::stages});
  std::vector<std::string> stages;
  for (const StageTime& time : labeler().timings()) {
    CHECK(time.milliseconds >= 0.0);
    stages.push_back(time.stage);
  }
  CHECK(stages ==
        std::vector<std::string>{"encode_ids", "vertical_runs", "find_contacts", "merge_rounds", "number_components"});
  label(*host::generate("noise", {64, 64}));
  CHECK(labeler().timings().empty());
}

}  // namespace glccl::tests
