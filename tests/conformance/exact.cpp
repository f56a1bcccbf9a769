// The exact engines of OpenGL against the oracle: label for label and row for row, on every kind of image.
#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl_fixture.hpp"
#include "tests/support/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

/// A test of it is run for one engine after the other.
class ExactFixture : public GlFixture {
 protected:
  ExactFixture() { engine_ = GENERATE(Engine::raster, Engine::compute); }

  void check(const host::Image& image, const Foreground& foreground = {}) {
    for (const Connectivity connectivity : connectivities) {
      CAPTURE(image.extent, connectivity);
      const LabelingSpec spec{.connectivity = connectivity, .criterion = foreground};
      check_labeled(label_and_measure(image, spec), reference(image, spec));
    }
  }

  /// The same with every criterion.
  void check_criteria(const host::Image& image) {
    check(image);
    for (const Connectivity connectivity : connectivities) {
      for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0F})}) {
        CAPTURE(image.extent, connectivity, criterion);
        const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
        check_labeled(label_and_measure(image, spec), reference(image, spec));
      }
    }
  }

  /// Images first, first + 4, ... of the thousand.
  void check_random_images(int first) {
    for (int i = first; i < 1000; i += 4) {
      CAPTURE(i);
      check(random_image(i));
    }
  }

  static int max_texture_side() {
    GLint size = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &extent);
    return std::min(extent, 32768);
  }
};

}  // namespace

TEST_CASE_METHOD(ExactFixture, "an exact engine equals the oracle on every 4x4 image", "[exact]") {
  check(atlas_of_all_images({4, 4}, 0, 65536));
}

// Four parts, so that they can run side by side.
TEST_CASE_METHOD(ExactFixture, "an exact engine equals the oracle on a thousand images, part 1", "[exact]") {
  check_random_images(0);
}
TEST_CASE_METHOD(ExactFixture, "an exact engine equals the oracle on a thousand images, part 2", "[exact]") {
  check_random_images(1);
}
TEST_CASE_METHOD(ExactFixture, "an exact engine equals the oracle on a thousand images, part 3", "[exact]") {
  check_random_images(2);
}
TEST_CASE_METHOD(ExactFixture, "an exact engine equals the oracle on a thousand images, part 4", "[exact]") {
  check_random_images(3);
}

TEST_CASE_METHOD(ExactFixture, "an exact engine goes past the paper's 2047", "[exact]") {
  const std::string kind = GENERATE("noise", "spiral", "comb");
  const Extent extent = GENERATE(Extent{5000, 40}, Extent{40, 5000});
  CAPTURE(kind);
  check(make_image(kind, extent));
}

TEST_CASE_METHOD(ExactFixture, "an exact engine labels the widest and the highest texture", "[exact]") {
  const int most = max_texture_side();
  const Extent extent = GENERATE_COPY(Extent{most, 64}, Extent{64, most}, Extent{most, 1}, Extent{1, most});
  check(make_image("noise", extent, {.density = 0.6}));
}

TEST_CASE_METHOD(ExactFixture, "an exact engine labels the photograph", "[exact]") {
  const Result<host::Image> coins = host::read_image(test_data("coins.png"));
  REQUIRE(coins);
  const auto threshold = static_cast<float>(host::otsu_threshold(*coins));
  check(*coins, {.threshold = threshold});
  check(*coins, {.threshold = threshold, .inverted = true});
}

TEST_CASE_METHOD(ExactFixture, "an exact engine links equal values as the oracle does", "[exact]") {
  for (int i = 0; i < 300; ++i) {
    const host::Image image = random_segments(i);
    for (const Connectivity connectivity : connectivities) {
      CAPTURE(i, connectivity);
      const LabelingSpec spec{.connectivity = connectivity, .criterion = Equal{}};
      check_labeled(label_and_measure(image, spec), reference(image, spec));
    }
  }
}

TEST_CASE_METHOD(ExactFixture, "an exact engine links similar values as the oracle does", "[exact]") {
  for (int i = 0; i < 300; ++i) {
    const host::Image image = i % 2 == 0 ? random_segments(i / 2) : random_image(i);
    for (const Connectivity connectivity : connectivities) {
      for (const float largest : {0.0F, 1.0F, 40.0F, 300.0F}) {
        CAPTURE(i, connectivity, largest);
        const LabelingSpec spec{.connectivity = connectivity, .criterion = Difference{largest}};
        check_labeled(label_and_measure(image, spec), reference(image, spec));
      }
    }
  }
}

