// Objects that another context deletes while they are bound: label() leaves no GL error, and afterwards a binding is 0
// or what it was.
#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/gl/objects.hpp"
#include "host/gl/egl_devices.hpp"
#include "tests/gl/profiles.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

/// Runs `work` in a context of this profile that shares the objects of the current one, which is current again after
/// it.
void run_in_sharing_context(host::Profile profile, const std::function<void()>& work) {
  const host::egl::KeepCurrent keep;
  REQUIRE(eglBindAPI(EGL_OPENGL_API) == EGL_TRUE);
  const EGLDisplay display = eglGetCurrentDisplay();
  const EGLContext own = eglGetCurrentContext();
  std::array<EGLint, 3> config_id{EGL_CONFIG_ID, 0, EGL_NONE};
  REQUIRE(eglQueryContext(display, own, EGL_CONFIG_ID, &config_id[1]) == EGL_TRUE);
  EGLConfig config = nullptr;  // EGL_NO_CONFIG_KHR too
  EGLint count = 0;
  if (config_id[1] != 0) REQUIRE(eglChooseConfig(display, config_id.data(), &config, 1, &count) == EGL_TRUE);
  const std::array<EGLint, 7> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                         4,
                                         EGL_CONTEXT_MINOR_VERSION,
                                         5,
                                         EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                         profile == host::Profile::core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
                                                                        : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                                         EGL_NONE};
  const host::egl::OwnedContext sharing(display, eglCreateContext(display, config, own, attributes.data()),
                                        EGL_NO_SURFACE);
  REQUIRE_FALSE(sharing.empty());
  REQUIRE(sharing.make_current());
  work();
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
}

/// What a context may lose to another one, bound wherever the engines bind objects of their own, and where read-backs
/// do.
struct BoundNames {
  BoundNames() {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, GL_R32UI, 4, 4);
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &array);
    glTextureStorage3D(array, 1, GL_R32UI, 4, 4, 2);
    glCreateTextures(GL_TEXTURE_3D, 1, &volume);
    glTextureStorage3D(volume, 1, GL_R32UI, 4, 4, 4);
    glCreateSamplers(1, &sampler);
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, 1024, nullptr, 0);
    for (GLuint unit = 0; unit < hostile_texture_units; ++unit) {
      glBindTextureUnit(unit, texture);
      glBindTextureUnit(unit, array);
      glBindTextureUnit(unit, volume);
      glBindSampler(unit, sampler);
    }
    for (GLuint unit = 0; unit < hostile_image_units; ++unit) {
      glBindImageTexture(unit, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    }
    for (GLuint index = 0; index < hostile_storage_bindings; ++index) {
      glBindBufferRange(GL_SHADER_STORAGE_BUFFER, index, buffer, 0, index % 2 == 0 ? 1024 : 256);
    }
    bind_targets(buffer);
  }
  ~BoundNames() {
    glBindTextures(0, hostile_texture_units, nullptr);
    glBindSamplers(0, hostile_texture_units, nullptr);
    glBindImageTextures(0, hostile_image_units, nullptr);
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, hostile_storage_bindings, nullptr);
    bind_targets(0);
  }
  BoundNames(const BoundNames&) = delete;
  BoundNames& operator=(const BoundNames&) = delete;

  static void bind_targets(GLuint name) {
    for (const GLenum target : {GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER, GL_DRAW_INDIRECT_BUFFER, GL_QUERY_BUFFER,
                                GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER}) {
      glBindBuffer(target, name);
    }
    if (GLEW_ARB_indirect_parameters == GL_TRUE) glBindBuffer(GL_PARAMETER_BUFFER_ARB, name);
  }

  void remove() const {
    const std::array textures{texture, array, volume};
    glDeleteTextures(3, textures.data());
    glDeleteSamplers(1, &sampler);
    glDeleteBuffers(1, &buffer);
  }

  /// No object has the names, also none that a binding has made.
  bool are_gone() const {
    return glIsTexture(texture) == GL_FALSE && glIsTexture(array) == GL_FALSE && glIsTexture(volume) == GL_FALSE &&
           glIsSampler(sampler) == GL_FALSE && glIsBuffer(buffer) == GL_FALSE;
  }

  GLuint texture = 0;
  GLuint array = 0;
  GLuint volume = 0;
  GLuint sampler = 0;
  GLuint buffer = 0;
};

/// Checks that values beside names that are gone are what they were, or 0, and that all others are what they were. An
/// image unit without a texture has the format that the driver gives it.
void check_kept_or_gone(const Snapshot& before, const Snapshot& after, const BoundNames& names) {
  const std::array<double, 5> gone{double(names.texture), double(names.array), double(names.volume),
                                   double(names.sampler), double(names.buffer)};
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(before[i].first);
    std::vector<double> expected = before[i].second;
    if (std::ranges::find_first_of(expected, gone) != expected.end()) {
      for (std::size_t k = 0; k < expected.size(); ++k) {
        if (after[i].second[k] == 0.0) expected[k] = 0.0;
      }
      if (before[i].first.starts_with("image unit") && after[i].second.front() == 0.0) {
        expected.back() = after[i].second.back();
      }
    }
    CHECK(after[i].second == expected);
  }
}

/// Labels twice, the second time with a larger table, and reads everything back.
void label_and_read(Engine engine, GLuint source, Connectivity connectivity = Connectivity::eight) {
  Result<Labeler> labeler = Labeler::create(engine);
  REQUIRE(labeler);
  for (const std::uint32_t rows : {4U, 400U}) {
    REQUIRE(
        labeler->label(source, {.connectivity = connectivity}, {.table_rows = rows, .timing = TimingDetail::stages}));
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
  }
  CHECK(labeler->readback());
  CHECK(labeler->readback_components());
  CHECK_FALSE(labeler->times()->empty());
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
}

}  // namespace

TEMPLATE_TEST_CASE("label() leaves no error where another context has deleted what is bound", "[gl][state]",
                   CoreProfile, CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Engine engine = GENERATE(Engine::raster, Engine::raster_paper, Engine::compute);
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {40, 9});
  const gl::Texture volume = make_texture(GL_TEXTURE_3D, GL_R8UI, {40, 9}, 1, 3);
  const BoundNames names;
  run_in_sharing_context(TestType::profile, [&] { names.remove(); });
  REQUIRE(names.are_gone());
  const Snapshot before = snapshot();
  label_and_read(engine, source.name());
  if (engine == Engine::compute) label_and_read(engine, volume.name(), Connectivity::twenty_six);
  check_kept_or_gone(before, snapshot(), names);
  CHECK(names.are_gone());
}

// Drivers choose when they give a name again. In compatibility profiles the caller can.
TEST_CASE("label() leaves no error where another context has given a bound name to a 3-D texture", "[gl][state]") {
  if (skip_gently(GlFixture::problem(host::Profile::compatibility))) return;
  const GlFixture fixture(host::Profile::compatibility);
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {40, 9});
  const BoundNames names;
  run_in_sharing_context(host::Profile::compatibility, [&] {
    names.remove();
    glBindTexture(GL_TEXTURE_3D, names.texture);
  });
  const gl::Texture reused(names.texture);
  REQUIRE(glIsTexture(reused.name()) == GL_TRUE);
  label_and_read(engine, source.name());
}

}  // namespace glccl::tests
