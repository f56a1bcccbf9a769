#include "engine/gl/texture_target.hpp"

#include <GL/glew.h>

#include <vector>

#include "engine/gl/objects.hpp"
#include "tests/gl/profiles.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
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

}  // namespace glccl::tests
