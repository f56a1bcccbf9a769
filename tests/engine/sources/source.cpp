// Sources: formats that only textures have, levels, layers, rectangles, and what label() refuses.
#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "glccl/glccl.h"
#include "glccl/host/generate.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// A texture of 4x1 pixels of a format that only textures have. The conformance suite has the others.
struct TextureFormatCase {
  const char* name;
  GLenum format;
  GLenum upload_format;
  GLenum upload_type;
  const void* pixels;
  float below_last_two;  ///< A threshold that the last two pixels exceed.
};

constexpr GLfloat units[] = {0.0F, 0.25F, 0.5F, 1.0F};
constexpr GLubyte colors[] = {0, 0, 0, 0, 10, 0, 0, 0, 200, 9, 9, 9, 255, 9, 9, 9};
constexpr TextureFormatCase texture_formats[] = {
    {"SRGB8_ALPHA8", GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, colors, 0.5F},  // 200 is 0.58 when it is decoded
    {"DEPTH_COMPONENT24", GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, units, 0.3F},
    {"DEPTH_COMPONENT32F", GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, units, 0.25F},
};

gl::Texture make_filled_texture(const TextureFormatCase& one) {
  gl::Texture texture = make_texture(GL_TEXTURE_2D, one.format, {4, 1});
  glTextureSubImage2D(texture.name(), 0, 0, 0, 4, 1, one.upload_format, one.upload_type, one.pixels);
  return texture;
}

using Values = std::vector<std::uint32_t>;

Values labels_of(Labeler& labeler, GLuint texture, const Foreground& foreground) {
  REQUIRE(labeler.label(texture, {.criterion = foreground}));
  return labeler.readback()->values;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "foreground exceeds the threshold in the formats of textures alone", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  for (const TextureFormatCase& one : texture_formats) {
    CAPTURE(one.name);
    const gl::Texture texture = make_filled_texture(one);
    CHECK(labels_of(labeler(), texture.name(), {}) == Values{0, 1, 1, 1});
    CHECK(labels_of(labeler(), texture.name(), {.low = one.below_last_two}) == Values{0, 0, 1, 1});
    CHECK(labels_of(labeler(), texture.name(), {.low = one.below_last_two, .inverted = true}) == Values{1, 1, 0, 0});
    // At or right above the third pixel. 24 bits have no 0.5.
    const double last = one.format == GL_SRGB8_ALPHA8 ? 0.6 : one.format == GL_DEPTH_COMPONENT24 ? 0.51 : 0.5;
    CHECK(labels_of(labeler(), texture.name(), {.low = one.below_last_two, .high = last}) == Values{0, 0, 1, 0});
    CHECK(labels_of(labeler(), texture.name(), {0.0, one.below_last_two, true}) == Values{1, 0, 2, 2});
    CHECK(labels_of(labeler(), texture.name(), {-1.0, 1e-40}) == Values{1, 0, 0, 0});
    CHECK(labels_of(labeler(), texture.name(), {.low = -2.0F}) == Values{1, 1, 1, 1});
    CHECK(labels_of(labeler(), texture.name(), {.low = 1e30F}) == Values{0, 0, 0, 0});
  }
}

TEST_CASE_METHOD(GlFixture, "a value is background in the formats of textures alone", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  for (const TextureFormatCase& one : texture_formats) {
    CAPTURE(one.name);
    const gl::Texture texture = make_filled_texture(one);
    const bool srgb = one.format == GL_SRGB8_ALPHA8;
    const auto labels = [&](const PixelValue& background) {
      REQUIRE(labeler().label(texture.name(), {.criterion = Difference{1e6, background}}));
      return labeler().readback()->values;
    };
    CHECK(labels({}) == Values{0, 1, 1, 1});
    CHECK(labels(srgb ? PixelValue{200, 9, 9, 9} : PixelValue{7.0}) ==
          (srgb ? Values{1, 1, 0, 2} : Values{1, 1, 1, 1}));
    CHECK(labels(srgb ? PixelValue{255, 9, 9, 9} : PixelValue{1.0}) == Values{1, 1, 1, 0});
  }
}

TEST_CASE_METHOD(GlFixture, "sRGB colours differ by their stored bytes, by every measure", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture texture = make_filled_texture(texture_formats[0]);
  const std::pair<Measure, double> steps[] = {// from the first pixel to the second
                                              {Measure::sum, 10.0},
                                              {Measure::luminance, 77.0 * 10.0 / 256.0},
                                              {Measure::largest, 10.0}};
  for (const auto& [measure, step] : steps) {
    CAPTURE(measure);
    REQUIRE(labeler().label(texture.name(), {.criterion = Difference{.largest = step, .measure = measure}}));
    CHECK(labeler().readback()->values == Values{1, 1, 2, 3});
    const double less = std::nextafter(step, 0.0);
    REQUIRE(labeler().label(texture.name(), {.criterion = Difference{.largest = less, .measure = measure}}));
    CHECK(labeler().readback()->values == Values{1, 2, 3, 4});
  }
}

