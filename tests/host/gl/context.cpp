// Contexts, textures and the scene. Each case makes contexts of its own and leaves the thread's current one as it was.
#include "glccl/host/context.hpp"

#include <EGL/egl.h>
#include <GL/glew.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/scene.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/host/window.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

using namespace glccl;
using namespace glccl::host;
using glccl::tests::contains;

namespace {

// Restores the current context at the end of its lifetime.
class RestoreCurrent {
 public:
  RestoreCurrent() = default;
  RestoreCurrent(const RestoreCurrent&) = delete;
  RestoreCurrent& operator=(const RestoreCurrent&) = delete;
  ~RestoreCurrent() {
    if (context_ != EGL_NO_CONTEXT) eglMakeCurrent(display_, draw_, read_, context_);
  }

 private:
  EGLDisplay display_ = eglGetCurrentDisplay();
  EGLContext context_ = eglGetCurrentContext();
  EGLSurface draw_ = eglGetCurrentSurface(EGL_DRAW);
  EGLSurface read_ = eglGetCurrentSurface(EGL_READ);
};

// Removes a variable from the environment for its lifetime.
class WithoutVariable {
 public:
  explicit WithoutVariable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) value_ = value;
    unsetenv(name);
  }
  WithoutVariable(const WithoutVariable&) = delete;
  WithoutVariable& operator=(const WithoutVariable&) = delete;
  ~WithoutVariable() {
    if (value_) setenv(name_, value_->c_str(), 1);
  }

 private:
  const char* name_;
  std::optional<std::string> value_;
};

HeadlessContext make_context(const ContextOptions& options = {}) {
  Result<HeadlessContext> context = HeadlessContext::create(options);
  INFO((context ? "" : context.error().message));
  REQUIRE(context);
  return std::move(*context);
}

// Pixels whose bytes follow from their position.
Image make_image(Extent extent, PixelFormat format) {
  Image image{extent, format, {}};
  image.bytes.resize(static_cast<std::size_t>(extent.elements()) * bytes_per_pixel(format));
  for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = static_cast<std::uint8_t>(i * 37 + 11);
  return image;
}

std::vector<std::uint8_t> read_texture(const OwnedTexture& texture, GLenum format, GLenum type, std::size_t bytes) {
  std::vector<std::uint8_t> pixels(bytes);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTextureImage(texture.name(), 0, format, type, static_cast<GLsizei>(bytes), pixels.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  return pixels;
}

GLint get_integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

}  // namespace

TEST_CASE("list_devices() finds a device that works and leaves no context behind", "[host][context]") {
  const RestoreCurrent restore;
  const EGLContext before = eglGetCurrentContext();
  const std::vector<EglDevice> devices = list_devices();
  CHECK(eglGetCurrentContext() == before);
  int usable = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    CHECK(devices[i].index == static_cast<int>(i));
    CHECK(devices[i].problem.empty() != devices[i].renderer.empty());
    if (devices[i].problem.empty()) ++usable;
  }
  CHECK(usable >= 1);
}

TEST_CASE("list_devices() leaves the current context current", "[host][context]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  const EGLContext before = eglGetCurrentContext();
  REQUIRE_FALSE(list_devices().empty());
  CHECK(eglGetCurrentContext() == before);
  CHECK_FALSE(describe_current_context().version.empty());
}

