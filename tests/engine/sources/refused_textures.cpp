// Textures of every kind as source and as target: what cannot be labeled is refused, and no GL error stays behind.
#include <GL/glew.h>

#include <limits>
#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// A texture of a kind that cannot be labeled.
struct BadTexture {
  const char* name;
  gl::Texture texture;
  const char* message_part;
};

gl::Texture create(GLenum target) {
  GLuint name = 0;
  glCreateTextures(target, 1, &name);
  return gl::Texture(name);
}

/// Storage of `compressed` texels.
gl::Texture make_compressed(GLenum format) { return make_texture(GL_TEXTURE_2D, format, {8, 8}); }

std::vector<BadTexture> make_bad_textures(const gl::Buffer& buffer) {
  std::vector<BadTexture> all;
  const auto add = [&](const char* name, gl::Texture texture, const char* part) {
    all.push_back({name, std::move(texture), part});
  };
  gl::Texture of_buffer = create(GL_TEXTURE_BUFFER);
  glTextureBuffer(of_buffer.name(), GL_R32UI, buffer.name());
  gl::Texture of_range = create(GL_TEXTURE_BUFFER);
  glTextureBufferRange(of_range.name(), GL_R32UI, buffer.name(), 256, 256);
  gl::Texture unbound_buffer = create(GL_TEXTURE_BUFFER);
  GLuint never_bound = 0;
  glGenTextures(1, &never_bound);
  add("buffer", std::move(of_buffer), "GL_TEXTURE_BUFFER: ");
  add("range of a buffer", std::move(of_range), "GL_TEXTURE_BUFFER: ");
  add("buffer texture without a buffer", std::move(unbound_buffer), "no storage");
  add("name that was never bound", gl::Texture(never_bound), "does not exist");
  add("1-D", make_texture(GL_TEXTURE_1D, GL_R32UI, {8, 1}), "GL_TEXTURE_1D: ");
  add("1-D array", make_texture(GL_TEXTURE_1D_ARRAY, GL_R32UI, {8, 8}), "GL_TEXTURE_1D_ARRAY: ");
  add("RGTC", make_compressed(GL_COMPRESSED_RED_RGTC1), "internal format");
  add("BPTC", make_compressed(GL_COMPRESSED_RGBA_BPTC_UNORM), "internal format");
  for (const GLenum target : {GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D,
                              GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE, GL_TEXTURE_2D_MULTISAMPLE}) {
    add("without storage", create(target), "no storage");
  }
  return all;
}

/// A GL_TEXTURE_2D of R8UI whose storage can change: level 0 of 64x32, further levels by the caller.
gl::Texture make_mutable() {
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  return gl::Texture(name);
}

void add_level(int level, Extent extent, GLint format, const void* pixels = nullptr) {
  glTexImage2D(GL_TEXTURE_2D, level, format, extent.width, extent.height, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, pixels);
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "label() refuses textures of every other kind and leaves no GL error",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Buffer buffer = gl::make_buffer(1024, nullptr);
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
  const LabelImage before = label(draw({"#.#"}));
  for (const BadTexture& one : make_bad_textures(buffer)) {
    CAPTURE(one.name, one.message_part);
    const Result<Labels> as_source = labeler().label({.image = {one.texture.name()}});
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
    REQUIRE_FALSE(as_source);
    CHECK_THAT(as_source.error().message, contains(one.message_part));
    const Result<Labels> as_target = labeler().label(source.name(), {}, {.target = one.texture.name()});
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
    REQUIRE_FALSE(as_target);
    CHECK_THAT(as_target.error().message, contains(one.message_part));
    CHECK(*labeler().readback() == before);
  }
}

