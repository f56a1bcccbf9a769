// Sources that shaders cannot read where they are, and attachments of framebuffers: labeled as their texels, the
// caller's state and objects as they were; or refused in one sentence.
#include <GL/glew.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

constexpr Extent object_extent{61, 38};

struct RenderbufferKind {
  static constexpr gl::Sharing sharing = gl::Sharing::shared;
  static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
using Renderbuffer = gl::Object<RenderbufferKind>;

Renderbuffer make_renderbuffer(GLenum format, int samples = 0, Extent size = object_extent) {
  GLuint name = 0;
  glCreateRenderbuffers(1, &name);
  glNamedRenderbufferStorageMultisample(name, samples, format, size.width, size.height);
  return Renderbuffer(name);
}

host::Image object_noise(int seed) {
  host::GenerateOptions options;
  options.seed = static_cast<std::uint32_t>(seed);
  return make_image("noise", object_extent, options);  // u8
}

void upload(GLuint texture, const host::Image& image, int level = 0) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture, level, 0, 0, image.extent.width, image.extent.height, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                      image.bytes.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void upload_layer(GLuint texture, int layer, const host::Image& image) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage3D(texture, 0, 0, 0, layer, image.extent.width, image.extent.height, 1, GL_RED_INTEGER,
                      GL_UNSIGNED_BYTE, image.bytes.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

/// The state that copies use, as the caller has it.
struct CallerState {
  std::array<GLint, 6> values{};
  static CallerState now() {
    CallerState found;
    glActiveTexture(GL_TEXTURE1);
    glGetIntegerv(GL_TEXTURE_BINDING_2D_MULTISAMPLE, &found.values[0]);
    glGetIntegerv(GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, &found.values[1]);
    glGetIntegerv(GL_CURRENT_PROGRAM, &found.values[2]);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &found.values[3]);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &found.values[4]);
    found.values[5] = glIsEnabled(GL_SCISSOR_TEST) + 2 * glIsEnabled(GL_FRAMEBUFFER_SRGB);
    return found;
  }
  friend bool operator==(const CallerState&, const CallerState&) = default;
};

/// Clears the parts of a framebuffer's attachment 0 that lie in runs of an image, so that multisampled targets have the
/// image in all of their samples.
void draw_image(GLuint framebuffer, const host::Image& image) {
  constexpr std::array<GLuint, 4> zero{};
  constexpr std::array<GLuint, 4> one{1, 1, 1, 1};
  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  glClearNamedFramebufferuiv(framebuffer, GL_COLOR, 0, zero.data());
  glEnable(GL_SCISSOR_TEST);
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      if (image.bytes[static_cast<std::size_t>(y * image.extent.width + x)] == 0) continue;
      glScissor(x, y, 1, 1);
      glClearNamedFramebufferuiv(framebuffer, GL_COLOR, 0, one.data());
    }
  }
  glDisable(GL_SCISSOR_TEST);
}

gl::Framebuffer framebuffer_of(GLenum point, GLuint texture, int level = 0) {
  gl::Framebuffer made = gl::make_framebuffer();
  glNamedFramebufferTexture(made.name(), point, texture, level);
  return made;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "label() reads renderbuffers and attachments of framebuffers",
                 "[engine][slow][source][state]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const int samples = GENERATE(0, 4);
  CAPTURE(samples);
  const host::Image image = object_noise(1);
  const LabelImage expected = reference_labels(image);
  const Renderbuffer renderbuffer = make_renderbuffer(GL_R8UI, samples);
  const gl::Framebuffer framebuffer = gl::make_framebuffer();
  glNamedFramebufferRenderbuffer(framebuffer.name(), GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, renderbuffer.name());
  const GLenum buffers[] = {GL_COLOR_ATTACHMENT1};
  glNamedFramebufferDrawBuffers(framebuffer.name(), 1, buffers);
  draw_image(framebuffer.name(), image);
  const CallerState before = CallerState::now();
  const Source sources[] = {{.renderbuffer = renderbuffer.name()},
                            {.framebuffer = framebuffer.name(), .attachment = GL_COLOR_ATTACHMENT1}};
  for (const Source& source : sources) {
    const Result<Labels> labels = labeler().label({source});
    REQUIRE(labels);
    CHECK(first_difference(*labeler().readback(), expected) == "");
    Source part = source;
    part.rectangle = Rectangle{5, 7, 50, 31};
    REQUIRE(labeler().label({part}));
    const ImageView view{image.bytes.data() + 7 * object_extent.width + 5,
                         PixelFormat::u8,
                         {45, 24},
                         static_cast<std::size_t>(object_extent.width)};
    CHECK(first_difference(*labeler().readback(), reference_labels(view)) == "");
  }
  CHECK(CallerState::now() == before);
}

