// The face of the engine: formats, thresholds, and what it refuses.
#include <GL/glew.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "catch.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/labeling.hpp"
#include "glccl/host/texture.hpp"
#include "support.hpp"

namespace glccl::tests {
namespace {

gl::Texture make_texture(GLenum target, GLenum format, Size size) {
  GLuint name = 0;
  glCreateTextures(target, 1, &name);
  gl::Texture texture(name);
  if (target == GL_TEXTURE_1D) {
    glTextureStorage1D(name, 1, format, size.width);
  } else if (target == GL_TEXTURE_2D_ARRAY) {
    glTextureStorage3D(name, 1, format, size.width, size.height, 2);
  } else {
    glTextureStorage2D(name, 1, format, size.width, size.height);
  }
  return texture;
}

/// A texture of 4x1 pixels with values 0, 1, 2, 3 in its format's units, or quarters of one for floats.
struct FormatCase {
  const char* name;
  GLenum format;
  GLenum upload_format;
  GLenum upload_type;
  const void* pixels;
  float below_last_two;  ///< a threshold that the last two pixels are above
};

constexpr GLubyte bytes[] = {0, 10, 200, 255};
constexpr GLushort shorts[] = {0, 300, 40000, 65535};
constexpr GLuint words[] = {0, 70000, 3000000000U, 4294967295U};
constexpr GLfloat floats[] = {-1.0F, 0.25F, 0.5F, 1000.0F};
constexpr GLubyte colors[] = {0, 0, 0, 0, 10, 0, 0, 0, 200, 9, 9, 9, 255, 9, 9, 9};
constexpr FormatCase format_cases[] = {
    {"R8", GL_R8, GL_RED, GL_UNSIGNED_BYTE, bytes, 10.5F / 255.0F},
    {"R8UI", GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, bytes, 10.0F},
    {"R16UI", GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, shorts, 300.75F},
    {"R32UI", GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, words, 70000.0F},
    {"R32F", GL_R32F, GL_RED, GL_FLOAT, floats, 0.25F},
    {"RGBA8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, colors, 10.5F / 255.0F},
};

std::vector<std::uint32_t> labels_of(Labeler& labeler, GLuint texture, const Foreground& foreground) {
  REQUIRE(labeler.label({texture}, {.criterion = foreground}));
  return labeler.readback()->values;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "foreground is what lies above the threshold, in every format", "[labeler]") {
  using Values = std::vector<std::uint32_t>;
  for (const FormatCase& c : format_cases) {
    CAPTURE(c.name);
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, c.format, {4, 1});
    glTextureSubImage2D(texture.name(), 0, 0, 0, 4, 1, c.upload_format, c.upload_type, c.pixels);
    CHECK(labels_of(labeler(), texture.name(), {}) == Values{0, 1, 1, 1});
    CHECK(labels_of(labeler(), texture.name(), {.threshold = c.below_last_two}) == Values{0, 0, 1, 1});
    CHECK(labels_of(labeler(), texture.name(), {.threshold = c.below_last_two, .inverted = true}) ==
          Values{1, 1, 0, 0});
    CHECK(labels_of(labeler(), texture.name(), {.threshold = -2.0F}) == Values{1, 1, 1, 1});
    CHECK(labels_of(labeler(), texture.name(), {.threshold = 1e30F}) == Values{0, 0, 0, 0});
  }
}

TEST_CASE_METHOD(GlFixture, "any channel can decide, or the largest of them", "[labeler]") {
  using Values = std::vector<std::uint32_t>;
  constexpr GLubyte pixels[] = {9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_RGBA8, {5, 1});
  glTextureSubImage2D(texture.name(), 0, 0, 0, 5, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  CHECK(labels_of(labeler(), texture.name(), {.channel = Channel::red}) == Values{1, 0, 0, 0, 0});
  CHECK(labels_of(labeler(), texture.name(), {.channel = Channel::green}) == Values{0, 1, 0, 0, 0});
  CHECK(labels_of(labeler(), texture.name(), {.channel = Channel::blue}) == Values{0, 0, 1, 0, 0});
  CHECK(labels_of(labeler(), texture.name(), {.channel = Channel::alpha}) == Values{0, 0, 0, 1, 0});
  CHECK(labels_of(labeler(), texture.name(), {.channel = Channel::any}) == Values{1, 1, 1, 1, 0});
  // A format of one channel reads 1 as its alpha; `any` looks only at what is stored.
  const gl::Texture single = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 1});
  constexpr GLubyte values[] = {0, 5};
  glTextureSubImage2D(single.name(), 0, 0, 0, 2, 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE, values);
  CHECK(labels_of(labeler(), single.name(), {.channel = Channel::any}) == Values{0, 1});
}

TEST_CASE_METHOD(GlFixture, "equal compares whole values, in every format that has it", "[labeler]") {
  using Values = std::vector<std::uint32_t>;
  constexpr GLushort wide[] = {7, 263, 263, 0, 7};
  constexpr GLuint wider[] = {16777217U, 16777216U, 16777216U, 0U, 3000000001U};
  constexpr GLubyte narrow[] = {7, 9, 9, 0, 7};
  constexpr GLubyte rgba[] = {0, 0, 0, 7, 0, 0, 1, 7, 0, 0, 1, 7, 0, 0, 0, 0, 9, 0, 1, 7};
  const std::tuple<GLenum, GLenum, GLenum, const void*> cases[] = {
      {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, narrow},
      {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, wide},
      {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, wider},
      {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, rgba},
  };
  for (const auto& [format, upload_format, type, pixels] : cases) {
    CAPTURE(format);
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, format, {5, 1});
    glTextureSubImage2D(texture.name(), 0, 0, 0, 5, 1, upload_format, type, pixels);
    REQUIRE(labeler().label({texture.name()}, {.criterion = Equal{}}));
    CHECK(labeler().readback()->values == Values{1, 2, 2, 0, 3});
  }
}

