// Labeler apart from its sources and its memory: results, times, steps, errors, several Labelers at once.
#include <GL/glew.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/program.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// A draw of ones into an R8UI texture that takes a GPU some milliseconds: every pixel runs a long loop.
class SlowDraw {
 public:
  explicit SlowDraw(GLuint texture) : framebuffer_(gl::make_framebuffer()), vertex_array_(gl::make_vertex_array()) {
    const std::vector<gl::ShaderFile> files = {
        {"v",
         "void main() { gl_Position = vec4(4.0 * float(gl_VertexID % 2) - 1.0, 4.0 * float(gl_VertexID / 2) - 1.0, "
         "0.0, "
         "1.0); }"},
        {"f",
         "layout(location = 0) uniform uint steps;\n"
         "layout(location = 0) out uint value;\n"
         "void main() {\n"
         "  uint noise = uint(gl_FragCoord.x) + 1u;\n"
         "  for (uint i = 0u; i < steps; ++i) noise = noise * 1664525u + 1013904223u;\n"
         "  value = noise == 0u ? 2u : 1u;\n"
         "}"}};
    auto built = gl::build_program(files, {"slow", "v", "f", {}});
    REQUIRE(built);
    program_ = *std::move(built);
    glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, texture, 0);
  }

  void draw() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glBindVertexArray(vertex_array_.name());
    glUseProgram(program_.name());
    glProgramUniform1ui(program_.name(), 0, host::describe_current_context().software ? 20000U : 20000000U);
    glViewport(0, 0, 64, 64);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }

 private:
  gl::Framebuffer framebuffer_;
  gl::VertexArray vertex_array_;
  gl::Program program_;
};

}  // namespace

TEST_CASE_METHOD(GlFixture, "label() refuses while a query is active", "[engine][labeler][bad-input]") {
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});
  for (const GLenum target : {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED}) {
    const gl::Query query = gl::make_query(target);
    glBeginQuery(target, query.name());
    const Result<Labels> labels = labeler().label(texture.name());
    glEndQuery(target);
    REQUIRE_FALSE(labels);
    CHECK_THAT(labels.error().message, contains("end it before labeling"));
  }
  CHECK(labeler().label(texture.name()));
}

TEST_CASE_METHOD(GlFixture, "label() refuses while transform feedback is active", "[engine][labeler][bad-input]") {
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});
  const std::vector<gl::ShaderFile> files = {
      {"v", "flat out uint value; void main() { value = 1u; gl_Position = vec4(0.0); }"}, {"f", "void main() {}"}};
  const Result<gl::Program> program = gl::build_program(files, {"capture", "v", "f", {}, "value"});
  REQUIRE(program);
  const gl::Buffer captured = gl::make_buffer(64, nullptr);
  const gl::TransformFeedback feedback = gl::make_transform_feedback(captured.name());
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback.name());
  glUseProgram(program->name());
  glBeginTransformFeedback(GL_POINTS);
  const Result<Labels> labels = labeler().label(texture.name());
  glEndTransformFeedback();
  glUseProgram(0);
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  REQUIRE_FALSE(labels);
  CHECK_THAT(labels.error().message, contains("transform feedback is active: end or pause it"));
  CHECK(labeler().label(texture.name()));
}

TEST_CASE_METHOD(GlFixture, "label() refuses a texture of another context", "[engine][labeler][bad-input]") {
  const gl::Texture own = make_texture(GL_TEXTURE_2D, GL_R8UI, {2, 2});
  GLuint foreign = 0;
  {
    Result<host::HeadlessContext> context = host::HeadlessContext::create();
    REQUIRE(context);
    std::vector<GLuint> names(5000);  // more than the first context has
    glCreateTextures(GL_TEXTURE_2D, 5000, names.data());
    foreign = names.back();
    glTextureStorage2D(foreign, 1, GL_R8UI, 2, 2);
    make_current();
    const Result<Labels> labels = labeler().label(foreign);
    REQUIRE_FALSE(labels);
    CHECK(labels.error().code == ErrorCode::invalid_argument);
    CHECK_THAT(labels.error().message, contains("does not exist in the current context"));
    REQUIRE(context->make_current());
  }
  make_current();
  CHECK(labeler().label(own.name()));
}

