// What label() refuses, because no guard can put it aside, and what it works beside.
#include <GL/glew.h>

#include <array>
#include <string>
#include <vector>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/program.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "tests/gl/profiles.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

/// An image, its texture and a Labeler of the current context.
struct ImageLabeling {
  explicit ImageLabeling(Engine engine) : labeler(*Labeler::create(engine)) {}

  Result<Labels> label() { return labeler.label(texture.name()); }

  /// The message of a label() that has to fail.
  std::string refusal() {
    const Result<Labels> labels = label();
    REQUIRE_FALSE(labels);
    CHECK(labels.error().code == ErrorCode::invalid_argument);
    return labels.error().message;
  }

  void check_labels() {
    REQUIRE(label());
    CHECK(first_difference(*labeler.readback(), reference_labels(image)) == "");
  }

  host::Image image = make_image("noise", {31, 17});
  host::OwnedTexture texture = *host::upload(image.view());
  Labeler labeler;
};

/// By glGenQueries: glCreateQueries of Mesa 22.3 knows no pipeline statistics.
gl::Query make_query() {
  GLuint name = 0;
  glGenQueries(1, &name);
  return gl::Query(name);
}

/// Targets of queries that count what is drawn, and that a pass of raster would change.
std::vector<GLenum> targets_of_drawing() {
  std::vector<GLenum> targets = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
                                 GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN};
  if (gl::traits_of_context().has("GL_ARB_pipeline_statistics_query")) {
    targets.insert(targets.end(), {GL_VERTICES_SUBMITTED_ARB, GL_PRIMITIVES_SUBMITTED_ARB,
                                   GL_VERTEX_SHADER_INVOCATIONS_ARB, GL_FRAGMENT_SHADER_INVOCATIONS_ARB,
                                   GL_CLIPPING_INPUT_PRIMITIVES_ARB, GL_CLIPPING_OUTPUT_PRIMITIVES_ARB});
  }
  return targets;
}

/// A transform feedback of the caller's, under way: each point captures a 1.
class FeedbackCapture {
 public:
  FeedbackCapture() {
    const std::vector<gl::ShaderFile> files = {
        {"v", "flat out uint value; void main() { value = 1u; gl_Position = vec4(0.0); }"}, {"f", "void main() {}"}};
    program_ = *gl::build_program(files, {"capture", "v", "f", {}, "value"});
    glNamedFramebufferParameteri(target_.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
    glNamedFramebufferParameteri(target_.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, 1);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target_.name());
    glBindVertexArray(no_attributes_.name());
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback_.name());
    glUseProgram(program_.name());
    glBeginTransformFeedback(GL_POINTS);
  }

  /// Draws points, ends, and returns what was captured in all.
  std::array<GLuint, 4> end(GLsizei points) {
    glDrawArrays(GL_POINTS, 0, points);
    glEndTransformFeedback();
    glUseProgram(0);
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
    glBindVertexArray(0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    std::array<GLuint, 4> found{};
    glGetNamedBufferSubData(captured_.name(), 0, sizeof found, found.data());
    return found;
  }

 private:
  gl::Program program_;
  gl::Framebuffer target_ = gl::make_framebuffer();
  gl::VertexArray no_attributes_ = gl::make_vertex_array();
  gl::Buffer captured_ = gl::make_buffer(sizeof(GLuint) * 4, std::array<GLuint, 4>{}.data());
  gl::TransformFeedback feedback_ = gl::make_transform_feedback(captured_.name());
};

}  // namespace

TEMPLATE_TEST_CASE("label() refuses queries that count what is drawn, where it draws", "[gl][state][bad-input]",
                   CoreProfile, CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  ImageLabeling labeling(GENERATE(Engine::raster, Engine::raster_paper));
  for (const GLenum target : targets_of_drawing()) {
    CAPTURE(target);
    const gl::Query query = make_query();
    glBeginQuery(target, query.name());
    const std::string message = labeling.refusal();
    glEndQuery(target);
    CHECK(message == "query " + std::to_string(query.name()) +
                         " counts what is drawn, and raster draws: end it before labeling, or use compute");
  }
  REQUIRE(labeling.label());
}