TEST_CASE_METHOD(GlFixture, "label() reads what is attached to a framebuffer where it lies", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = object_noise(2);
  const LabelImage expected = reference_labels(image);
  const gl::Texture levels =
      make_texture(GL_TEXTURE_2D, GL_R8UI, {2 * object_extent.width, 2 * object_extent.height}, 2);
  upload(levels.name(), image, 1);
  const gl::Texture array = make_texture(GL_TEXTURE_2D_ARRAY, GL_R8UI, object_extent);
  upload_layer(array.name(), 2, image);
  const gl::Texture volume = make_texture(GL_TEXTURE_3D, GL_R8UI, object_extent);
  upload_layer(volume.name(), 1, image);
  const gl::Framebuffer of_level = framebuffer_of(GL_COLOR_ATTACHMENT0, levels.name(), 1);
  const gl::Framebuffer of_layer = gl::make_framebuffer();
  glNamedFramebufferTextureLayer(of_layer.name(), GL_COLOR_ATTACHMENT0, array.name(), 0, 2);
  const gl::Framebuffer of_slice = gl::make_framebuffer();
  glNamedFramebufferTextureLayer(of_slice.name(), GL_COLOR_ATTACHMENT0, volume.name(), 0, 1);
  for (const GLuint framebuffer : {of_level.name(), of_layer.name(), of_slice.name()}) {
    CAPTURE(framebuffer);
    REQUIRE(labeler().label({{.framebuffer = framebuffer}}));
    CHECK(first_difference(*labeler().readback(), expected) == "");
  }
}

TEST_CASE_METHOD(GlFixture, "label() reads depth and stencil of renderbuffers", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const int samples = GENERATE(0, 4);
  const GLenum format = GENERATE(GLenum{GL_DEPTH24_STENCIL8}, GLenum{GL_DEPTH32F_STENCIL8});
  CAPTURE(samples, format);
  const Renderbuffer renderbuffer = make_renderbuffer(format, samples, {6, 2});
  const gl::Framebuffer framebuffer = gl::make_framebuffer();
  glNamedFramebufferRenderbuffer(framebuffer.name(), GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer.name());
  glClearNamedFramebufferfi(framebuffer.name(), GL_DEPTH_STENCIL, 0, 1.0F, 0);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 2, 2);
  glClearNamedFramebufferfi(framebuffer.name(), GL_DEPTH_STENCIL, 0, 0.25F, 3);
  glScissor(4, 0, 1, 2);
  glClearNamedFramebufferfi(framebuffer.name(), GL_DEPTH_STENCIL, 0, 0.25F, 7);
  glDisable(GL_SCISSOR_TEST);
  const std::vector<std::uint32_t> both = {1, 1, 0, 0, 2, 0, 1, 1, 0, 0, 2, 0};
  const Foreground near{.low = -1.0, .high = 0.5};
  REQUIRE(labeler().label({{.renderbuffer = renderbuffer.name()}}, {.criterion = near}));
  CHECK(labeler().readback()->values == both);
  REQUIRE(
      labeler().label({{.framebuffer = framebuffer.name(), .attachment = GL_DEPTH_ATTACHMENT}}, {.criterion = near}));
  CHECK(labeler().readback()->values == both);
  REQUIRE(labeler().label({{.framebuffer = framebuffer.name(), .attachment = GL_STENCIL_ATTACHMENT}},
                          {.criterion = Equal{PixelValue{7.0}}}));
  CHECK(labeler().readback()->values == std::vector<std::uint32_t>{1, 1, 2, 2, 0, 3, 1, 1, 2, 2, 0, 3});
}

