// Images that OpenGL draws with a depth test: ids and depths of overlapping objects. Engines label them as the oracle.
#include "glccl/host/objects.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

host::Image drawn(const std::string& kind, const Extent& extent, std::uint32_t seed = 1) {
  Result<host::Image> image = host::draw_objects(kind, extent, seed);
  REQUIRE(image);
  CHECK(image->extent == extent);
  return *std::move(image);
}

template <class Sample>
std::vector<Sample> samples(const host::Image& image) {
  std::vector<Sample> values(static_cast<std::size_t>(image.extent.elements()));
  REQUIRE(image.bytes.size() == values.size() * sizeof(Sample));
  std::memcpy(values.data(), image.bytes.data(), image.bytes.size());
  return values;
}

constexpr Extent wide{512, 384};

}  // namespace

TEST_CASE_METHOD(GlFixture, "draw_objects() draws thousands of objects, and leaves a fifth of the image free",
                 "[host][objects]") {
  const host::Image image = drawn("ids", wide);
  CHECK(image.format == PixelFormat::u32);
  std::map<std::uint32_t, int> areas;
  for (const std::uint32_t id : samples<std::uint32_t>(image)) ++areas[id];
  const int pixels = static_cast<int>(wide.elements());
  CHECK(areas[0] > pixels / 10);
  CHECK(areas[0] < pixels * 3 / 10);
  CHECK(areas.rbegin()->first <= static_cast<std::uint32_t>(host::drawn_objects));
  CHECK(areas.size() > 3000);  // some are hidden
  CHECK(areas.size() < static_cast<std::size_t>(host::drawn_objects));
  areas.erase(0);
  const auto largest =
      std::max_element(areas.begin(), areas.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  CHECK(largest->second > 100);  // the side of a square of 1.1 units is 15 pixels
  CHECK(largest->second < 300);
}

TEST_CASE_METHOD(GlFixture, "draw_objects() draws the depth of the same objects", "[host][objects]") {
  const host::Image image = drawn("depth", wide);
  CHECK(image.format == PixelFormat::f32);
  const std::vector<float> depths = samples<float>(image);
  const std::vector<std::uint32_t> ids = samples<std::uint32_t>(drawn("ids", wide));
  std::map<std::uint32_t, std::set<float>> of_object;
  for (std::size_t i = 0; i < ids.size(); ++i) of_object[ids[i]].insert(depths[i]);
  CHECK(of_object[0] == std::set<float>{0.0F});
  of_object.erase(0);
  int tilted = 0;
  double nearest = 0.0;
  for (const auto& [id, all] : of_object) {
    CAPTURE(id);
    CHECK(*all.begin() >= 0.019F);
    CHECK(*all.rbegin() <= 0.981F);
    CHECK(*all.rbegin() - *all.begin() < 0.17F);
    if (all.size() > 1) ++tilted;
    nearest += double{*all.rbegin()} / static_cast<double>(of_object.size());
  }
  CHECK(tilted > 2500);
  CHECK(nearest > 0.51);  // the middle of all objects is 0.5, and near ones hide others
}

TEST_CASE_METHOD(GlFixture, "draw_objects() draws a seed the same again, and another one differently",
                 "[host][objects]") {
  for (const std::string kind : {"ids", "depth"}) {
    for (const Extent extent : {Extent{1, 1}, {1, 70}, {131, 1}, {97, 61}}) {
      CAPTURE(kind, extent);
      const host::Image image = drawn(kind, extent, 3);
      CHECK(drawn(kind, extent, 3) == image);
      if (extent.elements() > 1000) CHECK_FALSE(drawn(kind, extent, 4) == image);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "draw_objects() neither obeys nor changes the state of the context", "[host][objects]") {
  constexpr Extent extent{97, 61};
  const host::Image ids = drawn("ids", extent);
  const host::Image depth = drawn("depth", extent);
  glEnable(GL_SCISSOR_TEST);
  glScissor(3, 3, 5, 5);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT_AND_BACK);
  glDepthFunc(GL_NEVER);
  glDepthMask(GL_FALSE);
  glDepthRange(1.0, 0.5);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  CHECK(drawn("ids", extent) == ids);
  CHECK(drawn("depth", extent) == depth);
  GLint function = 0;
  GLfloat range[2] = {};
  glGetIntegerv(GL_DEPTH_FUNC, &function);
  glGetFloatv(GL_DEPTH_RANGE, range);
  CHECK(function == GL_NEVER);
  CHECK(range[0] == 1.0F);
  CHECK(range[1] == 0.5F);
  CHECK(glIsEnabled(GL_SCISSOR_TEST));
  CHECK_FALSE(glIsEnabled(GL_DEPTH_TEST));
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glCullFace(GL_BACK);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDepthRange(0.0, 1.0);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

TEST_CASE_METHOD(GlFixture, "objects that OpenGL draws are labeled as by the oracle", "[host][objects][slow]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  constexpr Extent extent{233, 131};
  const host::Image ids = drawn("ids", extent, 2);
  const host::Image depth = drawn("depth", extent, 2);
  const Result<host::OwnedTexture> depths = host::upload_depth(depth.view());
  REQUIRE(depths);
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    CAPTURE(engine_, connectivity);
    const LabelingSpec equal{.connectivity = connectivity, .criterion = Equal{}};
    const LabelImage objects = label(ids, equal);
    CHECK(first_difference(objects, reference_labels(ids, connectivity, equal.criterion)) == "");
    CHECK(*std::max_element(objects.values.begin(), objects.values.end()) > 2000U);
    for (const double largest : {0.0005, 0.01, 0.05}) {
      const LabelingSpec similar{.connectivity = connectivity, .criterion = Difference{largest, PixelValue{}}};
      const LabelImage expected = reference_labels(depth, connectivity, similar.criterion);
      CHECK(first_difference(label(depth, similar), expected) == "");
      REQUIRE(labeler().label(depths->name(), similar));
      CHECK(first_difference(*labeler().readback(), expected) == "");
      CHECK(*std::max_element(expected.values.begin(), expected.values.end()) > 100U);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "textures of volumes have the voxels that were uploaded", "[host][texture]") {
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8}) {
    host::Image volume{{5, 3, 4}, format, std::vector<std::uint8_t>(60 * bytes_per_pixel(format))};
    for (std::size_t i = 0; i < volume.bytes.size(); ++i) volume.bytes[i] = static_cast<std::uint8_t>(i);
    const Result<host::OwnedTexture> texture = host::upload(volume.view());
    REQUIRE(texture);
    CHECK(host::download(*texture, format) == volume);
  }
}

TEST_CASE_METHOD(GlFixture, "textures of depths have the values that were uploaded", "[host][texture]") {
  const host::Image depth = drawn("depth", {61, 33});
  const Result<host::OwnedTexture> texture = host::upload_depth(depth.view());
  REQUIRE(texture);
  GLint format = 0;
  glGetTextureLevelParameteriv(texture->name(), 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
  CHECK(format == GL_DEPTH_COMPONENT32F);
  CHECK(host::download(*texture, PixelFormat::depth32f) == depth);
  const host::Image ids = drawn("ids", {61, 33});
  const Result<host::OwnedTexture> refused = host::upload_depth(ids.view());
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, contains("u32") && contains("upload f32"));
}

TEST_CASE_METHOD(GlFixture, "draw_objects() refuses other kinds, and images that no texture can be",
                 "[host][objects]") {
  for (const auto& [kind, extent, words] : {std::tuple{"colours", Extent{4, 4}, "ids and depth"},
                                            {"ids", Extent{0, 4}, "0x4"},
                                            {"depth", Extent{1 << 20, 1}, "GL_MAX_TEXTURE_SIZE"}}) {
    const Result<host::Image> image = host::draw_objects(kind, extent, 1);
    REQUIRE_FALSE(image);
    CHECK_THAT(image.error().message, contains(words));
  }
  for (const host::GenerateKind& kind : host::drawn_kinds()) CHECK(host::draw_objects(kind.name, {3, 2}, 1));
}

}  // namespace glccl::tests
