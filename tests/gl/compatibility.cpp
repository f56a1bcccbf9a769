// Compatibility contexts: their textures, what can be under way in them, and every format.
#include <GL/glew.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/format_cases.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using Values = std::vector<std::uint32_t>;

/// The message of a label() that has to fail.
std::string refusal(Labeler& labeler, GLuint texture) {
  const Result<Labels> labels = labeler.label(texture);
  REQUIRE_FALSE(labels);
  CHECK(labels.error().code == ErrorCode::invalid_argument);
  return labels.error().message;
}

}  // namespace

TEST_CASE("label() reads every format in compatibility contexts", "[gl][slow][source]") {
  if (skip_gently(GlFixture::problem(host::Profile::compatibility))) return;
  const GlFixture fixture(host::Profile::compatibility);
  Result<Labeler> labeler = Labeler::create(GENERATE(Engine::raster, Engine::compute));
  REQUIRE(labeler);
  const auto label = [&](const host::Image& image, const Criterion& criterion) {
    const Result<host::OwnedTexture> texture = host::upload(image.view());
    REQUIRE(texture);
    REQUIRE(labeler->label(texture->name(), {.criterion = criterion}));
    return labeler->readback()->values;
  };
  for (const ThresholdCase& one : threshold_cases()) {
    CAPTURE(one.image.format);
    CHECK(label(one.image, Foreground{.low = one.threshold}) == Values{0, 0, 1, 1});
  }
  for (const DifferenceCase& one : difference_cases()) {
    CAPTURE(one.image.format);
    CHECK(label(one.image, Difference{one.connects}) == Values{1, 1, 1, 2, 2});
    CHECK(label(one.image, Difference{one.separates}) == Values{1, 2, 3, 4, 5});
  }
}

TEST_CASE("label() reads what only textures of compatibility profiles have, or refuses it", "[gl][slow][source]") {
  if (skip_gently(GlFixture::problem(host::Profile::compatibility))) return;
  const GlFixture fixture(host::Profile::compatibility);
  Result<Labeler> labeler = Labeler::create(GENERATE(Engine::raster, Engine::compute));
  REQUIRE(labeler);

  SECTION("depth texture modes") {
    for (const GLint mode : {GL_LUMINANCE, GL_INTENSITY, GL_RED, GL_ALPHA}) {
      CAPTURE(mode);
      const gl::Texture depth = make_texture(GL_TEXTURE_2D, GL_DEPTH_COMPONENT32F, {3, 2});
      const float far = 1.0F;
      glClearTexImage(depth.name(), 0, GL_DEPTH_COMPONENT, GL_FLOAT, &far);
      glTextureParameteri(depth.name(), GL_DEPTH_TEXTURE_MODE, mode);
      REQUIRE(labeler->label(depth.name()));  // with GL_ALPHA through a copy, because shaders read 0
      CHECK(labeler->readback()->values == Values(6, 1));
    }
  }
  SECTION("borders, which Mesa cuts off") {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    const gl::Texture bordered(name);
    glBindTexture(GL_TEXTURE_2D, bordered.name());
    const std::vector<std::uint8_t> ones(6 * 4, 255);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 6, 4, 1, GL_RED, GL_UNSIGNED_BYTE, ones.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    const Result<Labels> labels = labeler->label(bordered.name());
    if (labels) {
      CHECK(labels->extent == Extent{4, 2});
      CHECK(labeler->readback()->values == Values(8, 1));
    } else {
      CHECK_THAT(labels.error().message, contains("has a border: use a texture without one"));
    }
  }
}

TEST_CASE("label() refuses what only compatibility profiles can have under way", "[gl][state][bad-input]") {
  if (skip_gently(GlFixture::problem(host::Profile::compatibility))) return;
  GlFixture fixture(host::Profile::compatibility);
  Result<Labeler> labeler = Labeler::create(GENERATE(Engine::raster, Engine::compute));
  REQUIRE(labeler);
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});

  std::array<GLuint, 16> names{};
  glSelectBuffer(static_cast<GLsizei>(names.size()), names.data());
  glRenderMode(GL_SELECT);
  std::string message = refusal(*labeler, texture.name());
  glRenderMode(GL_RENDER);
  CHECK(message ==
        "the render mode is GL_SELECT, in which nothing is drawn: call glRenderMode(GL_RENDER) before labeling");

  std::array<GLfloat, 16> values{};
  glFeedbackBuffer(static_cast<GLsizei>(values.size()), GL_2D, values.data());
  glRenderMode(GL_FEEDBACK);
  message = refusal(*labeler, texture.name());
  glRenderMode(GL_RENDER);
  CHECK(message ==
        "the render mode is GL_FEEDBACK, in which nothing is drawn: call glRenderMode(GL_RENDER) before labeling");

  const GLuint list = glGenLists(1);
  glNewList(list, GL_COMPILE);
  message = refusal(*labeler, texture.name());
  glEndList();
  CHECK(message == "display list " + std::to_string(list) + " is under construction: call glEndList before labeling");
  glDeleteLists(list, 1);
  fixture.forgive_driver_messages();  // NVIDIA warns that these render modes are slow.
  CHECK(labeler->label(texture.name()));
}

}  // namespace glccl::tests