TEST_CASE_METHOD(GlFixture, "what cannot be labeled is refused and the last result stays", "[labeler][bad-input]") {
  const host::Image image = draw({"#.#", "#.#"});
  const LabelImage before = label(image);
  const gl::Texture good = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});
  const gl::Texture floats = make_texture(GL_TEXTURE_2D, GL_R32F, {2, 2});
  const gl::Texture line = make_texture(GL_TEXTURE_1D, GL_R8UI, {4, 1});
  const gl::Texture array = make_texture(GL_TEXTURE_2D_ARRAY, GL_R8UI, {4, 4});
  const gl::Texture two_channels = make_texture(GL_TEXTURE_2D, GL_RG8, {4, 4});
  const gl::Texture integer = make_texture(GL_TEXTURE_2D, GL_R32I, {4, 4});
  const gl::Texture swizzled = make_texture(GL_TEXTURE_2D, GL_R8, {4, 4});
  glTextureParameteri(swizzled.name(), GL_TEXTURE_SWIZZLE_R, GL_ONE);
  GLuint empty_name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &empty_name);
  const gl::Texture empty(empty_name);
  GLuint deleted = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &deleted);
  glDeleteTextures(1, &deleted);

  struct Case {
    const char* name;
    GLuint texture;
    Options options;
    ErrorCode code;
    const char* message_part;
  };
  const Case cases[] = {
      {"no texture", 0, {}, ErrorCode::invalid_argument, "does not exist"},
      {"deleted", deleted, {}, ErrorCode::invalid_argument, "does not exist"},
      {"1-D", line.name(), {}, ErrorCode::unsupported, "GL_TEXTURE_2D"},
      {"array", array.name(), {}, ErrorCode::unsupported, "GL_TEXTURE_2D"},
      {"RG8", two_channels.name(), {}, ErrorCode::unsupported, "0x822B"},
      {"R32I", integer.name(), {}, ErrorCode::unsupported, "0x8235"},
      {"no storage", empty.name(), {}, ErrorCode::unsupported, "no storage"},
      {"swizzled", swizzled.name(), {}, ErrorCode::unsupported, "swizzle"},
      {"equal on floats", floats.name(), {.criterion = Equal{}}, ErrorCode::unsupported, "no values to compare"},
      {"difference", good.name(), {.criterion = Difference{}}, ErrorCode::unsupported, "foreground and equal"},
      {"blocks", good.name(), {.blocks = -1}, ErrorCode::invalid_argument, "-1 blocks"},
      {"nan",
       good.name(),
       {.criterion = Foreground{.threshold = std::nanf("")}},
       ErrorCode::invalid_argument,
       "not a number"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Result<Labels> labels = labeler().label({c.texture}, c.options);
    REQUIRE_FALSE(labels);
    CHECK(labels.error().code == c.code);
    CHECK_THAT(labels.error().message, contains(c.message_part));
    CHECK(labels.error().message.find('\n') == std::string::npos);
    CHECK(*labeler().readback() == before);
  }
  CHECK(label(image) == before);
}