TEST_CASE_METHOD(GlFixture, "label() takes sample 0 of multisampled images, or their average where it is asked for",
                 "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture texture = make_texture(GL_TEXTURE_2D_MULTISAMPLE, GL_R8, {3, 1});
  const gl::Framebuffer framebuffer = framebuffer_of(GL_COLOR_ATTACHMENT0, texture.name());
  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  // Sample 0 of the middle pixel is black, the others white; all of the last pixel are white.
  const auto clear_to = [](float value, GLbitfield samples, int x, int width) {
    (void)samples;
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, 0, width, 1);
    const std::array<float, 4> color{value, value, value, value};
    glClearBufferfv(GL_COLOR, 0, color.data());
    glDisable(GL_SCISSOR_TEST);
  };
  clear_to(0.0F, ~0U, 0, 3);
  clear_to(1.0F, ~0U, 2, 1);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before));
  REQUIRE(labeler().label({{.texture = texture.name()}}));
  CHECK(labeler().readback()->values == std::vector<std::uint32_t>{0, 0, 1});
  REQUIRE(labeler().label({{.texture = texture.name(), .samples = Samples::average}}));
  CHECK(labeler().readback()->values == std::vector<std::uint32_t>{0, 0, 1});
  const gl::Texture ids = make_texture(GL_TEXTURE_2D_MULTISAMPLE, GL_R32UI, {3, 1});
  const Result<Labels> refused = labeler().label({{.texture = ids.name(), .samples = Samples::average}});
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, contains("GL_R32UI, whose average is no value that was drawn"));
}

TEST_CASE_METHOD(GlFixture, "label() reads rectangles, faces, swizzles and base levels through a copy",
                 "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = object_noise(3);
  const LabelImage expected = reference_labels(image);
  const gl::Texture rectangle = make_texture(GL_TEXTURE_RECTANGLE, GL_R8UI, object_extent);
  upload(rectangle.name(), image);
  const gl::Texture swizzled = make_texture(GL_TEXTURE_2D, GL_R8UI, object_extent);
  upload(swizzled.name(), image);
  glTextureParameteri(swizzled.name(), GL_TEXTURE_SWIZZLE_R, GL_ONE);
  const gl::Texture harmless = make_texture(GL_TEXTURE_2D, GL_R8UI, object_extent);
  upload(harmless.name(), image);
  glTextureParameteri(harmless.name(), GL_TEXTURE_SWIZZLE_G, GL_RED);
  const gl::Texture based =
      make_texture(GL_TEXTURE_2D, GL_R8UI, {2 * object_extent.width, 2 * object_extent.height}, 2);
  upload(based.name(), image, 1);
  glTextureParameteri(based.name(), GL_TEXTURE_BASE_LEVEL, 1);
  for (const Source& source :
       {Source{rectangle.name()}, Source{swizzled.name()}, Source{harmless.name()}, Source{based.name(), 1}}) {
    CAPTURE(source.texture);
    REQUIRE(labeler().label({source}));
    CHECK(first_difference(*labeler().readback(), expected) == "");
  }
  const host::Image square = make_image("noise", {24, 24});
  const gl::Texture cube = make_texture(GL_TEXTURE_CUBE_MAP, GL_R8UI, {24, 24});
  upload_layer(cube.name(), 4, square);
  REQUIRE(labeler().label({{cube.name(), 0, 4}}));
  CHECK(first_difference(*labeler().readback(), reference_labels(square)) == "");
  const Result<Labels> seventh = labeler().label({{cube.name(), 0, 6}});
  REQUIRE_FALSE(seventh);
  CHECK_THAT(seventh.error().message, contains("no layer 6: it has 6"));
}