TEST_CASE_METHOD(GlFixture, "label() refuses a source or target that cannot be, and keeps the last result",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = draw({"#.#", "#.#"});
  const LabelImage before = label(image);
  const gl::Texture good = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});
  const gl::Texture floats = make_texture(GL_TEXTURE_2D, GL_R32F, {2, 2});
  const gl::Texture line = make_texture(GL_TEXTURE_1D, GL_R8UI, {4, 1});
  const gl::Texture volume = make_texture(GL_TEXTURE_3D, GL_R8UI, {4, 4});
  const gl::Texture volume_target = make_texture(GL_TEXTURE_3D, GL_R32UI, {2, 2});
  const gl::Texture array = make_texture(GL_TEXTURE_2D_ARRAY, GL_R8UI, {4, 4}, 2);
  const gl::Texture depth_stencil = make_texture(GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, {4, 4});
  const gl::Texture target = make_texture(GL_TEXTURE_2D, GL_R32UI, {2, 2});
  const gl::Texture large_target = make_texture(GL_TEXTURE_2D, GL_R32UI, {3, 2});
  const gl::Texture signed_target = make_texture(GL_TEXTURE_2D, GL_R32I, {2, 2});
  const gl::Texture array_target = make_texture(GL_TEXTURE_2D_ARRAY, GL_R32UI, {2, 2});
  const gl::Texture four_integers = make_texture(GL_TEXTURE_2D, GL_RGBA32UI, {4, 4});
  GLuint empty_name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &empty_name);
  const gl::Texture empty(empty_name);
  GLuint deleted = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &deleted);
  glDeleteTextures(1, &deleted);

  struct BadSource {
    const char* name;
    Source source;
    LabelingSpec spec;
    Outputs output;
    ErrorCode code;
    const char* message_part;
  };
  const auto at_good = [&good](const Rectangle& part) { return Source{good.name(), 0, 0, part}; };
  const BadSource cases[] = {
      {"no texture", {0}, {}, {}, ErrorCode::invalid_argument, "does not exist"},
      {"deleted", {deleted}, {}, {}, ErrorCode::invalid_argument, "does not exist"},
      {"1-D", {line.name()}, {}, {}, ErrorCode::unsupported, "GL_TEXTURE_1D: GL_TEXTURE_2D, "},
      {"3-D with the connectivity of images",
       {volume.name()},
       {.connectivity = Connectivity::eight},
       {},
       engine_ == Engine::compute ? ErrorCode::invalid_argument : ErrorCode::unsupported,
       engine_ == Engine::compute ? "8-connectivity is for images, and this is a volume of 4x4x3: use 6, 18 or 26"
                                  : "raster labels images, and this is a volume of 4x4x3: use an engine that has"},
      {"a layer of a volume", {volume.name(), 0, 1}, {}, {}, ErrorCode::invalid_argument, "pass slices by z0 and z1"},
      {"a box outside of a volume",
       {volume.name(), 0, 0, Rectangle{0, 0, 4, 4, 2, 4}},
       {},
       {},
       ErrorCode::invalid_argument,
       "slice 2 to before slice 4 is not inside: level 0 of texture"},
      {"all layers of a plain texture",
       {.texture = good.name(), .all_layers = true},
       {},
       {},
       ErrorCode::invalid_argument,
       "is no GL_TEXTURE_2D_ARRAY"},
      {"all layers and one of them",
       {.texture = array.name(), .layer = 1, .all_layers = true},
       {},
       {},
       ErrorCode::invalid_argument,
       "layer 1 of texture"},
      {"volume as target",
       {good.name()},
       {},
       {.target = volume_target.name()},
       ErrorCode::unsupported,
       "GL_TEXTURE_3D: labels need a GL_TEXTURE_2D"},
      {"a difference of ids",
       {four_integers.name()},
       {.criterion = Difference{}},
       {},
       ErrorCode::unsupported,
       "those of rgba32u (RGBA32UI) are ids"},
      {"stencil of colours",
       {.texture = good.name(), .aspect = Aspect::stencil},
       {},
       {},
       ErrorCode::unsupported,
       "GL_R8UI, which has no stencil: that of DEPTH24_STENCIL8, DEPTH32F_STENCIL8 and STENCIL_INDEX8 can be labeled"},
      {"equal depths",
       {depth_stencil.name()},
       {.criterion = Equal{}},
       {},
       ErrorCode::unsupported,
       "depth24 (DEPTH_COMPONENT24) has none"},
      {"no aspect",
       {.texture = depth_stencil.name(), .aspect = static_cast<Aspect>(2)},
       {},
       {},
       ErrorCode::invalid_argument,
       "the aspect is 2"},
      {"no storage", {empty.name()}, {}, {}, ErrorCode::unsupported, "no storage"},
      {"no such level", {good.name(), 1}, {}, {}, ErrorCode::invalid_argument, "no level 1"},
      {"negative level", {good.name(), -1}, {}, {}, ErrorCode::invalid_argument, "no level -1"},
      {"level of an array", {array.name(), 2}, {}, {}, ErrorCode::invalid_argument, "no level 2"},
      {"no such layer", {array.name(), 1, 3}, {}, {}, ErrorCode::invalid_argument, "no layer 3: it has 3"},
      {"layer of a plain texture", {good.name(), 0, 1}, {}, {}, ErrorCode::invalid_argument, "no layer 1: it has 1"},
      {"outside to the right", at_good({1, 0, 3, 2}), {}, {}, ErrorCode::invalid_argument, "not inside"},
      {"outside to the left", at_good({-1, 0, 2, 2}), {}, {}, ErrorCode::invalid_argument, "not inside"},
      {"outside below", at_good({0, 0, 2, 3}), {}, {}, ErrorCode::invalid_argument, "(0, 0) to before (2, 2)"},
      {"a rectangle of slices",
       {array.name(), 0, 0, Rectangle{0, 0, 2, 2, 0, 2}},
       {},
       {},
       ErrorCode::invalid_argument,
       "slice 0 to before slice 2 is not inside: level 0 of texture"},
      {"empty rectangle", at_good({1, 0, 1, 2}), {}, {}, ErrorCode::invalid_argument, "is empty"},
      {"equal on floats", {floats.name()}, {.criterion = Equal{}}, {}, ErrorCode::unsupported, "f32 (R32F) has none"},
      {"negative difference",
       {good.name()},
       {.criterion = Difference{-1.0F}},
       {},
       ErrorCode::invalid_argument,
       "difference is -1"},
      {"blocks", {good.name()}, {}, {.raster = {.blocks = -1}}, ErrorCode::invalid_argument, "-1 blocks"},
      {"nan",
       {good.name()},
       {.criterion = Foreground{.low = std::nan("")}},
       {},
       ErrorCode::invalid_argument,
       "above low, nan, and not above high, inf"},
      {"no target", {good.name()}, {}, {.target = deleted}, ErrorCode::invalid_argument, "does not exist"},
      {"target of another size",
       {good.name()},
       {},
       {.target = large_target.name()},
       ErrorCode::invalid_argument,
       "3x2"},
      {"target of another format",
       {good.name()},
       {},
       {.target = signed_target.name()},
       ErrorCode::unsupported,
       "GL_R32I"},
      {"array as target",
       {good.name()},
       {},
       {.target = array_target.name()},
       ErrorCode::unsupported,
       "2D_ARRAY: labels"},
  };
  for (const BadSource& one : cases) {
    CAPTURE(one.name);
    const Result<Labels> labels = labeler().label({one.source}, one.spec, one.output);
    REQUIRE_FALSE(labels);
    CHECK(labels.error().code == one.code);
    CHECK_THAT(labels.error().message, contains(one.message_part));
    CHECK(labels.error().message.find('\n') == std::string::npos);
    CHECK(*labeler().readback() == before);
  }
  CHECK(label(image) == before);
}

