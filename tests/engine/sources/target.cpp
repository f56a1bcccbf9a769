// Targets: the caller's textures for labels, of any storage and filters.
#include <GL/glew.h>

#include <vector>

#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

TEST_CASE_METHOD(GlFixture, "label() writes into the caller's texture", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = make_image("noise", {45, 33});
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  REQUIRE(texture);
  const LabelImage expected = reference_labels(image, Connectivity::eight, Foreground{});
  const LabelImage own = label(draw({"##.#"}));
  gl::Texture target = make_texture(GL_TEXTURE_2D, GL_R32UI, image.extent, 3);
  constexpr GLuint rubbish = 0xDEADBEEF;
  for (const int level : {0, 1}) {
    glClearTexImage(target.name(), level, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
  }
  const Result<Labels> labels = labeler().label(texture->name(), {}, {.target = target.name(), .table_rows = 1000});
  REQUIRE(labels);
  CHECK(labels->texture == target.name());
  CHECK(first_difference(*labeler().readback(), expected) == "");
  CHECK(*labeler().readback_components() == measure(expected));
  std::vector<GLuint> below(22 * 16);
  glGetTextureImage(target.name(), 1, GL_RED_INTEGER, GL_UNSIGNED_INT, static_cast<GLsizei>(4 * below.size()),
                    below.data());
  CHECK(below == std::vector<GLuint>(below.size(), rubbish));

  // The Labeler does not keep the texture alive, and says so when it is gone.
  target = gl::Texture();
  const Result<LabelImage> gone = labeler().readback();
  REQUIRE_FALSE(gone);
  CHECK_THAT(gone.error().message, contains("does not exist any more"));

  // The same where the texture has other storage by now.
  target = make_mutable_target(image.extent);
  REQUIRE(labeler().label(texture->name(), {}, {.target = target.name()}));
  CHECK(first_difference(*labeler().readback(), expected) == "");
  give_storage(target, GL_R32UI, {16, 16});
  CHECK_THAT(labeler().readback().error().message, contains("nothing to read back: the target"));
  give_storage(target, GL_R8UI, image.extent);
  CHECK_THAT(labeler().readback().error().message, contains("internal format GL_R8UI"));
  CHECK(glGetError() == GLenum{GL_NO_ERROR});

  CHECK(first_difference(label(image), expected) == "");
}

// Drivers drop what is stored in an image of an incomplete texture.
TEST_CASE_METHOD(GlFixture, "label() writes into a target whatever its filters, or refuses it",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const bool immutable = GENERATE(true, false);
  const GLint filter = GENERATE(GL_NEAREST, GL_LINEAR, GL_NEAREST_MIPMAP_LINEAR);
  const GLint magnifying = GENERATE(GL_NEAREST, GL_LINEAR);
  const GLint last_level = GENERATE(0, 1000);
  CAPTURE(engine_, immutable, filter, magnifying, last_level);
  const host::Image image = make_image("noise", {45, 33});
  const Result<host::OwnedTexture> source = host::upload(image.view());
  REQUIRE(source);
  const gl::Texture target =
      immutable ? make_texture(GL_TEXTURE_2D, GL_R32UI, image.extent) : make_mutable_target(image.extent);
  glTextureParameteri(target.name(), GL_TEXTURE_MIN_FILTER, filter);
  glTextureParameteri(target.name(), GL_TEXTURE_MAG_FILTER, magnifying);
  glTextureParameteri(target.name(), GL_TEXTURE_MAX_LEVEL, last_level);
  const Result<Labels> labels = labeler().label(source->name(), {}, {.target = target.name()});
  if (!immutable && filter == GL_NEAREST_MIPMAP_LINEAR && last_level > 0) {
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains("the target, texture") && contains("is incomplete") &&
                                           contains("GL_TEXTURE_MAX_LEVEL") && contains("GL_TEXTURE_MIN_FILTER"));
    return;
  }
  REQUIRE(labels);
  CHECK(first_difference(*labeler().readback(), reference_labels(image, Connectivity::eight, Foreground{})) == "");
}

}  // namespace glccl::tests