TEST_CASE_METHOD(GlFixture, "readback() fails before the first label()", "[engine][labeler][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  Result<Labeler> fresh = Labeler::create(engine_);
  REQUIRE(fresh);
  CHECK_FALSE(fresh->readback());
  CHECK(fresh->times()->empty());
}

TEST_CASE_METHOD(GlFixture, "readback() works with any pack state and keeps it", "[engine][labeler]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
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

TEST_CASE_METHOD(GlFixture, "build_program() names the pass whose shader the driver rejects, in one line",
                 "[engine][labeler][bad-input]") {
  const std::vector<gl::ShaderFile> files = {{"good.vert", "void main() { gl_Position = vec4(0.0); }"},
                                             {"bad.frag", "void main() {\n  undeclared = 1;\n}"}};
  const Result<gl::Program> program = gl::build_program(files, {"some_pass", "good.vert", "bad.frag", {}});
  REQUIRE_FALSE(program);
  CHECK(program.error().code == ErrorCode::gpu);
  CHECK_THAT(program.error().message, contains("some_pass") && contains("undeclared") && contains("0 bad.frag"));
  CHECK(program.error().message.find('\n') == std::string::npos);
  const Result<gl::Program> missing = gl::build_program(files, {"some_pass", "good.vert", "no_such.frag", {}});
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error().message, contains("no_such.frag"));
  forgive_driver_messages();
}

TEST_CASE_METHOD(GlFixture, "label() makes a debug group per stage and leaves a full stack alone",
                 "[engine][labeler]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
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
  REQUIRE(labeler().label(texture.name()));
  // In a debug context there is one group per stage, and in it one per pass.
  std::vector<std::string> expected;
  std::string stage;
  const std::vector<PlannedPass> plan = *Labeler::plan(engine_, {8, 8});
  for (const PlannedPass& pass : plan) {
    if (pass.stage != stage) expected.push_back(stage = pass.stage);
    expected.push_back(pass.pass);
  }
  CHECK(groups == expected);
  groups.clear();
  REQUIRE(labeler().label(texture.name(), {}, {.debug_groups = DebugGroups::none}));
  CHECK(groups.empty());

  GLint depth = 0;
  GLint most = 0;
  glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &depth);
  glGetIntegerv(GL_MAX_DEBUG_GROUP_STACK_DEPTH, &most);
  for (GLint i = depth; i < most; ++i) glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "callers");
  groups.clear();
  REQUIRE(labeler().label(texture.name()));
  CHECK(groups.empty());
  for (GLint i = depth; i < most; ++i) glPopDebugGroup();
  glDebugMessageCallback(reinterpret_cast<GLDEBUGPROC>(callback), parameter);
}

TEST_CASE_METHOD(GlFixture, "label() returns before the GPU is done, and poll() tells when it is",
                 "[engine][labeler]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  Result<Labeler> labeler = Labeler::create(engine_);
  REQUIRE(labeler);
  CHECK(labeler->poll());
  CHECK(labeler->wait());
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {64, 64});
  glClearTexImage(texture.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, nullptr);
  const Outputs output{.table_rows = 64};
  REQUIRE(labeler->label(texture.name(), {}, output));  // compiles and allocates
  REQUIRE(labeler->readback());

  const SlowDraw slow(texture.name());
  using Clock = std::chrono::steady_clock;
  slow.draw();
  glFinish();
  const auto start = Clock::now();
  slow.draw();
  glFinish();
  const auto draw_time = Clock::now() - start;

  slow.draw();
  const GLsync pending = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  REQUIRE(labeler->label(texture.name(), {}, output));
  const bool drawn = glClientWaitSync(pending, 0, 0) != GL_TIMEOUT_EXPIRED;
  const bool done = labeler->poll();
  glDeleteSync(pending);
  CAPTURE(std::chrono::duration<double>(draw_time).count());
  if (!host::describe_current_context().software) {  // a software driver draws on the caller's own core
    CHECK_FALSE(drawn);
    CHECK_FALSE(done);
  }
  CHECK(labeler->wait());
  CHECK(labeler->poll());
  REQUIRE(labeler->readback()->values == std::vector<std::uint32_t>(64 * 64, 1));
  CHECK(labeler->readback_components()->front().area == 64 * 64);
}

