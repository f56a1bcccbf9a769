// A Labeler and contexts that are not its own: calls are refused, and objects of the same names there stay; in contexts
// that share objects with it its own are deleted.
#include <GL/glew.h>

#include <optional>
#include <string>
#include <vector>

#include "glccl/glccl.h"
#include "glccl/host/context.hpp"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "host/gl/egl_devices.hpp"
#include "tests/gl/making_calls.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
#include "tests/support/gl/textures.hpp"

namespace glccl::tests {
namespace {

host::HeadlessContext make_context() {
  Result<host::HeadlessContext> context = host::HeadlessContext::create();
  REQUIRE(context);
  return *std::move(context);
}

/// Makes objects of every kind with the first names of the current context, which a Labeler of another context has too.
void occupy_names() {
  constexpr GLsizei count = 200;
  std::vector<GLuint> names(count);
  glCreateTextures(GL_TEXTURE_2D, count, names.data());
  glCreateBuffers(count, names.data());
  glCreateFramebuffers(count, names.data());
  glCreateVertexArrays(count, names.data());
  glCreateSamplers(count, names.data());
  glCreateQueries(GL_TIMESTAMP, count, names.data());
  glCreateTransformFeedbacks(count, names.data());
  for (GLsizei i = 0; i < count; ++i) glCreateProgram();
}

/// Objects that each context of a share group has for itself, of every kind, with the first names.
void occupy_own_names() {
  constexpr GLsizei count = 200;
  std::vector<GLuint> names(count);
  glCreateFramebuffers(count, names.data());
  glCreateVertexArrays(count, names.data());
  glCreateQueries(GL_TIMESTAMP, count, names.data());
  glCreateTransformFeedbacks(count, names.data());
}

/// The number of these objects, of each kind.
std::vector<int> count_own_objects() {
  std::vector<int> counts(4);
  for (GLuint name = 1; name < 20000; ++name) {
    counts[0] += glIsFramebuffer(name);
    counts[1] += glIsVertexArray(name);
    counts[2] += glIsQuery(name);
    counts[3] += glIsTransformFeedback(name);
  }
  return counts;
}

/// While it lives, a context is current that shares objects with the one before, and that is current again afterwards.
class SharingContext {
 public:
  SharingContext() {
    const EGLDisplay display = eglGetCurrentDisplay();
    EGLint id = 0;
    eglBindAPI(EGL_OPENGL_API);
    eglQueryContext(display, eglGetCurrentContext(), EGL_CONFIG_ID, &id);
    EGLConfig config = nullptr;
    EGLint count = 0;
    const EGLint by_id[] = {EGL_CONFIG_ID, id, EGL_NONE};
    eglChooseConfig(display, by_id, &config, 1, &count);
    const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, eglGetCurrentContext(), core);
    REQUIRE(context != EGL_NO_CONTEXT);
    owned_.emplace(display, context, EGL_NO_SURFACE);
    REQUIRE(owned_->make_current());
  }