TEST_CASE_METHOD(GlFixture, "label() refuses levels that no texture can have and leaves no GL error",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture flat = make_texture(GL_TEXTURE_2D, GL_R8UI, {64, 32}, 7);
  const gl::Texture array = make_texture(GL_TEXTURE_2D_ARRAY, GL_R8UI, {64, 32}, 7);
  const gl::Texture storage = make_mutable();
  add_level(0, {64, 32}, GL_R8UI);
  glBindTexture(GL_TEXTURE_2D, 0);
  constexpr int most = std::numeric_limits<int>::max();
  for (const GLuint texture : {flat.name(), array.name(), storage.name()}) {
    for (const int level : {7, 14, 15, 16, 20, 30, 31, 32, 1000, most, -1, -most - 1}) {
      CAPTURE(texture, level);
      const Result<Labels> labels = labeler().label({{texture, level}});
      CHECK(glGetError() == GLenum{GL_NO_ERROR});
      REQUIRE_FALSE(labels);
      CHECK_THAT(labels.error().message, contains("no level " + std::to_string(level)));
    }
    for (const int layer : {3, most, -1, -most - 1}) {
      CAPTURE(texture, layer);
      const Result<Labels> labels = labeler().label({{texture, 0, layer}});
      CHECK(glGetError() == GLenum{GL_NO_ERROR});
      REQUIRE_FALSE(labels);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "label() refuses a level of an incomplete texture, and labels it once it is complete",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = make_image("noise", {32, 16});
  const LabelImage expected = reference_labels(image, Connectivity::eight, Foreground{});
  const gl::Texture texture = make_mutable();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  add_level(0, {64, 32}, GL_R8UI);
  const auto refusal = [&](int level) {
    const Result<Labels> labels = labeler().label({{texture.name(), level}});
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
    return labels ? std::string("none") : labels.error().message;
  };
  CHECK(labeler().label(texture.name()));  // level 0 needs no other
  CHECK_THAT(refusal(1), contains("no level 1"));
  add_level(1, {10, 10}, GL_R8UI);
  CHECK_THAT(refusal(1), contains("incomplete") && contains("level 1 is 10x10") && contains("has to be 32x16"));
  add_level(1, {32, 16}, GL_R16UI);
  CHECK_THAT(refusal(1), contains("level 1 is 32x16 of GL_R16UI") && contains("32x16 of GL_R8UI"));
  add_level(1, {32, 16}, GL_R8UI, image.bytes.data());
  CHECK_THAT(refusal(1), contains("level 2 is 0x0") && contains("GL_TEXTURE_MAX_LEVEL"));
  glTextureParameteri(texture.name(), GL_TEXTURE_MAX_LEVEL, 1);
  REQUIRE(labeler().label({{texture.name(), 1}}));
  CHECK(first_difference(*labeler().readback(), expected) == "");
  CHECK_THAT(refusal(2), contains("no level 2"));
  glTextureParameteri(texture.name(), GL_TEXTURE_MAX_LEVEL, 1000);
  for (int level = 2; level <= 6; ++level) add_level(level, {64 >> level, std::max(1, 32 >> level)}, GL_R8UI);
  REQUIRE(labeler().label({{texture.name(), 1}}));
  CHECK(first_difference(*labeler().readback(), expected) == "");
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
}

TEST_CASE_METHOD(GlFixture, "label() refuses targets that are textures of kinds which only sources can be",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
  for (const GLenum target : {GL_TEXTURE_RECTANGLE, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_MULTISAMPLE}) {
    const gl::Texture texture = make_texture(target, GL_R32UI, {8, 8});
    const Result<Labels> labels = labeler().label(source.name(), {}, {.target = texture.name()});
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains("labels need a GL_TEXTURE_2D"));
  }
}

TEST_CASE_METHOD(GlFixture, "label() refuses a target whose texels are remapped", "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
  const gl::Texture swizzled = make_texture(GL_TEXTURE_2D, GL_R32UI, {8, 8});
  glTextureParameteri(swizzled.name(), GL_TEXTURE_SWIZZLE_R, GL_ONE);
  const gl::Texture based = make_texture(GL_TEXTURE_2D, GL_R32UI, {8, 8}, 2);
  glTextureParameteri(based.name(), GL_TEXTURE_BASE_LEVEL, 1);
  for (const GLuint target : {swizzled.name(), based.name()}) {
    const Result<Labels> labels = labeler().label(source.name(), {}, {.target = target, .table_rows = 4});
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains("the target, texture") && contains("base level or a swizzle"));
  }
}

TEST_CASE_METHOD(GlFixture, "label(), step() and plan() refuse numbers outside their enumerations",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute, Engine::automatic);
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
  struct BadEnumeration {
    const char* message_part;
    LabelingSpec spec;
    Outputs output;
  };
  const BadEnumeration cases[] = {
      {"the connectivity is 5: its enumeration has the values 0, 4, 8, 6, 18 and 26",
       {.connectivity = static_cast<Connectivity>(5)},
       {}},
      {"the numbering is 2", {.numbering = static_cast<Numbering>(2)}, {}},
      {"the channel is -1", {.criterion = Foreground{.channel = static_cast<Channel>(-1)}}, {}},
      {"the channel is 5", {.criterion = Foreground{.channel = static_cast<Channel>(5)}}, {}},
      {"the state policy is 2", {}, {.state_policy = static_cast<StatePolicy>(2)}},
      {"debug_groups is 2", {}, {.debug_groups = static_cast<DebugGroups>(2)}},
      {"the timing detail is 4", {}, {.timing = static_cast<TimingDetail>(4)}},
      {"the compaction is 2", {}, {.raster = {.compaction = static_cast<Compaction>(2)}}},
      {"9 blocks: pass 1 to 8", {}, {.raster = {.blocks = 9}}},
      {"-1 blocks", {}, {.raster = {.blocks = -1}}},
  };
  for (const BadEnumeration& one : cases) {
    CAPTURE(one.message_part);
    const auto check_says = [&](const auto& result) {
      REQUIRE_FALSE(result);
      CHECK(result.error().code == ErrorCode::invalid_argument);
      CHECK_THAT(result.error().message, contains(one.message_part));
    };
    check_says(labeler().label(source.name(), one.spec, one.output));
    check_says(labeler().step({{source.name()}}, one.spec, one.output, 1));
    check_says(Labeler::plan(engine_, {8, 8}, one.spec, one.output));
    check_says(Labeler::describe_plan(engine_, {8, 8}, one.spec, one.output));
  }
  const auto no_engine = static_cast<Engine>(4);
  CHECK_THAT(Labeler::create(no_engine).error().message, contains("the engine is 4"));
  CHECK_THAT(Labeler::plan(no_engine, {8, 8}).error().message, contains("the engine is 4"));
  for (const Extent extent : {Extent{0, 0}, Extent{0, 5}, Extent{5, 0}, Extent{-3, 4}, Extent{4, 4, 0}}) {
    CHECK_THAT(Labeler::plan(engine_, extent).error().message, contains("at least one pixel"));
  }
  CHECK_THAT(Labeler::plan(engine_, {40000, 2}).error().message, contains("40000x2"));
}

}  // namespace glccl::tests
