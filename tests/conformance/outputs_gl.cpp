// The OpenGL engines write the caller's texture, all of it, and nothing around it.
#include <GL/glew.h>

#include <algorithm>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

constexpr GLuint rubbish = 0xDEADBEEF;

/// Three layers of labels, with a level below, filled with rubbish. A view of the middle layer is the caller's texture.
class GuardedTarget {
 public:
  explicit GuardedTarget(const Extent& extent)
      : extent_(extent), layers_(make_texture(GL_TEXTURE_2D_ARRAY, GL_R32UI, extent, 2)) {
    for (const int level : {0, 1}) {
      glClearTexImage(layers_.name(), level, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
    }
    GLuint view = 0;
    glGenTextures(1, &view);
    glTextureView(view, GL_TEXTURE_2D, layers_.name(), GL_R32UI, 0, 2, 1, 1);
    view_ = gl::Texture(view);
  }

  GLuint name() const { return view_.name(); }

  /// The labels of a layer.
  LabelImage read(int layer) const {
    LabelImage labels{extent_, std::vector<std::uint32_t>(static_cast<std::size_t>(extent_.elements()))};
    glGetTextureSubImage(layers_.name(), 0, 0, 0, layer, extent_.width, extent_.height, 1, GL_RED_INTEGER,
                         GL_UNSIGNED_INT, static_cast<GLsizei>(4 * labels.values.size()), labels.values.data());
    return labels;
  }

  /// Whether the layers beside it and the level below hold what they held.
  bool has_intact_guards() const {
    std::vector<GLuint> below(3 * static_cast<std::size_t>(std::max(1, extent_.width / 2)) *
                              static_cast<std::size_t>(std::max(1, extent_.height / 2)));
    glGetTextureImage(layers_.name(), 1, GL_RED_INTEGER, GL_UNSIGNED_INT, static_cast<GLsizei>(4 * below.size()),
                      below.data());
    return is_rubbish(read(0).values) && is_rubbish(read(2).values) && is_rubbish(below);
  }

  /// Writes one texel beside the target, as a faulty engine does.
  void damage(int level, int layer) const {
    glClearTexSubImage(layers_.name(), level, 0, 0, layer, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  }

  static bool is_rubbish(const std::vector<std::uint32_t>& values) {
    return std::all_of(values.begin(), values.end(), [](std::uint32_t value) { return value == rubbish; });
  }

 private:
  Extent extent_;
  gl::Texture layers_;
  gl::Texture view_;
};

constexpr Engine engines_of_opengl[] = {Engine::automatic, Engine::raster, Engine::raster_paper, Engine::compute};

}  // namespace

TEST_CASE_METHOD(GlFixture, "GuardedTarget notices a write around the target", "[conformance]") {
  struct Texel {
    int level;
    int layer;
  };
  for (const Texel& one : {Texel{0, 0}, Texel{0, 2}, Texel{1, 0}, Texel{1, 1}, Texel{1, 2}}) {
    CAPTURE(one.level, one.layer);
    const GuardedTarget target({45, 33});
    CHECK(target.has_intact_guards());
    target.damage(one.level, one.layer);
    CHECK_FALSE(target.has_intact_guards());
  }
}

TEST_CASE_METHOD(GlFixture, "OpenGL engines write every texel of the target and none around it", "[conformance]") {
  for (const Engine engine : engines_of_opengl) {
    for (const Extent& extent : {Extent{2, 1}, Extent{45, 33}, Extent{128, 64}, Extent{131, 3}}) {
      for (const Numbering numbering : {Numbering::raster, Numbering::root}) {
        CAPTURE(engine, extent, numbering);
        const host::Image image = make_image("noise", extent);
        const Result<host::OwnedTexture> source = host::upload(image.view());
        REQUIRE(source);
        const GuardedTarget target(extent);
        const Outputs output{.target = target.name(), .table_rows = numbering == Numbering::raster ? 9U : 0U};
        REQUIRE(labeler(engine).label(source->name(), {.numbering = numbering}, output));
        const LabelImage labels = target.read(1);
        CHECK(first_difference(labels, *labeler(engine).readback()) == "");
        CHECK(std::count(labels.values.begin(), labels.values.end(), rubbish) == 0);
        if (engine != Engine::raster_paper) {
          CHECK(first_difference(renumber_in_raster_order(labels), reference_labels(image)) == "");
        }
        CHECK(target.has_intact_guards());
      }
    }
  }
}

TEST_CASE_METHOD(GlFixture, "OpenGL engines label a rectangle and none of the pixels around it", "[conformance]") {
  const host::Image image = make_image("full", {90, 70});
  const Result<host::OwnedTexture> source = host::upload(image.view());
  REQUIRE(source);
  const Rectangle rectangle{7, 5, 61, 42};
  const Extent extent = extent_of(rectangle);
  for (const Engine engine : engines_of_opengl) {
    CAPTURE(engine);
    const GuardedTarget target(extent);
    REQUIRE(labeler(engine).label({.image = {.texture = source->name(), .rectangle = rectangle}}, {},
                                  {.target = target.name()}));
    CHECK(first_difference(target.read(1), reference_labels(host::crop(image.view(), rectangle))) == "");
    CHECK(target.has_intact_guards());
  }
}

TEST_CASE_METHOD(GlFixture, "OpenGL engines leave the target untouched when they refuse", "[conformance]") {
  const Result<host::OwnedTexture> source = host::upload(make_image("noise", {45, 33}).view());
  REQUIRE(source);
  for (const Engine engine : engines_of_opengl) {
    CAPTURE(engine);
    const GuardedTarget target({45, 33});
    const Outputs output{.target = target.name()};
    CHECK_FALSE(labeler(engine).label(source->name(), {.connectivity = static_cast<Connectivity>(5)}, output));
    CHECK_FALSE(labeler(engine).label(source->name(), {.criterion = Difference{-1.0F}}, output));
    CHECK_FALSE(labeler(engine).label({.image = {.texture = source->name(), .level = 1}}, {}, output));
    CHECK_FALSE(labeler(engine).label({.image = {.texture = source->name(), .rectangle = Rectangle{0, 0, 10, 10}}}, {},
                                      output));
    CHECK(GuardedTarget::is_rubbish(target.read(1).values));
    CHECK(target.has_intact_guards());
  }
}

}  // namespace glccl::tests
