#include "glccl/labeler.hpp"

#include <GL/glew.h>

#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "engine/compute/engine.hpp"
#include "engine/gl/fence.hpp"
#include "engine/gl/readback.hpp"
#include "engine/gl/state_guard.hpp"
#include "engine/raster/engine.hpp"
#include "engine/source.hpp"

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
  for (const GLenum target : {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
                              GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN}) {
    GLint query = 0;
    glGetQueryiv(target, GL_CURRENT_QUERY, &query);
    if (query != 0) {
      return Error{ErrorCode::invalid_argument,
                   "query " + std::to_string(query) + " counts what is drawn: end it before labeling"};
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
  const auto* difference = std::get_if<Difference>(&options.criterion);
  if (difference != nullptr && !(difference->largest >= 0.0F)) {
    return Error{ErrorCode::invalid_argument,
                 "the largest difference is " + std::to_string(difference->largest) + ": pass 0 or more"};
  }
  if (options.table_rows > 0 && options.numbering == Numbering::root) {
    return Error{ErrorCode::invalid_argument,
                 "a component table and Numbering::root contradict each other: the table's rows are labels 1..N; use "
                 "Numbering::raster"};
  }
  return {};
}

}  // namespace

struct Labeler::State {
  std::variant<raster::RasterEngine, compute::ComputeEngine> engine;
  std::optional<Labels> labels;  ///< the last result
  gl::Fence done;                ///< after the commands of the last label()

  /// What both label() and step() look at before anything is changed.
  Result<SourceView> inspect(const Source& source, const Options& options) const;

  /// Calls `work` with the engine, in a context whose state is the engine's as long.
  template <class Work>
  auto with_engine(StatePolicy policy, const Work& work) {
    return std::visit(
        [&](auto& running) {
          const gl::StateGuard guard(running.used, policy);
          return work(running);
        },
        engine);
  }
};

Result<SourceView> Labeler::State::inspect(const Source& source, const Options& options) const {
  if (const Status status = check_options(options); !status) return status.error();
  if (const Status status = check_nothing_is_under_way(); !status) return status.error();
  Result<SourceView> view = inspect_source(source);
  if (!view || options.target == 0) return view;
  if (const Status status = check_target(options.target, source.texture, view->size); !status) return status.error();
  return view;
}

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

Result<Labeler> Labeler::create(Engine engine) {
  if (const Status status = load_functions(); !status) return status.error();
  auto state = engine == Engine::compute ? new State{compute::ComputeEngine(), std::nullopt, {}}
                                         : new State{raster::RasterEngine(engine), std::nullopt, {}};
  return Labeler(std::unique_ptr<State>(state));
}

Result<Labels> Labeler::label(const Source& source, const Options& options) {
  const Result<SourceView> view = state_->inspect(source, options);
  if (!view) return view.error();
  Result<Labels> labels =
      state_->with_engine(options.state_policy, [&](auto& engine) { return engine.label(*view, options); });
  if (!labels) return labels;
  state_->labels = *labels;
  state_->done = gl::Fence::here();
  return labels;
}

bool Labeler::poll() { return state_->done.is_reached(); }

Result<LabelImage> Labeler::readback() {
  if (!state_->labels) return Error{ErrorCode::invalid_argument, "nothing to read back: call label() first"};
  const GLuint texture = state_->labels->texture;
  if (glIsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 "nothing to read back: the target, texture " + std::to_string(texture) + ", does not exist any more"};
  }
  return gl::read_labels(texture, state_->labels->size);
}

Result<std::vector<Component>> Labeler::readback_components() {
  if (!state_->labels || state_->labels->table.buffer == 0) {
    return Error{ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
  }
  return gl::read_components(state_->labels->table.buffer);
}

std::vector<StageTime> Labeler::timings() {
  return std::visit([](const auto& engine) { return engine.timings(); }, state_->engine);
}

std::int64_t Labeler::scratch_bytes() const {
  return std::visit([](const auto& engine) { return engine.scratch_bytes(); }, state_->engine);
}

Result<Step> Labeler::step(const Source& source, const Options& options, int passes) {
  const Result<SourceView> view = state_->inspect(source, options);
  if (!view) return view.error();
  Result<Step> step =
      state_->with_engine(options.state_policy, [&](auto& engine) { return engine.step(*view, options, passes); });
  if (step) state_->labels.reset();
  return step;
}

std::vector<PlannedPass> Labeler::plan(Engine engine, Size size, const Options& options) {
  std::vector<PlannedPass> passes;
  if (engine == Engine::compute) {
    for (const compute::Pass& pass : compute::make_plan(size, options).passes) {
      const std::string name(compute::name_of(pass.name));
      passes.push_back({name, name, compute::describe(pass)});
    }
    return passes;
  }
  for (const raster::Pass& pass : raster::make_plan(engine, size, options).passes) {
    passes.push_back({raster::traits_of(pass.name).name, std::string(pass.stage), raster::describe(pass)});
  }
  return passes;
}

std::string Labeler::describe_plan(Engine engine, Size size, const Options& options) {
  if (engine != Engine::compute) return raster::describe(raster::make_plan(engine, size, options));
  std::string text;
  for (const PlannedPass& pass : plan(engine, size, options)) text += pass.pass + "  " + pass.text + "\n";
  return text;
}

}  // namespace glccl
