#include "glccl/labeler.hpp"

#include <GL/glew.h>

#include <limits>
#include <optional>
#include <utility>

#include "engine/choose_engine.hpp"
#include "engine/compute/engine.hpp"
#include "engine/gl/fence.hpp"
#include "engine/gl/idle_check.hpp"
#include "engine/gl/readback.hpp"
#include "engine/gl/state_guard.hpp"
#include "engine/outputs.hpp"
#include "engine/pass_engine.hpp"
#include "engine/raster/engine.hpp"
#include "engine/source.hpp"

namespace glccl {
namespace {

/// Loads the context's functions. Under EGL, GLEW 2.2 reports a missing GLX display, which glccl does not need.
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

std::int64_t largest_storage_block() {
  GLint64 bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  return bytes;
}

/// A plan is made without a context, as if every buffer could be bound.
constexpr std::int64_t any_block = std::numeric_limits<std::int64_t>::max();

/// An engine that has run a plan, and where it wrote.
struct Issued {
  const PassEngine& engine;
  Targets targets;
};

}  // namespace

struct Labeler::State {
  explicit State(Engine engine) : asked(engine), ran(engine) {
    engine_of(engine == Engine::automatic ? Engine::compute : engine);
  }

  /// Makes the checks that are the same for all engines, before anything is changed.
  Result<Request> inspect(const Source& source, const LabelingSpec& spec, const OutputOptions& output) const;

  /// The engine, made when it is first needed.
  PassEngine& engine_of(Engine engine);

  /// Prepares and runs the first passes of the plan, all of them where `passes` is empty.
  Result<Issued> issue(const Request& request, std::optional<int> passes);

  const gl::IdleCheck check_idle;
  const std::int64_t largest_block = largest_storage_block();
  Engine asked;
  Engine ran;                          ///< Engine of the last labeling, `asked` before the first.
  std::unique_ptr<PassEngine> raster;  ///< Of Engine::raster or Engine::raster_paper.
  std::unique_ptr<PassEngine> compute;
  Outputs outputs{largest_block};
  std::optional<Labels> labels;  ///< The last result.
  gl::Fence done;                ///< After the commands of the last label().
};

Result<Request> Labeler::State::inspect(const Source& source, const LabelingSpec& spec,
                                        const OutputOptions& output) const {
  if (const Status status = check_tuning(asked, output.raster); !status) return status.error();
  if (const Status status = check_table(spec, output.table_rows); !status) return status.error();
  if (const Status status = check_idle(); !status) return status.error();
  const Result<CheckedSource> found = inspect_source(source);
  if (!found) return found.error();
  const Status possible = check(spec, found->format, found->extent, capabilities_of(asked));
  if (!possible) return possible.error();
  if (output.target != 0) {
    const Status status = check_target(output.target, source.texture, found->extent);
    if (!status) return status.error();
  }
  return Request{*found, spec, output};
}

PassEngine& Labeler::State::engine_of(Engine engine) {
  if (engine == Engine::compute) {
    if (!compute) compute = std::make_unique<compute::ComputeEngine>(largest_block);
    return *compute;
  }
  if (!raster) raster = std::make_unique<raster::RasterEngine>(engine);
  return *raster;
}

Result<Issued> Labeler::State::issue(const Request& request, std::optional<int> passes) {
  const Engine chosen = choose_engine(asked, request.plan_key(), largest_block);
  PassEngine& engine = engine_of(chosen);
  const bool preserves = request.output.state_policy == StatePolicy::preserve;
  const gl::StateGuard guard(engine.state_table(), preserves ? gl::GuardEnd::restores : gl::GuardEnd::leaves);
  Result<Outputs::Fresh> fresh = outputs.allocate(request.source.extent, request.output);
  if (!fresh) return fresh.error();
  if (const Status status = engine.prepare(request); !status) return status.error();
  const int length = engine.pass_count();
  if (passes && (*passes < 1 || *passes > length)) {
    return Error{ErrorCode::invalid_argument,
                 "the first " + std::to_string(*passes) + " passes: this plan has 1 to " + std::to_string(length)};
  }
  outputs.adopt(*std::move(fresh), request.source.extent, request.output);
  const Targets targets = outputs.targets(request.output);
  engine.run(request, targets, passes.value_or(length));
  ran = chosen;
  return Issued{engine, targets};
}

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

Result<Labeler> Labeler::create(Engine engine) {
  if (const Status status = load_functions(); !status) return status.error();
  return Labeler(std::make_unique<State>(engine));
}

Result<Labels> Labeler::label(const Source& source, const LabelingSpec& spec, const OutputOptions& output) {
  const Result<Request> request = state_->inspect(source, spec, output);
  if (!request) return request.error();
  const Result<Issued> issued = state_->issue(*request, {});
  if (!issued) return issued.error();
  const Targets& targets = issued->targets;
  state_->labels = Labels{targets.labels, request->source.extent, {targets.table, targets.rows}};
  state_->done = gl::Fence::here();
  return *state_->labels;
}

Engine Labeler::engine() const { return state_->ran; }

bool Labeler::poll() { return state_->done.is_reached(); }

Result<LabelImage> Labeler::readback() {
  if (!state_->labels) return Error{ErrorCode::invalid_argument, "nothing to read back: call label() first"};
  const GLuint texture = state_->labels->texture;
  if (glIsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 "nothing to read back: the target, texture " + std::to_string(texture) + ", does not exist any more"};
  }
  return gl::read_labels(texture, state_->labels->extent);
}