TEST_CASE("HeadlessContext is OpenGL 4.5 core", "[host][context]") {
  const RestoreCurrent restore;
  const bool debug = GENERATE(false, true);
  const HeadlessContext context = make_context({-1, debug});
  const ContextInfo info = describe_current_context();
  CHECK_FALSE(info.renderer.empty());
  CHECK(info.version >= "4.5");
  CHECK(info.max_texture_size >= 8192);
  CHECK((get_integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_CORE_PROFILE_BIT) != 0);
  CHECK(((get_integer(GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_DEBUG_BIT) != 0) == debug);
  CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("HeadlessContext::create() takes every usable device by its number", "[host][context]") {
  const RestoreCurrent restore;
  for (const EglDevice& device : list_devices()) {
    if (!device.problem.empty()) continue;
    const HeadlessContext context = make_context({device.index, false});
    CHECK(describe_current_context().renderer == device.renderer);
  }
}

TEST_CASE("headless contexts live side by side", "[host][context]") {
  const RestoreCurrent restore;
  HeadlessContext first = make_context();
  const EGLContext first_handle = eglGetCurrentContext();
  std::optional<HeadlessContext> second = make_context();
  const EGLContext second_handle = eglGetCurrentContext();
  CHECK(first_handle != second_handle);

  REQUIRE(first.make_current());
  CHECK(eglGetCurrentContext() == first_handle);
  Result<OwnedTexture> texture = upload(make_image({3, 2}, PixelFormat::rgba8).view());
  REQUIRE(texture);
  REQUIRE(second->make_current());
  CHECK(eglGetCurrentContext() == second_handle);

  second.reset();  // was current: nothing is afterwards, and the first one still works
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  REQUIRE(first.make_current());
  CHECK(download_rgba8(*texture) == make_image({3, 2}, PixelFormat::rgba8));
}

TEST_CASE("HeadlessContext::create() refuses a device that does not exist and changes nothing", "[host][context]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  const EGLContext before = eglGetCurrentContext();
  const int number = GENERATE(99, -2);
  Result<HeadlessContext> missing = HeadlessContext::create({number, false});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::no_device);
  CHECK_THAT(missing.error().message,
             contains("no device " + std::to_string(number) + ": this machine has devices 0 to "));
  CHECK(eglGetCurrentContext() == before);
}

TEST_CASE("WindowContext::create() refuses without a display", "[host][context]") {
  const RestoreCurrent restore;
  const WithoutVariable x11("DISPLAY");
  const WithoutVariable wayland("WAYLAND_DISPLAY");
  for (int attempt = 0; attempt < 2; ++attempt) {
    Result<WindowContext> window = WindowContext::create("glccl", {64, 64});
    REQUIRE_FALSE(window);
    CHECK(window.error().code == ErrorCode::no_device);
    CHECK_THAT(window.error().message, contains("DISPLAY"));
    CHECK(window.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("download_rgba8() returns the pixels that upload() took", "[host][texture]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  const Extent extent = GENERATE(Extent{3, 5}, Extent{1, 1}, Extent{1, 7}, Extent{129, 2});
  const Image image = make_image(extent, PixelFormat::rgba8);
  Result<OwnedTexture> texture = upload(image.view());
  REQUIRE(texture);
  CHECK(texture->extent() == extent);
  CHECK(download_rgba8(*texture) == image);
  CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("upload() makes integer textures of grey images", "[host][texture]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  const auto [format, internal_format, type] =
      GENERATE(std::array<GLenum, 3>{static_cast<GLenum>(PixelFormat::u8), GL_R8UI, GL_UNSIGNED_BYTE},
               std::array<GLenum, 3>{static_cast<GLenum>(PixelFormat::u16), GL_R16UI, GL_UNSIGNED_SHORT});
  const Image image = make_image({5, 3}, static_cast<PixelFormat>(format));
  Result<OwnedTexture> texture = upload(image.view());
  REQUIRE(texture);
  GLint value = 0;
  glGetTextureLevelParameteriv(texture->name(), 0, GL_TEXTURE_INTERNAL_FORMAT, &value);
  CHECK(static_cast<GLenum>(value) == internal_format);
  glGetTextureParameteriv(texture->name(), GL_TEXTURE_MIN_FILTER, &value);
  CHECK(value == GL_NEAREST);
  CHECK(read_texture(*texture, GL_RED_INTEGER, type, image.bytes.size()) == image.bytes);
}

TEST_CASE("transfers ignore pixel-store state and leave it as it is", "[host][texture]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  constexpr std::array<GLenum, 8> names = {GL_UNPACK_ALIGNMENT,  GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS,
                                           GL_UNPACK_SWAP_BYTES, GL_PACK_ALIGNMENT,    GL_PACK_ROW_LENGTH,
                                           GL_PACK_SKIP_PIXELS,  GL_PACK_SWAP_BYTES};
  constexpr std::array<GLint, 8> values = {8, 7, 2, 1, 2, 9, 1, 1};
  for (std::size_t i = 0; i < names.size(); ++i) glPixelStorei(names[i], values[i]);
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferStorage(buffer, 4096, nullptr, 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);

  const Image image = make_image({3, 5}, PixelFormat::rgba8);
  Result<OwnedTexture> texture = upload(image.view());
  REQUIRE(texture);
  CHECK(download_rgba8(*texture) == image);
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(get_integer(names[i]) == values[i]);
  CHECK(static_cast<GLuint>(get_integer(GL_PIXEL_UNPACK_BUFFER_BINDING)) == buffer);
  CHECK(static_cast<GLuint>(get_integer(GL_PIXEL_PACK_BUFFER_BINDING)) == buffer);
  glDeleteBuffers(1, &buffer);
}

TEST_CASE("upload() without a current context says so, and blames no limit", "[host][texture]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  REQUIRE(eglMakeCurrent(eglGetCurrentDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT) == EGL_TRUE);
  const Result<OwnedTexture> texture = upload(make_image({3, 2}, PixelFormat::u8).view());
  REQUIRE_FALSE(texture);
  CHECK(texture.error().code == ErrorCode::no_device);
  CHECK_THAT(texture.error().message, contains("no OpenGL context is current in this thread"));
}

TEST_CASE("upload() refuses images that cannot be textures", "[host][texture]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  const int limit = describe_current_context().max_texture_size;

  Result<OwnedTexture> large = upload(make_image({limit + 1, 1}, PixelFormat::u8).view());
  REQUIRE_FALSE(large);
  CHECK(large.error().code == ErrorCode::too_large);
  CHECK_THAT(large.error().message, contains(std::to_string(limit + 1) + "x1"));
  CHECK_THAT(large.error().message, contains("GL_MAX_TEXTURE_SIZE is " + std::to_string(limit)));
  CHECK_THAT(large.error().message, contains("the engine cpu-serial has no such limit"));

  Result<OwnedTexture> empty = upload(Image{}.view());
  REQUIRE_FALSE(empty);
  CHECK(empty.error().code == ErrorCode::invalid_argument);

  const Image image = make_image({4, 4}, PixelFormat::rgba8);
  struct RefusedView {
    const char* name;
    ImageView view;
    ErrorCode code;
    const char* part;
  };
  const std::vector<std::uint8_t> column(40000);
  const RefusedView refused[] = {
      {"rows too close", {image.bytes.data(), image.format, image.extent, 15}, ErrorCode::invalid_argument, "15 bytes"},
      {"no data", {nullptr, image.format, image.extent}, ErrorCode::invalid_argument, "has no data"},
      {"too many slices", {column.data(), image.format, {1, 1, 40000}}, ErrorCode::too_large, "GL_MAX_3D_TEXTURE_SIZE"},
      {"a depth format", {image.bytes.data(), PixelFormat::depth24, image.extent}, ErrorCode::unsupported, "depth24"},
  };
  for (const RefusedView& one : refused) {
    CAPTURE(one.name);
    const Result<OwnedTexture> texture = upload(one.view);
    REQUIRE_FALSE(texture);
    CHECK(texture.error().code == one.code);
    CHECK_THAT(texture.error().message, contains(one.part));
  }
}

TEST_CASE("draw_scene() draws opaque shapes on transparent black, the same for the same seed", "[host][scene]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  const auto draw = [](std::uint32_t seed, float time) {
    Result<OwnedTexture> texture = draw_scene({160, 90}, 60, seed, time);
    REQUIRE(texture);
    return download_rgba8(*texture);
  };
  const Image image = draw(7, 0.0F);
  int background = 0;
  int opaque = 0;
  for (std::size_t i = 0; i < image.bytes.size(); i += 4) {
    const std::array<std::uint8_t, 4> pixel = {image.bytes[i], image.bytes[i + 1], image.bytes[i + 2],
                                               image.bytes[i + 3]};
    if (pixel == std::array<std::uint8_t, 4>{}) ++background;
    if (pixel[3] == 255) ++opaque;
  }
  CHECK(background + opaque == 160 * 90);
  CHECK(background > 160 * 90 / 4);
  CHECK(opaque > 160 * 90 / 10);

  CHECK(draw(7, 0.0F) == image);
  CHECK_FALSE(draw(8, 0.0F) == image);
  CHECK_FALSE(draw(7, 2.0F) == image);
  CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("Scene::draw() draws the same moment again into one texture", "[host][scene]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  Result<Scene> scene = Scene::create({64, 48}, 20, 3);
  REQUIRE(scene);
  scene->draw(1.5F);
  const Image first = download_rgba8(scene->texture());
  scene->draw(4.0F);
  CHECK_FALSE(download_rgba8(scene->texture()) == first);
  scene->draw(1.5F);
  CHECK(download_rgba8(scene->texture()) == first);
}

TEST_CASE("draw_scene() takes 0 to 1000000 shapes", "[host][scene]") {
  const RestoreCurrent restore;
  const HeadlessContext context = make_context();
  Result<OwnedTexture> empty = draw_scene({4, 3}, 0, 1);
  REQUIRE(empty);
  CHECK(download_rgba8(*empty).bytes == std::vector<std::uint8_t>(4 * 3 * 4));

  for (const int shapes : {-1, 1'000'001}) {
    Result<OwnedTexture> wrong = draw_scene({4, 3}, shapes, 1);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().code == ErrorCode::invalid_argument);
    CHECK_THAT(wrong.error().message, contains(std::to_string(shapes) + " shapes"));
    CHECK_THAT(wrong.error().message, contains("0 to 1000000"));
  }
  CHECK_FALSE(draw_scene({0, 3}, 5, 1));
}
