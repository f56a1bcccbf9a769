#include "tests/support/gl/gl_fixture.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "glccl/host/context.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {

struct GlSession {
  explicit GlSession(host::Profile profile) {
    auto made = host::HeadlessContext::create({.device = -1, .debug = true, .profile = profile});
    if (!made) {
      problem = made.error().message;
      return;
    }
    context.emplace(std::move(*made));
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(&GlSession::receive, this);
  }

  /// Labelers end in their own context.
  ~GlSession() {
    if (context && context->make_current()) labelers.clear();
  }
  GlSession(const GlSession&) = delete;
  GlSession& operator=(const GlSession&) = delete;

  /// NVIDIA's note that it compiles a variant of a shader at its first use. Programs are linked under the state of
  /// their pass, which avoids these notes; but with a warm shader cache on disk the driver still notes one for
  /// update_column.
  static constexpr GLuint nvidia_shader_variant = 131218;

  static void GLAPIENTRY receive(GLenum, GLenum type, GLuint id, GLenum severity, GLsizei, const GLchar* message,
                                 const void* session) {
    if (type == GL_DEBUG_TYPE_PERFORMANCE && id == nvidia_shader_variant) return;
    if (type == GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR) return;  // tests of compatibility contexts do this on purpose
    if (severity != GL_DEBUG_SEVERITY_HIGH && severity != GL_DEBUG_SEVERITY_MEDIUM) return;
    static_cast<GlSession*>(const_cast<void*>(session))->messages.emplace_back(message);
  }

  std::string problem;
  std::optional<host::HeadlessContext> context;
  std::map<Engine, Labeler> labelers;
  std::vector<std::string> messages;
};

namespace {

GlSession& session_of(host::Profile profile) {
  if (profile == host::Profile::compatibility) {
    static GlSession compatibility(profile);
    return compatibility;
  }
  static GlSession core(profile);
  return core;
}

/// Puts back what a draw call of a test depends on: tests with StatePolicy::clobber leave it to the next one.
void reset_drawing() {
  glUseProgram(0);
  glBindVertexArray(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  for (const GLenum capability : {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST}) glDisable(capability);
}

}  // namespace

std::string GlFixture::problem(host::Profile profile) { return session_of(profile).problem; }

GlFixture::GlFixture(host::Profile profile) : session_(session_of(profile)) {
  INFO(session_.problem);
  REQUIRE(session_.context.has_value());
  make_current();
  reset_drawing();
  session_.messages.clear();
}

GlFixture::~GlFixture() {
  CHECK(glGetError() == static_cast<GLenum>(GL_NO_ERROR));
  for (const std::string& message : session_.messages) FAIL_CHECK("the driver says: " + message);
}

void GlFixture::make_current() { REQUIRE(session_.context->make_current()); }

void GlFixture::forgive_driver_messages() { session_.messages.clear(); }

Labeler& GlFixture::labeler(Engine engine) {
  auto& labelers = session_.labelers;
  auto found = labelers.find(engine);
  if (found == labelers.end()) {
    Result<Labeler> made = Labeler::create(engine);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    found = labelers.emplace(engine, std::move(*made)).first;
  }
  return found->second;
}

LabelImage GlFixture::label(const host::Image& image, const LabelingSpec& spec, const Outputs& output) {
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  INFO((texture ? "" : texture.error().message));
  REQUIRE(texture);
  const Result<Labels> labels = labeler().label(texture->name(), spec, output);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  REQUIRE(labels->extent == image.extent);
  Result<LabelImage> result = labeler().readback();
  REQUIRE(result);
  return *std::move(result);
}

LabeledImage GlFixture::label_and_measure(const host::Image& image, const LabelingSpec& spec, Outputs output) {
  output.table_rows = static_cast<std::uint32_t>(std::min<std::int64_t>(image.extent.elements(), 1 << 20));
  LabeledImage labeled{label(image, spec, output), {}};
  Result<std::vector<Component>> components = labeler().readback_components();
  INFO((components ? "" : components.error().message));
  REQUIRE(components);
  labeled.components = *std::move(components);
  return labeled;
}

}  // namespace glccl::tests