Result<std::vector<Component>> Labeler::readback_components() {
  if (!state_->labels || state_->labels->table.buffer == 0) {
    return Error{ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
  }
  return gl::read_components(state_->labels->table.buffer);
}

std::vector<StageTime> Labeler::times() {
  const PassEngine* engine = state_->ran == Engine::compute ? state_->compute.get() : state_->raster.get();
  return engine == nullptr ? std::vector<StageTime>{} : engine->times();
}

std::int64_t Labeler::scratch_bytes() const {
  std::int64_t bytes = 0;
  for (const PassEngine* engine : {state_->raster.get(), state_->compute.get()}) {
    if (engine != nullptr) bytes += engine->scratch_bytes();
  }
  return bytes;
}

Result<Step> Labeler::step(const Source& source, const LabelingSpec& spec, const OutputOptions& output, int passes) {
  const Result<Request> request = state_->inspect(source, spec, output);
  if (!request) return request.error();
  const Result<Issued> issued = state_->issue(*request, passes);
  if (!issued) return issued.error();
  state_->labels.reset();
  return issued->engine.step_after(issued->targets, passes);
}

std::vector<PlannedPass> Labeler::plan(Engine engine, Extent extent, const LabelingSpec& spec,
                                       const OutputOptions& output) {
  const PlanKey key = plan_key_of(extent, spec, output);
  const Engine chosen = choose_engine(engine, key, any_block);
  std::vector<PlannedPass> passes;
  if (chosen == Engine::compute) {
    for (const compute::Dispatch& pass : compute::make_plan(key).passes) {
      const char* name = compute::traits_of(pass.name).name;
      passes.push_back({name, name, compute::describe(pass)});
    }
    return passes;
  }
  for (const raster::Draw& pass : raster::make_plan(chosen, key).passes) {
    passes.push_back({raster::traits_of(pass.name).name, std::string(pass.stage), raster::describe(pass)});
  }
  return passes;
}

std::string Labeler::describe_plan(Engine engine, Extent extent, const LabelingSpec& spec,
                                   const OutputOptions& output) {
  const PlanKey key = plan_key_of(extent, spec, output);
  const Engine chosen = choose_engine(engine, key, any_block);
  if (chosen != Engine::compute) return raster::describe(raster::make_plan(chosen, key));
  std::string text;
  for (const PlannedPass& pass : plan(chosen, extent, spec, output)) text += pass.pass + "  " + pass.text + "\n";
  return text;
}

}  // namespace glccl
