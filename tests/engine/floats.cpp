// Floats at the edge in the formats that only textures have. The conformance suite has the others.
#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/edge_values.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

TEST_CASE_METHOD(GlFixture, "depths at the edge are compared as floats", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  host::Image image = random_edge_floats();
  std::vector<float> depths(image.bytes.size() / sizeof(float));
  std::memcpy(depths.data(), image.bytes.data(), image.bytes.size());
  for (float& depth : depths) depth = depth >= 0.0F && depth <= 1.0F ? depth : 0.0F;
  image = image_of_values(image.extent, PixelFormat::f32, depths);
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_DEPTH_COMPONENT32F, image.extent);
  glTextureSubImage2D(texture.name(), 0, 0, 0, image.extent.width, image.extent.height, GL_DEPTH_COMPONENT, GL_FLOAT,
                      depths.data());
  for (const float limit : edge_floats()) {
    if (!(limit >= 0.0F)) continue;
    for (const Criterion& criterion : {Criterion(Foreground{limit}), Criterion(Foreground{.low = -1.0, .high = limit}),
                                       Criterion(Difference{limit})}) {
      if (limit == HUGE_VALF && std::holds_alternative<Foreground>(criterion))
        continue;  // nothing is above it: refused
      CAPTURE(engine_, limit, kind_of(criterion));
      REQUIRE(labeler().label(texture.name(), {.criterion = criterion}));
      CHECK(first_difference(*labeler().readback(), reference_labels(image, Connectivity::eight, criterion)) == "");
    }
  }
}

TEST_CASE_METHOD(GlFixture, "sRGB colours are compared with denormal thresholds", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  constexpr GLubyte colors[] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_SRGB8_ALPHA8, {4, 1});
  glTextureSubImage2D(texture.name(), 0, 0, 0, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, colors);
  using Values = std::vector<std::uint32_t>;
  const float tiny = std::numeric_limits<float>::denorm_min();
  const auto labels = [&](float threshold) {
    REQUIRE(labeler().label(texture.name(), {.criterion = Foreground{threshold}}));
    return labeler().readback()->values;
  };
  CHECK(labels(-tiny) == Values{1, 1, 1, 1});
  for (const float threshold : {-0.0F, 0.0F, tiny}) CHECK(labels(threshold) == Values{0, 1, 0, 2});
  CHECK(labels(1.0F) == Values{0, 0, 0, 0});
  for (const float limit : {-0.0F, 0.0F, tiny}) {
    REQUIRE(labeler().label(texture.name(), {.criterion = Foreground{.low = -1.0, .high = limit}}));
    CHECK(labeler().readback()->values == Values{1, 0, 2, 0});
  }
}

}  // namespace glccl::tests