 private:
  host::egl::KeepCurrent keep_;  // ends last
  std::optional<host::egl::OwnedContext> owned_;
};

/// A Labeler that has labeled with everything it can make.
Labeler make_used_labeler(GLuint source) {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  Result<Labeler> labeler = Labeler::create(engine);
  REQUIRE(labeler);
  REQUIRE(labeler->label(source, {}, {.table_rows = 9, .timing = TimingDetail::passes}));
  return *std::move(labeler);
}

/// Checks that every call fails with these words, and does nothing.
void check_refused(Labeler& labeler, GLuint source, const std::string& words) {
  const Inputs any{{source}};
  const auto says = [&](const auto& result) { return result ? std::string() : result.error().message; };
  CHECK_THAT(says(labeler.check_context()), contains(words));
  CHECK_THAT(says(labeler.label(any)), contains(words));
  CHECK_THAT(says(labeler.prepare({PixelFormat::u8}, {8, 8})), contains(words));
  CHECK_THAT(says(labeler.readback()), contains(words));
  CHECK_THAT(says(labeler.readback_components()), contains(words));
  CHECK_THAT(says(labeler.step(any, {}, {}, 1)), contains(words));
  CHECK(labeler.poll());
  CHECK_THAT(says(labeler.times()), contains(words));
  CHECK_THAT(says(labeler.wait()), contains(words));
  CHECK(labeler.scratch_bytes() == 0);
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "calls in another context are refused and leave it alone",
                 "[engine][contexts][bad-input]") {
  host::HeadlessContext own = make_context();
  {
    const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
    Labeler labeler = make_used_labeler(source.name());
    host::HeadlessContext other = make_context();
    occupy_names();
    const std::vector<int> objects = count_objects();
    const Snapshot state = snapshot();
    check_refused(labeler, source.name(), "another OpenGL context is current");
    CHECK(count_objects() == objects);
    CHECK(snapshot() == state);
    host::egl::release_current();
    check_refused(labeler, source.name(), "another OpenGL context is current, or none");
    REQUIRE(own.make_current());
    CHECK(labeler.label(source.name()));
    CHECK(labeler.readback());
  }
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
}

TEST_CASE_METHOD(GlFixture, "a Labeler that ends in another context deletes nothing there", "[engine][contexts]") {
  host::HeadlessContext own = make_context();
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
  std::optional<Labeler> ended = make_used_labeler(source.name());
  std::optional<Labeler> replaced = make_used_labeler(source.name());
  {
    host::HeadlessContext other = make_context();
    occupy_names();
    const std::vector<int> objects = count_objects();
    ended.reset();
    CHECK(count_objects() == objects);
    Result<Labeler> here = Labeler::create(Engine::compute);
    REQUIRE(here);
    const std::vector<int> objects_with_labeler = count_objects();
    *replaced = *std::move(here);
    CHECK(count_objects() == objects_with_labeler);
    CHECK(replaced->label(make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20}).name()));
    replaced.reset();
    CHECK(count_objects() == objects);
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
  }
  REQUIRE(own.make_current());
}

TEST_CASE_METHOD(GlFixture, "a Labeler may outlive its context", "[engine][contexts]") {
  std::optional<host::HeadlessContext> own = make_context();
  std::optional<Labeler> labeler = make_used_labeler(make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20}).name());
  own.reset();
  check_refused(*labeler, 1, "or none");
  make_current();
  check_refused(*labeler, 1, "another OpenGL context is current");
  const std::vector<int> objects = count_objects();
  labeler.reset();
  CHECK(count_objects() == objects);
}

TEST_CASE_METHOD(GlFixture, "calls in a context that shares objects are refused, and results can be read there",
                 "[engine][contexts][bad-input]") {
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
  Labeler labeler = make_used_labeler(source.name());
  const Result<Labels> labels = labeler.label(source.name());
  REQUIRE(labels);
  glFinish();
  {
    const SharingContext sharing;
    CHECK(glIsTexture(labels->texture) == GL_TRUE);
    check_refused(labeler, source.name(), "another OpenGL context is current");
  }
  make_current();
  CHECK(labeler.label(source.name()));
}

TEST_CASE_METHOD(GlFixture, "what ends in a context that shares objects gives its memory back", "[engine][contexts]") {
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
  const std::vector<int> before = count_objects();
  GLuint held = 0;
  {
    std::optional<Labeler> labeler = make_used_labeler(source.name());
    std::optional<Tracker> tracker = *Tracker::create({20, 20}, {.id_labels = true});
    std::optional<Regions> regions = *Regions::create({20, 20}, {.max_seeds = 1, .selection_mask = true});
    const Result<Labels> labels = labeler->label(source.name(), {}, {.table_rows = 9});
    REQUIRE(labels);
    REQUIRE(tracker->track(*labels));
    held = labels->texture;
    glBindTextureUnit(3, held);
    glFinish();
    const SharingContext sharing;
    occupy_own_names();
    const std::vector<int> own_objects = count_own_objects();
    labeler.reset();
    tracker.reset();
    regions.reset();
    CHECK(count_own_objects() == own_objects);
    CHECK(glIsTexture(held) == GL_FALSE);
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
  }
  make_current();
  const std::vector<int> after = count_objects();
  for (const std::size_t kind : {0U, 3U, 4U}) {  // textures, programs, buffers
    CAPTURE(kind);
    // A program that another test has deleted may have lived until now, in use by a state object of that test.
    CHECK(after[kind] <= before[kind]);
  }
  glBindTextureUnit(3, 0);
}

