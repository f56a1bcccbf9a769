// Depth or stencil of textures that have both: labels, and the mode of the texture, which is the caller's.
#include <GL/glew.h>

#include <cstring>
#include <optional>
#include <random>
#include <vector>

#include "glccl/glccl.h"
#include "tests/gl/profiles.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

constexpr Extent extent{61, 47};

/// Pixels as textures store them, and as images of their aspects.
struct Packed {
  std::vector<std::uint32_t> words;  ///< Of DEPTH24_STENCIL8 one per pixel, of DEPTH32F_STENCIL8 two.
  host::Image depth;                 ///< f32
  host::Image stencil;               ///< u8
};

Packed random_pixels(GLenum format) {
  std::mt19937 random(format);
  Packed pixels;
  std::vector<float> depths;
  std::vector<std::uint8_t> stencils;
  for (std::int64_t i = 0; i < extent.elements(); ++i) {
    constexpr std::uint32_t depth_bits[] = {0, 0x400000, 0x800000, 0xFFFFFF};
    constexpr std::uint32_t stencil_bits[] = {0, 1, 2, 255};
    const std::uint32_t depth = depth_bits[random() % 4];
    const std::uint32_t stencil = stencil_bits[random() % 4];
    depths.push_back(static_cast<float>(depth) / 16777215.0F);
    stencils.push_back(static_cast<std::uint8_t>(stencil));
    if (format == GL_DEPTH24_STENCIL8) {
      pixels.words.push_back(depth << 8U | stencil);
    } else {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &depths.back(), sizeof bits);
      pixels.words.insert(pixels.words.end(), {bits, stencil});
    }
  }
  pixels.depth = image_of_values(extent, PixelFormat::f32, depths);
  pixels.stencil = image_of_values(extent, PixelFormat::u8, stencils);
  return pixels;
}

GLenum transfer_type(GLenum format) {
  return format == GL_DEPTH24_STENCIL8 ? GL_UNSIGNED_INT_24_8 : GL_FLOAT_32_UNSIGNED_INT_24_8_REV;
}

/// A GL_TEXTURE_2D of one level.
gl::Texture upload(GLenum format, const Packed& pixels, bool immutable) {
  if (immutable) {
    gl::Texture texture = make_texture(GL_TEXTURE_2D, format, extent);
    glTextureSubImage2D(texture.name(), 0, 0, 0, extent.width, extent.height, GL_DEPTH_STENCIL, transfer_type(format),
                        pixels.words.data());
    return texture;
  }
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), extent.width, extent.height, 0, GL_DEPTH_STENCIL,
               transfer_type(format), pixels.words.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  return gl::Texture(name);
}

void set_mode(const gl::Texture& texture, GLint mode) {
  glTextureParameteri(texture.name(), GL_DEPTH_STENCIL_TEXTURE_MODE, mode);
}

GLint mode_of(const gl::Texture& texture) {
  GLint mode = 0;
  glGetTextureParameteriv(texture.name(), GL_DEPTH_STENCIL_TEXTURE_MODE, &mode);
  return mode;
}

constexpr GLint modes[] = {GL_DEPTH_COMPONENT, GL_STENCIL_INDEX};

/// Specifications of an aspect. No threshold or difference lies near one of its values.
std::vector<LabelingSpec> specs_of(Aspect aspect) {
  if (aspect == Aspect::depth) {
    return {{},
            {.connectivity = Connectivity::four, .criterion = Foreground{.low = 0.4, .inverted = true}},
            {.connectivity = Connectivity::four, .criterion = Difference{0.3F}}};
  }
  return {{.criterion = Foreground{.low = 1.0}},
          {.connectivity = Connectivity::four, .criterion = Equal{}},
          {.connectivity = Connectivity::four, .criterion = Difference{1.0F}}};
}

}  // namespace

TEMPLATE_TEST_CASE("label() reads the depth or the stencil of a texture and leaves its mode",
                   "[engine][slow][source][state]", CoreProfile, CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const GLenum format = GENERATE(GLenum{GL_DEPTH24_STENCIL8}, GLenum{GL_DEPTH32F_STENCIL8});
  const bool immutable = GENERATE(true, false);
  Result<Labeler> labeler = Labeler::create(engine);
  REQUIRE(labeler);
  const Packed pixels = random_pixels(format);
  const gl::Texture texture = upload(format, pixels, immutable);
  for (const GLint mode : modes) {
    set_mode(texture, mode);
    for (const Aspect aspect : {Aspect::depth, Aspect::stencil, Aspect::depth}) {
      const host::Image& image = aspect == Aspect::depth ? pixels.depth : pixels.stencil;
      for (const LabelingSpec& spec : specs_of(aspect)) {
        for (const StatePolicy policy : {StatePolicy::preserve, StatePolicy::clobber}) {
          CAPTURE(engine, format, immutable, mode, static_cast<int>(aspect), spec, policy);
          REQUIRE(labeler->label({.image = {.texture = texture.name(), .aspect = aspect}}, spec,
                                 {.table_rows = 4096, .state_policy = policy}));
          check_labeled({*labeler->readback(), *labeler->readback_components()}, reference(image, spec));
          CHECK(mode_of(texture) == mode);
        }
      }
    }
  }
}