TEMPLATE_TEST_CASE("queries that count what is drawn count nothing of compute, a Tracker and Regions", "[gl][state]",
                   CoreProfile, CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  ImageLabeling labeling(GENERATE(Engine::automatic, Engine::compute));
  const Extent extent = labeling.image.extent;
  Result<Tracker> tracker = Tracker::create(extent, {.id_labels = true});
  Result<Regions> regions =
      Regions::create(extent, {.max_seeds = 4, .selection_mask = true, .boundaries = true, .max_components = 999});
  REQUIRE(tracker);
  REQUIRE(regions);
  const LabelingSpec filtered{.filter = {.min_area = 2}, .fill_holes = 2, .columns = table_column_moments};
  for (const GLenum target : targets_of_drawing()) {
    CAPTURE(target);
    const gl::Query query = make_query();
    glBeginQuery(target, query.name());
    CHECK(labeling.labeler.label(labeling.texture.name(), filtered, {.table_rows = 900}));
    labeling.check_labels();
    const Result<Labels> labels = labeling.labeler.label(labeling.texture.name(), {}, {.table_rows = 900});
    REQUIRE(labels);
    CHECK(tracker->track(*labels));
    const Position seed{3, 4};
    CHECK(regions->select(*labels, {&seed, 1}));
    CHECK(regions->boundaries(*labels, Connectivity::four));
    CHECK(regions->lists(*labels));
    glEndQuery(target);
    GLuint found = 1;
    glGetQueryObjectuiv(query.name(), GL_QUERY_RESULT, &found);
    CHECK(found == 0);
  }
}

TEMPLATE_TEST_CASE("label() does not disturb queries that count nothing of it", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  ImageLabeling labeling(GENERATE(Engine::raster, Engine::compute));
  std::vector<GLenum> targets = {GL_TIME_ELAPSED};
  const gl::ContextTraits context = gl::traits_of_context();
  if (context.has("GL_ARB_pipeline_statistics_query")) {
    targets.insert(targets.end(), {GL_COMPUTE_SHADER_INVOCATIONS_ARB, GL_TESS_CONTROL_SHADER_PATCHES_ARB,
                                   GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB, GL_GEOMETRY_SHADER_INVOCATIONS,
                                   GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB});
  }
  if (context.has("GL_ARB_transform_feedback_overflow_query")) targets.push_back(GL_TRANSFORM_FEEDBACK_OVERFLOW_ARB);
  for (const GLenum target : targets) {
    CAPTURE(target);
    const gl::Query query = make_query();
    glBeginQuery(target, query.name());
    labeling.check_labels();
    glEndQuery(target);
    GLuint found = 1;
    glGetQueryObjectuiv(query.name(), GL_QUERY_RESULT, &found);
    if (target != GL_TIME_ELAPSED && target != GL_COMPUTE_SHADER_INVOCATIONS_ARB) CHECK(found == 0);
  }
}

TEMPLATE_TEST_CASE("label() works while transform feedback is paused, which goes on afterwards", "[gl][state]",
                   CoreProfile, CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  GlFixture fixture(TestType::profile);
  ImageLabeling labeling(GENERATE(Engine::raster, Engine::compute));
  FeedbackCapture capture;
  CHECK(labeling.refusal() == "transform feedback is active: end or pause it before labeling");
  glDrawArrays(GL_POINTS, 0, 1);
  glPauseTransformFeedback();
  labeling.check_labels();
  glResumeTransformFeedback();
  CHECK(capture.end(2) == std::array<GLuint, 4>{1, 1, 1, 0});
  fixture.forgive_driver_messages();  // NVIDIA warns that reading the capture back moves its buffer.
  labeling.check_labels();
}

}  // namespace glccl::tests