TEST_CASE_METHOD(GlFixture, "programs of a Labeler that ends in another context stay for the others",
                 "[engine][contexts][programs]") {
  host::HeadlessContext own = make_context();
  {
    const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
    constexpr GLuint value = 9;
    glClearTexImage(source.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &value);
    const Engine engine = GENERATE(Engine::raster, Engine::compute);
    const auto make = [&] {
      Result<Labeler> made = Labeler::create({engine, get_counted_function});
      REQUIRE(made);
      REQUIRE(made->label(source.name()));
      return std::optional(*std::move(made));
    };
    std::optional<Labeler> sharing_end = make();
    std::optional<Labeler> foreign_end = make();
    std::optional<Labeler> last = make();
    glFinish();
    {
      const SharingContext sharing;
      sharing_end.reset();
    }
    {
      const host::HeadlessContext other = make_context();
      foreign_end.reset();
    }
    REQUIRE(own.make_current());
    const MakingCalls calls;
    REQUIRE(last->label(source.name()));
    CHECK(last->readback()->values == std::vector<std::uint32_t>(400, 1));
    CHECK(calls.compiled() == 0);
    const std::vector<int> objects = count_objects();
    last.reset();
    CHECK(count_objects()[3] < objects[3]);  // programs
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
  }
}

TEST_CASE_METHOD(GlFixture, "a Labeler that was moved from fails in every call", "[engine][contexts][bad-input]") {
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
  Labeler first = make_used_labeler(source.name());
  Labeler second = std::move(first);
  check_refused(first, source.name(), "was moved from");
  CHECK(first.engine() == Engine::automatic);
  CHECK(second.label(source.name()));
  first = std::move(second);
  CHECK(first.label(source.name()));
  check_refused(second, source.name(), "was moved from");
  Result<Labeler> third = Labeler::create(Engine::compute);
  REQUIRE(third);
  *third = std::move(first);
  check_refused(first, source.name(), "was moved from");
  first = *std::move(third);
  Labeler& itself = first;
  first = std::move(itself);
  CHECK(first.label(source.name()));
}

TEST_CASE_METHOD(GlFixture, "every function of C is refused in another context", "[engine][contexts][bad-input]") {
  host::HeadlessContext own = make_context();
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {20, 20});
  const glccl_inputs inputs = glccl_inputs_of(texture.name());
  const glccl_input_formats formats = glccl_formats_of(GL_R8UI);
  glccl_labeler* labeler = nullptr;
  glccl_error error;
  REQUIRE(glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &labeler, &error) == GLCCL_OK);
  REQUIRE(glccl_label(labeler, &inputs, nullptr, nullptr, nullptr, &error) == GLCCL_OK);
  {
    host::HeadlessContext other = make_context();
    occupy_names();
    const std::vector<int> objects = count_objects();
    std::int32_t number = 7;
    std::uint32_t values[400];
    std::size_t size = 7;
    glccl_step step;
    const glccl_error_code codes[] = {
        glccl_label(labeler, &inputs, nullptr, nullptr, nullptr, nullptr),
        glccl_prepare(labeler, &formats, {8, 8, 1}, nullptr, nullptr, nullptr),
        glccl_engine_of(labeler, &number, nullptr),
        glccl_poll(labeler, &number, nullptr),
        glccl_readback_labels(labeler, values, 400, nullptr, nullptr),
        glccl_readback_components(labeler, nullptr, 0, &size, nullptr),
        glccl_times(labeler, nullptr, 0, &size, nullptr),
        glccl_run_step(labeler, &inputs, nullptr, nullptr, 1, &step, &error),
    };
    for (const glccl_error_code code : codes) CHECK(code == GLCCL_ERROR_INVALID_ARGUMENT);
    CHECK_THAT(std::string(error.message), contains("another OpenGL context"));
    CHECK(number == 7);
    CHECK(size == 7);
    glccl_labeler_destroy(labeler);
    CHECK(count_objects() == objects);
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
  }
  REQUIRE(own.make_current());
}

}  // namespace glccl::tests