TEST_CASE_METHOD(GlFixture, "a query of the caller's under way is refused", "[labeler][bad-input]") {
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});
  for (const GLenum target : {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED}) {
    const gl::Query query = gl::make_query(target);
    glBeginQuery(target, query.name());
    const Result<Labels> labels = labeler().label({texture.name()});
    glEndQuery(target);
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains("end it before labeling"));
  }
  CHECK(labeler().label({texture.name()}));
}

TEST_CASE_METHOD(GlFixture, "nothing can be read back before the first labeling", "[labeler][bad-input]") {
  Result<Labeler> fresh = Labeler::create();
  REQUIRE(fresh);
  CHECK_FALSE(fresh->readback());
  CHECK(fresh->timings().empty());
}

TEST_CASE_METHOD(GlFixture, "readback minds no pack state and keeps it", "[labeler]") {
  const host::Image image = draw({"#.#.#", "#...#", "#.#.#"});
  const LabelImage expected = label(image);
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferStorage(buffer, 16, nullptr, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
  glPixelStorei(GL_PACK_ROW_LENGTH, 64);
  glPixelStorei(GL_PACK_SKIP_PIXELS, 3);
  CHECK(*labeler().readback() == expected);
  GLint value = 0;
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &value);
  CHECK(value == static_cast<GLint>(buffer));
  glGetIntegerv(GL_PACK_ROW_LENGTH, &value);
  CHECK(value == 64);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glDeleteBuffers(1, &buffer);
}

TEST_CASE_METHOD(GlFixture, "a rejected shader is an error that names the pass and has one line",
                 "[labeler][bad-input]") {
  const std::vector<gl::ShaderFile> files = {{"good.vert", "void main() { gl_Position = vec4(0.0); }"},
                                             {"bad.frag", "void main() {\n  undeclared = 1;\n}"}};
  const Result<gl::Program> program = gl::build_program(files, {"some_pass", {"good.vert"}, {"bad.frag"}, {}});
  REQUIRE_FALSE(program);
  CHECK(program.error().code == ErrorCode::gpu);
  CHECK_THAT(program.error().message, contains("some_pass") && contains("undeclared"));
  CHECK(program.error().message.find('\n') == std::string::npos);
  const Result<gl::Program> missing = gl::build_program(files, {"some_pass", {"good.vert"}, {"no_such.frag"}, {}});
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error().message, contains("no_such.frag"));
  forgive_driver_messages();
}