TEST_CASE_METHOD(GlFixture, "differences have the units of stored values in the formats of textures alone",
                 "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  constexpr GLfloat depths[] = {0.0F, 0.25F, 0.5F, 1.0F, 1.0F};
  constexpr GLubyte dark[] = {0, 0, 0, 9, 1, 1, 1, 9, 2, 2, 2, 9, 255, 255, 255, 255, 254, 254, 254, 255};
  struct DifferenceCase {
    const char* name;
    GLenum format;
    GLenum upload_format;
    GLenum type;
    const void* pixels;
    float connects;   ///< Connects the first three, and the last two.
    float separates;  ///< Connects equal values only.
  };
  const DifferenceCase cases[] = {
      {"SRGB8_ALPHA8", GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, dark, 3.0F, 2.0F},
      {"DEPTH_COMPONENT32F", GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, depths, 0.25F, 0.2F},
      {"DEPTH_COMPONENT24", GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, depths, 0.2501F, 0.2F},
  };
  for (const DifferenceCase& one : cases) {
    CAPTURE(one.name);
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, one.format, {5, 1});
    glTextureSubImage2D(texture.name(), 0, 0, 0, 5, 1, one.upload_format, one.type, one.pixels);
    REQUIRE(labeler().label(texture.name(), {.criterion = Difference{one.connects}}));
    CHECK(labeler().readback()->values == Values{1, 1, 1, 2, 2});
    REQUIRE(labeler().label(texture.name(), {.criterion = Difference{one.separates}}));
    const Values separate = labeler().readback()->values;
    CHECK(Values(separate.begin(), separate.begin() + 4) == Values{1, 2, 3, 4});
  }
}