TEST_CASE_METHOD(GlFixture, "times() has one time per pass where that was asked for", "[engine][labeler]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {40, 30});
  REQUIRE(labeler().label(texture.name(), {}, {.table_rows = 10, .timing = TimingDetail::passes}));
  std::vector<std::pair<std::string, std::string>> timed;
  const Result<std::vector<StageTime>> times = labeler().times();
  REQUIRE(times);
  for (const StageTime& time : *times) {
    CHECK(time.milliseconds >= 0.0);
    timed.emplace_back(time.stage, time.pass);
  }
  std::vector<std::pair<std::string, std::string>> planned;
  const std::vector<PlannedPass> plan = *Labeler::plan(engine_, {40, 30}, {}, {.table_rows = 10});
  for (const PlannedPass& pass : plan) {
    const std::pair<std::string, std::string> row(pass.stage, pass.pass);
    if (std::find(planned.begin(), planned.end(), row) == planned.end()) planned.push_back(row);
  }
  CHECK(timed == planned);
}

TEST_CASE_METHOD(GlFixture, "step() shows the texture of every pass, and the last one's are the labels",
                 "[engine][labeler]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = draw({"##.#", "...#", "#.#."});
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  REQUIRE(texture);
  const LabelImage expected = label(image);
  const std::vector<PlannedPass> plan = *Labeler::plan(engine_, image.extent);
  const int count = static_cast<int>(plan.size());
  for (int i = 1; i <= count; ++i) {
    CAPTURE(i, plan[static_cast<std::size_t>(i - 1)].pass);
    const Result<Step> step = labeler().step({{texture->name()}}, {}, {}, i);
    REQUIRE(step);
    CHECK_FALSE(labeler().readback());
    if (step->texture == 0) continue;  // the pass has written buffers
    GLint width = 0;
    glGetTextureLevelParameteriv(step->texture, 0, GL_TEXTURE_WIDTH, &width);
    CHECK(width == step->extent.width);
    if (i < count) continue;
    CHECK(step->image == "labels");
    std::vector<std::uint32_t> values(12);
    glGetTextureImage(step->texture, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, 48, values.data());
    CHECK(values == expected.values);
  }
  for (const int passes : {0, -1, count + 1}) {
    const Result<Step> step = labeler().step({{texture->name()}}, {}, {}, passes);
    REQUIRE_FALSE(step);
    CHECK_THAT(step.error().message, contains("this plan has 1 to " + std::to_string(count)));
  }
  CHECK(label(image) == expected);
}

TEST_CASE_METHOD(GlFixture, "Labelers in one context and in two do not disturb each other", "[engine][labeler]") {
  const host::Image image = draw({"##.#", "...#", "#.#."});
  const host::Image other = draw({"#.#", ".#.", "#.#"});
  const LabelImage expected = reference_labels(image, Connectivity::eight, Foreground{});
  const LabelImage other_expected = reference_labels(other, Connectivity::eight, Foreground{});
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  const Result<host::OwnedTexture> other_texture = host::upload(other.view());
  Result<Labeler> first = Labeler::create(engine_);
  Result<Labeler> second = Labeler::create(Engine::raster_paper);
  REQUIRE((texture && other_texture && first && second));
  REQUIRE(first->label(texture->name()));
  REQUIRE(second->label(other_texture->name()));
  {
    Result<host::HeadlessContext> context = host::HeadlessContext::create();
    REQUIRE(context);
    Result<Labeler> third = Labeler::create(engine_);
    const Result<host::OwnedTexture> third_texture = host::upload(other.view());
    REQUIRE((third && third_texture));
    REQUIRE(third->label(third_texture->name()));
    CHECK(*third->readback() == other_expected);
  }
  make_current();
  CHECK(*first->readback() == expected);
  CHECK(*second->readback() == other_expected);
}

}  // namespace glccl::tests
