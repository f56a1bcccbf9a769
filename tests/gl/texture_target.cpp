// The targets of textures, and what only textures of compatibility profiles have.
#include "engine/gl/texture_target.hpp"

#include <GL/glew.h>

#include <cstdint>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/labeler.hpp"
#include "tests/gl/profiles.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl_fixture.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

struct TargetCase {
  const char* name;
  GLenum target;
  GLenum binding;
};

/// Without buffer textures, whose target core profiles do not tell: source.cpp recognises them before.
constexpr TargetCase cases[] = {
    {"GL_TEXTURE_1D", GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D},
    {"GL_TEXTURE_1D_ARRAY", GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY},
    {"GL_TEXTURE_2D", GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
    {"GL_TEXTURE_2D_ARRAY", GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
    {"GL_TEXTURE_2D_MULTISAMPLE", GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE},
    {"GL_TEXTURE_2D_MULTISAMPLE_ARRAY", GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY},
    {"GL_TEXTURE_3D", GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
    {"GL_TEXTURE_CUBE_MAP", GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP},
    {"GL_TEXTURE_CUBE_MAP_ARRAY", GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY},
    {"GL_TEXTURE_RECTANGLE", GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE},
};

gl::Texture make(GLenum target) {
  GLuint name = 0;
  glCreateTextures(target, 1, &name);
  return gl::Texture(name);
}

}  // namespace

TEMPLATE_TEST_CASE("target_of() finds every target and leaves all bindings as they are", "[gl][source]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  constexpr GLuint unit = 5;
  glActiveTexture(GL_TEXTURE0 + unit);
  std::vector<gl::Texture> bound;
  for (const bool others_bound : {false, true}) {
    for (const TargetCase& row : cases) {
      if (!others_bound) continue;
      bound.push_back(make(row.target));
      glBindTexture(row.target, bound.back().name());
    }
    for (const TargetCase& row : cases) {
      CAPTURE(row.name, others_bound);
      const gl::Texture texture = make(row.target);
      CHECK(gl::target_of(texture.name()) == row.target);
      CHECK(gl::name_of_target(row.target) == row.name);
    }
    for (std::size_t i = 0; i < std::size(cases); ++i) {
      CAPTURE(cases[i].name, others_bound);
      GLint found = 0;
      glGetIntegerv(cases[i].binding, &found);
      CHECK(static_cast<GLuint>(found) == (others_bound ? bound[i].name() : 0));
      if (others_bound) CHECK(gl::target_of(bound[i].name()) == cases[i].target);
    }
  }
  glBindTextureUnit(unit, 0);
  glActiveTexture(GL_TEXTURE0);
}

TEST_CASE("label() reads what only textures of compatibility profiles have, or refuses it", "[gl][source]") {
  if (skip_gently(GlFixture::problem(host::Profile::compatibility))) return;
  const GlFixture fixture(host::Profile::compatibility);
  Result<Labeler> labeler = Labeler::create(GENERATE(Engine::raster, Engine::compute));
  REQUIRE(labeler);

  SECTION("depth texture modes") {
    for (const GLint mode : {GL_LUMINANCE, GL_INTENSITY, GL_RED, GL_ALPHA}) {
      CAPTURE(mode);
      const gl::Texture depth = make(GL_TEXTURE_2D);
      glTextureStorage2D(depth.name(), 1, GL_DEPTH_COMPONENT32F, 3, 2);
      const float far = 1.0F;
      glClearTexImage(depth.name(), 0, GL_DEPTH_COMPONENT, GL_FLOAT, &far);
      glTextureParameteri(depth.name(), GL_DEPTH_TEXTURE_MODE, mode);
      const Result<Labels> labels = labeler->label({depth.name()});
      REQUIRE(static_cast<bool>(labels) == (mode != GL_ALPHA));
      if (labels) {
        CHECK(labeler->readback()->values == std::vector<std::uint32_t>(6, 1));
      } else {
        CHECK_THAT(labels.error().message, contains("has the GL_DEPTH_TEXTURE_MODE GL_ALPHA"));
      }
    }
  }
  SECTION("borders, which Mesa cuts off") {
    const gl::Texture bordered = make(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, bordered.name());
    const std::vector<std::uint8_t> ones(6 * 4, 255);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 6, 4, 1, GL_RED, GL_UNSIGNED_BYTE, ones.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    const Result<Labels> labels = labeler->label({bordered.name()});
    if (labels) {
      CHECK(labels->extent == Extent{4, 2});
      CHECK(labeler->readback()->values == std::vector<std::uint32_t>(8, 1));
    } else {
      CHECK_THAT(labels.error().message, contains("has a border: use a texture without one"));
    }
  }
}

}  // namespace glccl::tests