TEST_CASE_METHOD(GlFixture, "label() reads the stencil of a rectangle of a layer, also step by step",
                 "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const Packed pixels = random_pixels(GL_DEPTH24_STENCIL8);
  const gl::Texture texture = make_texture(GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, {122, 95}, 2);
  glTextureSubImage3D(texture.name(), 1, 0, 0, 2, extent.width, extent.height, 1, GL_DEPTH_STENCIL,
                      GL_UNSIGNED_INT_24_8, pixels.words.data());
  const Rectangle part{5, 3, 41, 47};
  const LabelingSpec spec{.criterion = Equal{}};
  const Source source{texture.name(), 1, 2, part, Aspect::stencil};
  REQUIRE(labeler().label({source}, spec, {.table_rows = 4096}));
  check_labeled({*labeler().readback(), *labeler().readback_components()},
                reference(host::crop(pixels.stencil.view(), part), spec));
  REQUIRE(labeler().step({source}, spec, {}, 1));
  CHECK(mode_of(texture) == GL_DEPTH_COMPONENT);
}

TEST_CASE_METHOD(GlFixture, "label() leaves the mode of a texture where it fails", "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture texture = upload(GL_DEPTH24_STENCIL8, random_pixels(GL_DEPTH24_STENCIL8), true);
  CHECK_FALSE(labeler().label({{texture.name(), 0, 1, std::nullopt, Aspect::stencil}}));
  CHECK_FALSE(labeler().step({{texture.name(), 0, 0, std::nullopt, Aspect::stencil}}, {}, {}, 100000));
  CHECK(mode_of(texture) == GL_DEPTH_COMPONENT);
}

TEST_CASE_METHOD(GlFixture, "prepare() of depths and of 8-bit integers prepares for both aspects",
                 "[engine][source][prepare]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture texture = upload(GL_DEPTH32F_STENCIL8, random_pixels(GL_DEPTH32F_STENCIL8), GENERATE(true, false));
  for (const Aspect aspect : {Aspect::depth, Aspect::stencil}) {
    Result<Labeler> fresh = Labeler::create(engine_);
    REQUIRE(fresh);
    REQUIRE(fresh->prepare({aspect == Aspect::depth ? PixelFormat::depth32f : PixelFormat::u8}, extent));
    const std::vector<int> prepared = count_objects();
    REQUIRE(fresh->label({.image = {.texture = texture.name(), .aspect = aspect}}));
    CHECK(count_objects() == prepared);
  }
}

TEST_CASE_METHOD(GlFixture, "C labels a stencil, and prepares for a depth", "[engine][source]") {
  const Packed pixels = random_pixels(GL_DEPTH32F_STENCIL8);
  const gl::Texture texture = upload(GL_DEPTH32F_STENCIL8, pixels, true);
  glccl_labeler* labeler = nullptr;
  glccl_error error;
  REQUIRE(glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &labeler, &error) == GLCCL_OK);
  const glccl_input_formats formats = glccl_formats_of(GL_DEPTH32F_STENCIL8);
  CHECK(glccl_prepare(labeler, &formats, {8, 8, 1}, nullptr, nullptr, &error) == GLCCL_OK);
  LabelImage found{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  for (const auto& [aspect, image] :
       {std::pair{GLCCL_ASPECT_DEPTH, pixels.depth}, {GLCCL_ASPECT_STENCIL, pixels.stencil}}) {
    CAPTURE(static_cast<int>(aspect));
    glccl_inputs inputs = glccl_inputs_of(texture.name());
    inputs.image.aspect = aspect;
    CHECK(glccl_label(labeler, &inputs, nullptr, nullptr, nullptr, &error) == GLCCL_OK);
    CHECK(glccl_readback_labels(labeler, found.values.data(), found.values.size(), nullptr, &error) == GLCCL_OK);
    CHECK(first_difference(found, reference_labels(image)) == "");
  }
  glccl_labeler_destroy(labeler);
}

}  // namespace glccl::tests