TEST_CASE_METHOD(GlFixture, "stages are debug groups, and a full stack of the caller's is left alone", "[labeler]") {
  void* callback = nullptr;
  void* parameter = nullptr;
  glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &callback);
  glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM, &parameter);
  std::vector<std::string> groups;
  const auto collect = [](GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* message, const void* to) {
    if (type != GL_DEBUG_TYPE_PUSH_GROUP) return;
    static_cast<std::vector<std::string>*>(const_cast<void*>(to))->emplace_back(message);
  };
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
  glDebugMessageCallback(collect, &groups);
  REQUIRE(labeler().label({texture.name()}));
  CHECK(groups ==
        std::vector<std::string>{"encode_ids", "vertical_runs", "find_contacts", "merge_rounds", "number_components"});

  GLint depth = 0;
  GLint most = 0;
  glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &depth);
  glGetIntegerv(GL_MAX_DEBUG_GROUP_STACK_DEPTH, &most);
  for (GLint i = depth; i < most; ++i) glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "callers");
  groups.clear();
  REQUIRE(labeler().label({texture.name()}));
  CHECK(groups.empty());
  for (GLint i = depth; i < most; ++i) glPopDebugGroup();
  glDebugMessageCallback(reinterpret_cast<GLDEBUGPROC>(callback), parameter);
}

TEST_CASE_METHOD(GlFixture, "a thousand labelings at changing sizes leave no objects behind", "[labeler]") {
  const auto count_objects = [] {
    // Names are handed out from the lowest that is free, in the drivers that this runs on.
    int textures = 0;
    int framebuffers = 0;
    int queries = 0;
    int programs = 0;
    for (GLuint name = 1; name < 20000; ++name) {
      textures += glIsTexture(name);
      framebuffers += glIsFramebuffer(name);
      queries += glIsQuery(name);
      programs += glIsProgram(name);
    }
    return std::vector<int>{textures, framebuffers, queries, programs};
  };
  Result<Labeler> labeler = Labeler::create();
  REQUIRE(labeler);
  const gl::Texture textures[] = {make_texture(GL_TEXTURE_2D, GL_R8UI, {3, 5}),
                                  make_texture(GL_TEXTURE_2D, GL_R8UI, {17, 2}),
                                  make_texture(GL_TEXTURE_2D, GL_R8UI, {33, 9})};
  for (const gl::Texture& texture : textures) REQUIRE(labeler->label({texture.name()}, {.timings = Timings::stages}));
  const std::vector<int> before = count_objects();
  CHECK(before[0] > 8);
  for (int i = 0; i < 1000; ++i) REQUIRE(labeler->label({textures[i % 3].name()}, {.timings = Timings::stages}));
  CHECK(count_objects() == before);
}

TEST_CASE_METHOD(GlFixture, "two Labelers, and one in another context, do not disturb one another", "[labeler]") {
  const host::Image image = draw({"##.#", "...#", "#.#."});
  const host::Image other = draw({"#.#", ".#.", "#.#"});
  const LabelImage expected = host::label_serial(image, Connectivity::eight, Foreground{});
  const LabelImage other_expected = host::label_serial(other, Connectivity::eight, Foreground{});
  const Result<host::Texture> texture = host::upload(image);
  const Result<host::Texture> other_texture = host::upload(other);
  Result<Labeler> first = Labeler::create();
  Result<Labeler> second = Labeler::create(Engine::raster_paper);
  REQUIRE((texture && other_texture && first && second));
  REQUIRE(first->label({texture->name()}));
  REQUIRE(second->label({other_texture->name()}));
  {
    Result<host::HeadlessContext> context = host::HeadlessContext::create();
    REQUIRE(context);
    Result<Labeler> third = Labeler::create();
    const Result<host::Texture> third_texture = host::upload(other);
    REQUIRE((third && third_texture));
    REQUIRE(third->label({third_texture->name()}));
    CHECK(*third->readback() == other_expected);
  }
  make_current();
  CHECK(*first->readback() == expected);
  CHECK(*second->readback() == other_expected);
}

}  // namespace glccl::tests