// Values 0, 1, 2: with Difference{1} 0 and 2 are not linked, but both with 1, so that links are no equivalence.
TEST_CASE_METHOD(ExactFixture, "an exact engine links values on every 3x3 image of three values", "[exact]") {
  host::Image atlas{{4 * 141, 4 * 141}, PixelFormat::u8, {}};
  atlas.bytes.resize(static_cast<std::size_t>(atlas.extent.elements()), 9);  // a gutter that is linked with no tile
  for (int tile = 0; tile < 19683; ++tile) {
    for (int i = 0, digits = tile; i < 9; ++i, digits /= 3) {
      const int x = tile % 141 * 4 + i % 3;
      const int y = tile / 141 * 4 + i / 3;
      atlas.bytes[static_cast<std::size_t>(y * atlas.extent.width + x)] = static_cast<std::uint8_t>(digits % 3);
    }
  }
  for (const Connectivity connectivity : connectivities) {
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0F})}) {
      const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
      check_labeled(label_and_measure(atlas, spec), reference(atlas, spec));
    }
  }
}

// compute solves tiles of 128 columns, and of 64 rows or 32.
TEST_CASE_METHOD(ExactFixture, "an exact engine labels what ends at a tile's border", "[exact]") {
  for (const int width : {127, 128, 129}) {
    for (const int height : {31, 32, 33, 63, 64, 65}) {
      check_criteria(make_image("noise", {width, height}, {.seed = 5, .density = 0.55}));
      check(make_image("full", {width, height}));
    }
  }
}

// compute has groups of 512 and 256 invocations there; on smaller images of 1024.
TEST_CASE_METHOD(ExactFixture, "an exact engine labels images of many tiles", "[exact]") {
  for (const int height : {4500, 11000}) check(make_image("noise", {260, height}, {.density = 0.45}));
}

TEST_CASE_METHOD(ExactFixture, "an exact engine labels what meets where tiles meet", "[exact]") {
  std::mt19937 random(7);
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    host::Image image{{388, 196}, PixelFormat::u8, {}};
    image.bytes.resize(static_cast<std::size_t>(image.extent.elements()));
    for (int y = 29; y < image.extent.height; y += (y % 32 == 2 ? 27 : 1)) {
      for (int x = 125; x < image.extent.width; x += (x % 128 == 2 ? 123 : 1)) {
        image.bytes[static_cast<std::size_t>(y * image.extent.width + x)] = static_cast<std::uint8_t>(random() % 3);
      }
    }
    check_criteria(image);
  }
}

TEST_CASE_METHOD(ExactFixture, "an exact engine measures a tile of the most components there can be", "[exact]") {
  host::Image board{{300, 70}, PixelFormat::u8, {}};
  host::Image distinct{{150, 66}, PixelFormat::u16, {}};
  for (int i = 0; i < board.extent.width * board.extent.height; ++i) {
    board.bytes.push_back((i % board.extent.width + i / board.extent.width) % 2 == 0 ? 255 : 0);
  }
  for (int i = 1; i <= distinct.extent.width * distinct.extent.height; ++i) {
    distinct.bytes.push_back(static_cast<std::uint8_t>(i & 0xFF));
    distinct.bytes.push_back(static_cast<std::uint8_t>(i >> 8));
  }
  check(board);
  for (const Connectivity connectivity : connectivities) {
    const LabelingSpec spec{.connectivity = connectivity, .criterion = Equal{}};
    check_labeled(label_and_measure(distinct, spec), reference(distinct, spec));
  }
}

TEST_CASE_METHOD(ExactFixture, "an exact engine unites a tile of more links than are listed", "[exact]") {
  check_criteria(image_of_many_links(0, 255));
  check_criteria(image_of_many_links(1, 2));
}

TEST_CASE_METHOD(ExactFixture, "nothing of the last image is left in the next of its size", "[exact]") {
  const Extent extent{67, 45};
  for (const char* kind : {"full", "empty", "noise", "spiral", "empty", "maze", "full"}) {
    CAPTURE(kind);
    check(make_image(kind, extent));
  }
}

TEST_CASE_METHOD(ExactFixture, "root numbering has one value for every component", "[exact]") {
  const host::Image image = make_image("noise", {83, 61});
  for (const Connectivity connectivity : connectivities) {
    const LabelImage expected = reference_labels(image, connectivity, Foreground{});
    const LabelImage roots = label(image, {.connectivity = connectivity, .numbering = Numbering::root});
    CHECK(renumber_in_raster_order(roots) == expected);
  }
}

}  // namespace glccl::tests