TEST_CASE_METHOD(GlFixture, "label() reads textures of unsized formats", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  struct Unsized {
    GLenum format;
    GLenum transfer;
    std::size_t channels;
  };
  const host::Image image = object_noise(4);
  const LabelImage expected = reference_labels(image);
  for (const Unsized& one : {Unsized{GL_RGBA, GL_RGBA, 4}, Unsized{GL_RGB, GL_RGB, 3}, Unsized{GL_RG, GL_RG, 2},
                             Unsized{GL_RED, GL_RED, 1}, Unsized{GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, 1}}) {
    CAPTURE(one.format);
    std::vector<float> values;
    for (const std::uint8_t byte : image.bytes) values.insert(values.end(), one.channels, byte == 0 ? 0.0F : 1.0F);
    GLuint name = 0;
    glGenTextures(1, &name);
    const gl::Texture texture(name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(one.format), object_extent.width, object_extent.height, 0,
                 one.transfer, GL_FLOAT, values.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    REQUIRE(labeler().label(name));
    CHECK(first_difference(*labeler().readback(), expected) == "");
    REQUIRE(labeler().label({{name}}, {.criterion = Foreground{.channel = Channel::any}}));
    CHECK(first_difference(*labeler().readback(), expected) == "");
    glTextureParameteri(name, GL_TEXTURE_SWIZZLE_R, GL_ONE);
    REQUIRE(labeler().label(name));
    CHECK(first_difference(*labeler().readback(), expected) == "");
  }
}

TEST_CASE_METHOD(GlFixture, "label() keeps the memory of copies and counts it", "[engine][source]") {
  engine_ = Engine::compute;
  Result<Labeler> fresh = Labeler::create(Engine::compute);
  REQUIRE(fresh);
  const gl::Texture plain = make_texture(GL_TEXTURE_2D, GL_R8UI, {64, 32});
  const Renderbuffer renderbuffer = make_renderbuffer(GL_R8UI, 0, {64, 32});
  REQUIRE(fresh->label(plain.name()));
  const std::int64_t without = fresh->scratch_bytes();
  REQUIRE(fresh->label({{.renderbuffer = renderbuffer.name()}}));
  CHECK(fresh->scratch_bytes() == without + 64 * 32);
  REQUIRE(fresh->label({{.renderbuffer = renderbuffer.name()}}));
  CHECK(fresh->scratch_bytes() == without + 64 * 32);
}

TEST_CASE_METHOD(GlFixture, "label() refuses images that are not there in one sentence, and leaves no GL error",
                 "[engine][source][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
  const gl::Texture other = make_texture(GL_TEXTURE_2D, GL_R8UI, {4, 4});
  const Renderbuffer renderbuffer = make_renderbuffer(GL_RGBA8, 0, {8, 8});
  GLuint empty_name = 0;
  glCreateRenderbuffers(1, &empty_name);
  const Renderbuffer empty(empty_name);
  const gl::Framebuffer complete = framebuffer_of(GL_COLOR_ATTACHMENT2, texture.name());
  const gl::Framebuffer nothing = gl::make_framebuffer();
  const gl::Framebuffer layers = framebuffer_of(GL_COLOR_ATTACHMENT0, other.name());
  GLuint deleted = gl::make_framebuffer().name();
  struct Bad {
    const char* name;
    Source source;
    const char* message_part;
  };
  const Bad cases[] = {
      {"two objects", {.texture = texture.name(), .renderbuffer = renderbuffer.name()}, "name one of them"},
      {"no renderbuffer", {.renderbuffer = 4000000}, "renderbuffer 4000000 does not exist"},
      {"a renderbuffer without storage", {.renderbuffer = empty.name()}, "has no storage"},
      {"a layer of a renderbuffer", {.layer = 1, .renderbuffer = renderbuffer.name()}, "neither levels nor layers"},
      {"outside of a renderbuffer",
       {.rectangle = Rectangle{0, 0, 9, 8}, .renderbuffer = renderbuffer.name()},
       "not inside"},
      {"a deleted framebuffer", {.framebuffer = deleted}, "does not exist"},
      {"an incomplete framebuffer",
       {.framebuffer = nothing.name()},
       "is incomplete (GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)"},
      {"nothing attached",
       {.framebuffer = complete.name(), .attachment = GL_DEPTH_ATTACHMENT},
       "has no image at GL_DEPTH_ATTACHMENT: it has GL_COLOR_ATTACHMENT2"},
      {"no attachment point", {.framebuffer = complete.name(), .attachment = 7}, "the attachment is 7: framebuffer"},
      {"a level of an attachment", {.level = 1, .framebuffer = layers.name()}, "level 1 of an attachment"},
      {"no default framebuffer", {.rectangle = Rectangle{0, 0, 1, 1}, .attachment = GL_BACK}, "no default framebuffer"},
      {"samples", {.texture = texture.name(), .samples = static_cast<Samples>(2)}, "samples is 2"},
  };
  for (const Bad& one : cases) {
    CAPTURE(one.name);
    const Result<Labels> labels = labeler().label({one.source});
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains(one.message_part));
    CHECK(labels.error().message.find('\n') == std::string::npos);
  }
  forgive_driver_messages();  // Mesa tells why the framebuffer is incomplete
}

}  // namespace glccl::tests
