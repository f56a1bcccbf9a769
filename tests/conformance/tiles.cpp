// Every engine labels images that are large, long, or end where tiles do.
#include <GL/glew.h>

#include <algorithm>
#include <random>

#include "glccl/host/generate.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// The longest side to test: the limit of the engine, of the OpenGL context or the device of Vulkan, or 40000.
int longest_side(EngineUnderTest& engine) {
  std::int64_t side = std::min<std::int64_t>(engine.info().capabilities.largest_side, 40000);
  if (engine.info().backend == engines::Backend::opengl) {
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    side = std::min<std::int64_t>(side, limit);
  }
  if (engine.info().backend == engines::Backend::vulkan) {
    const auto is_beyond = [&] {
      const Result<void> status = engine.runner().upload(make_image("full", {1, static_cast<int>(side)}).view());
      return !status && status.error().code == ErrorCode::too_large;
    };
    while (is_beyond()) side /= 2;
    CHECK(side >= 4096);  // which every device has
  }
  return static_cast<int>(side);
}

/// raster-paper takes a pass per column.
bool is_slow_on_wide_images(const EngineUnderTest& engine) { return !engine.info().exact; }

/// The ids of raster-paper end at 2047.
void label_long_images(EngineUnderTest& engine) {
  for (const char* kind : {"noise", "spiral", "comb"}) {
    CAPTURE(kind);
    engine.check_both(make_image(kind, {40, 5000}));
    if (!is_slow_on_wide_images(engine)) engine.check_both(make_image(kind, {5000, 40}));
  }
}

void label_the_longest_side(EngineUnderTest& engine) {
  const int most = longest_side(engine);
  engine.check_both(make_image("noise", {64, most}, {.density = 0.6}));
  engine.check_both(make_image("noise", {1, most}, {.density = 0.6}));
  if (is_slow_on_wide_images(engine)) return;
  engine.check_both(make_image("noise", {most, 64}, {.density = 0.6}));
  engine.check_both(make_image("noise", {most, 1}, {.density = 0.6}));
}

/// The tiles of compute and cuda-fast have 128 columns and 32 or 64 rows. For powers of two llvmpipe would compile all
/// programs again.
void label_at_borders_of_tiles(EngineUnderTest& engine) {
  for (const int width : {127, 384, 129}) {
    for (const int height : {31, 96, 33, 63, 192, 65}) {
      engine.check_criteria(make_image("noise", {width, height}, {.seed = 5, .density = 0.55}));
      engine.check_both(make_image("full", {width, height}));
    }
  }
}

/// compute uses workgroups of 512 and 256 invocations for these extents, and of 1024 for smaller ones.
void label_many_tiles(EngineUnderTest& engine) {
  for (const int height : {4500, 11000}) engine.check_both(make_image("noise", {260, height}, {.density = 0.45}));
}

void label_where_tiles_meet(EngineUnderTest& engine) {
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
    engine.check_criteria(image);
  }
}

/// A checkerboard by 4-connectivity, and pixels that all differ.
void measure_the_most_components(EngineUnderTest& engine) {
  host::Image board{{300, 70}, PixelFormat::u8, {}};
  for (int i = 0; i < board.extent.width * board.extent.height; ++i) {
    board.bytes.push_back((i % board.extent.width + i / board.extent.width) % 2 == 0 ? 255 : 0);
  }
  engine.check_both(board);
  std::vector<std::uint16_t> values(150 * 66);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint16_t>(i + 1);
  if (engine.has(Equal{})) engine.check_both(image_of_values({150, 66}, PixelFormat::u16, values), Equal{});
}

void unite_more_links_than_listed(EngineUnderTest& engine) {
  engine.check_criteria(image_of_many_links(0, 255));
  engine.check_criteria(image_of_many_links(1, 2));
}

}  // namespace

std::vector<ConformanceTest> tile_tests() {
  return {
      {"labels images of 5000 pixels in a direction", false, label_long_images},
      {"labels the widest and the highest image", false, label_the_longest_side},
      {"labels images that end at the borders of tiles", false, label_at_borders_of_tiles},
      {"labels images of many tiles", false, label_many_tiles},
      {"labels components that meet where tiles meet", false, label_where_tiles_meet},
      {"measures tiles of the most components there can be", false, measure_the_most_components},
      {"unites tiles of more links than are listed", true, unite_more_links_than_listed},
  };
}

}  // namespace glccl::tests
