#include "glccl/labeler.hpp"

#include <GL/glew.h>

#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "gl/readback.hpp"
#include "gl/state_guard.hpp"
#include "raster/engine.hpp"
#include "source.hpp"

namespace glccl {
namespace {

/// Loads the context's functions. Under EGL, GLEW 2.2 misses a GLX display that nothing here needs.
Status load_functions() {
  glewExperimental = GL_TRUE;
  const GLenum result = glewInit();
  if (result != GLEW_OK && result != GLEW_ERROR_NO_GLX_DISPLAY) {
    return Error{ErrorCode::no_device, "no OpenGL context is current: make one of version 4.5 or newer current first"};
  }
  if (GLEW_VERSION_4_5 == GL_FALSE) {
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    return Error{ErrorCode::no_device, std::string("the current context is OpenGL ") +
                                           (version == nullptr ? "of no version" : version) + ": 4.5 is needed"};
  }
  return {};
}

/// What no guard can put aside.
Status check_nothing_is_under_way() {
  GLboolean feedback = GL_FALSE;
  glGetBooleanv(GL_TRANSFORM_FEEDBACK_ACTIVE, &feedback);
  if (feedback == GL_TRUE) {
    return Error{ErrorCode::invalid_argument, "transform feedback is active: end or pause it before labeling"};
  }
  for (const GLenum target : {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE}) {
    GLint query = 0;
    glGetQueryiv(target, GL_CURRENT_QUERY, &query);
    if (query != 0) {
      return Error{ErrorCode::invalid_argument,
                   "occlusion query " + std::to_string(query) + " is active: end it before labeling"};
    }
  }
  return {};
}

Status check_options(const Options& options) {
  if (options.blocks < 0) {
    return Error{ErrorCode::invalid_argument,
                 std::to_string(options.blocks) + " blocks: pass 1 or more, or 0 to let the plan choose"};
  }
  const auto* foreground = std::get_if<Foreground>(&options.criterion);
  if (foreground != nullptr && std::isnan(foreground->threshold)) {
    return Error{ErrorCode::invalid_argument, "the threshold is not a number: pass a finite one"};
  }
  return {};
}

}  // namespace

struct Labeler::State {
  raster::RasterEngine engine;
  std::optional<Labels> labels;
};

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

Result<Labeler> Labeler::create(Engine engine) {
  if (const Status status = load_functions(); !status) return status.error();
  return Labeler(std::unique_ptr<State>(new State{raster::RasterEngine(engine), std::nullopt}));
}

Result<Labels> Labeler::label(std::uint32_t texture, const Options& options) {
  if (const Status status = check_options(options); !status) return status.error();
  if (const Status status = check_nothing_is_under_way(); !status) return status.error();
  const Result<Source> source = inspect_source(texture);
  if (!source) return source.error();
  const gl::StateGuard guard(raster::RasterEngine::texture_units);
  Result<Labels> labels = state_->engine.label(*source, options);
  if (labels) state_->labels = *labels;
  return labels;
}

Result<LabelImage> Labeler::readback() {
  if (!state_->labels) return Error{ErrorCode::invalid_argument, "nothing to read back: call label() first"};
  return gl::read_labels(state_->labels->texture, state_->labels->size);
}

std::vector<StageTime> Labeler::timings() { return state_->engine.timings(); }

std::string Labeler::describe_plan(Engine engine, Size size, const Options& options) {
  return raster::describe(raster::make_plan(engine, size, options));
}

}  // namespace glccl