namespace {

/// Uploads an image of R8UI into a level and layer.
void fill(GLuint texture, int level, int layer, const host::Image& image, bool array) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (array) {
    glTextureSubImage3D(texture, level, 0, 0, layer, image.extent.width, image.extent.height, 1, GL_RED_INTEGER,
                        GL_UNSIGNED_BYTE, image.bytes.data());
  } else {
    glTextureSubImage2D(texture, level, 0, 0, image.extent.width, image.extent.height, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                        image.bytes.data());
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "inspect() says what label() reads", "[engine][source]") {
  engine_ = Engine::compute;
  const gl::Texture texture = make_texture(GL_TEXTURE_2D_ARRAY, GL_R16I, {61, 38}, 3);
  const GLuint name = texture.name();
  const auto finds = [&](const Source& source, Extent extent) {
    const Result<SourceTraits> found = labeler().inspect(source);
    REQUIRE(found);
    CHECK(found->format == PixelFormat::i16);
    CHECK(found->extent == extent);
    const Result<Labels> labels = labeler().label({source});
    INFO((labels ? std::string() : labels.error().message));
    REQUIRE(labels);
    CHECK(labels->extent == extent);
  };
  finds({name}, {61, 38});
  finds({name, 2}, {15, 9});
  finds({.texture = name, .all_layers = true}, {61, 38, 3});
  finds({.texture = name, .layer = 1, .rectangle = Rectangle{1, 2, 8, 5}}, {7, 3});
  CHECK_THAT(labeler().inspect({name, 3}).error().message, contains("has no level 3"));
  CHECK_THAT(labeler().inspect({4'000'000}).error().message, contains("does not exist"));

  glccl_labeler* in_c = nullptr;
  glccl_error error;
  REQUIRE(glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &in_c, &error) == GLCCL_OK);
  glccl_source source = glccl_inputs_of(name).image;
  source.all_layers = 1;
  glccl_source_traits traits;
  CHECK(glccl_inspect(in_c, &source, &traits, &error) == GLCCL_OK);
  CHECK(traits.internal_format == GL_R16I);
  CHECK(traits.extent.width == 61);
  CHECK(traits.extent.height == 38);
  CHECK(traits.extent.depth == 3);
  source.level = 3;
  CHECK(glccl_inspect(in_c, &source, &traits, &error) == GLCCL_ERROR_INVALID_ARGUMENT);
  CHECK_THAT(std::string(error.message), contains("has no level 3"));
  CHECK(glccl_inspect(in_c, nullptr, &traits, &error) == GLCCL_ERROR_INVALID_ARGUMENT);
  CHECK(std::string(error.message) == "`source` is a null pointer, which is not allowed here");
  glccl_labeler_destroy(in_c);
}

TEST_CASE_METHOD(GlFixture, "label() treats levels, layers and rectangles as images of their own",
                 "[engine][slow][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  for (const bool array : {false, true}) {
    const gl::Texture texture = make_texture(array ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D, GL_R8UI, {61, 38}, 6);
    for (int level = 0; level < 6; ++level) {
      for (int layer = 0; layer < (array ? 3 : 1); ++layer) {
        const Extent extent{std::max(1, 61 >> level), std::max(1, 38 >> level)};
        host::GenerateOptions options;
        options.seed = static_cast<std::uint32_t>(10 * level + layer);
        const host::Image image = make_image("noise", extent, options);
        fill(texture.name(), level, layer, image, array);
        const Rectangle whole = rectangle_of(extent);
        const Rectangle inner{extent.width / 4, extent.height / 3, extent.width * 3 / 4 + 1, extent.height};
        const Rectangle corner{extent.width - 1, 0, extent.width, 1};
        for (const auto& rectangle :
             {std::optional<Rectangle>(), std::optional(whole), std::optional(inner), std::optional(corner)}) {
          for (const Criterion& criterion :
               {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{0.5F})}) {
            CAPTURE(array, level, layer, rectangle.has_value(), criterion);
            const LabelingSpec spec{.criterion = criterion};
            REQUIRE(labeler().label({{texture.name(), level, layer, rectangle}}, spec, {.table_rows = 4096}));
            check_labeled({*labeler().readback(), *labeler().readback_components()},
                          reference(host::crop(image.view(), rectangle.value_or(whole)), spec));
          }
        }
      }
    }
  }
}

}  // namespace glccl::tests
