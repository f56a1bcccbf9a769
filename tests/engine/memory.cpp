// What a Labeler keeps of the GPU's memory, and images that the compute engine's buffers cannot hold.
#include <GL/glew.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "engine/gl/objects.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl_fixture.hpp"
#include "tests/support/textures.hpp"

namespace glccl::tests {

TEST_CASE_METHOD(GlFixture, "compute keeps at most four bytes per pixel besides its results",
                 "[engine][slow][memory]") {
  constexpr Extent extent{1024, 512};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{})}) {
      CAPTURE(connectivity, criterion);
      Result<Labeler> labeler = Labeler::create(Engine::compute);
      REQUIRE(labeler);
      CHECK(labeler->scratch_bytes() == 0);
      LabelingSpec spec{.connectivity = connectivity, .criterion = criterion, .numbering = Numbering::root};
      REQUIRE(labeler->label({texture.name()}, spec));
      const std::int64_t roots = labeler->scratch_bytes();
      CHECK(roots > extent.elements() / 2);
      spec.numbering = Numbering::raster;
      REQUIRE(labeler->label({texture.name()}, spec, {.table_rows = 100}));
      CHECK(labeler->scratch_bytes() > roots);
      CHECK(labeler->scratch_bytes() <= 4 * extent.elements());
    }
  }
}

TEST_CASE_METHOD(GlFixture, "compute keeps buffers that are large enough for another specification",
                 "[engine][slow][memory]") {
  constexpr Extent extent{256, 256};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  Result<Labeler> labeler = Labeler::create(Engine::compute);
  REQUIRE(labeler);
  REQUIRE(labeler->label({texture.name()}, {.criterion = Equal{}}));
  const std::int64_t most = labeler->scratch_bytes();
  REQUIRE(labeler->label({texture.name()}, {.numbering = Numbering::root}));
  CHECK(labeler->scratch_bytes() == most);
  const gl::Texture smaller = make_texture(GL_TEXTURE_2D, GL_R8UI, {128, 128});
  REQUIRE(labeler->label({smaller.name()}, {.criterion = Equal{}}));
  CHECK(labeler->scratch_bytes() < most / 2);
}

TEST_CASE_METHOD(GlFixture, "raster keeps about 15 bytes per pixel", "[engine][memory]") {
  constexpr Extent extent{512, 512};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  Result<Labeler> labeler = Labeler::create(Engine::raster);
  REQUIRE(labeler);
  CHECK(labeler->scratch_bytes() == 0);
  REQUIRE(labeler->label({texture.name()}));
  CHECK(labeler->scratch_bytes() > 14 * extent.elements());
  CHECK(labeler->scratch_bytes() < 16 * extent.elements());
}

TEST_CASE_METHOD(GlFixture, "compute refuses an image that no storage buffer can hold", "[engine][memory][bad-input]") {
  GLint64 largest = 0;
  GLint side = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  side = std::min(side, 16384);
  // With criteria that compare values, two bytes a pixel.
  if (largest >= std::int64_t{side} * side * 2) return;  // this context binds all that it could be asked for
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {side, side});
  Result<Labeler> labeler = Labeler::create(Engine::compute);
  REQUIRE(labeler);
  const Result<Labels> labels = labeler->label({texture.name()}, {.criterion = Equal{}});
  REQUIRE_FALSE(labels);
  CHECK(labels.error().code == ErrorCode::too_large);
  CHECK_THAT(labels.error().message, contains("GL_MAX_SHADER_STORAGE_BLOCK_SIZE") && contains(std::to_string(side)) &&
                                         contains(std::to_string(largest)) && contains("raster"));
  CHECK(labeler->scratch_bytes() == 0);
}

}  // namespace glccl::tests
