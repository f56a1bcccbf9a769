#include "engine/compute/engine.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/compute/requests.hpp"
#include "engine/gl/compute_pass.hpp"
#include "engine/gl/context_traits.hpp"
#include "engine/gl/subgroups.hpp"
#include "glccl/spec.hpp"
#include "glsl/shared/tile_geometry.h"

namespace glccl::compute {
namespace {

static_assert(gl::used_subgroup_size == shared::WORD_COLUMNS);

/// Bindings of the shaders of glsl/.
constexpr GLuint source_unit = 1;
constexpr GLuint labels_unit = 0;

constexpr gl::UsedState used{.draws = false,
                             .first_texture_unit = source_unit,
                             .texture_units = 1,
                             .storage_buffers = Buffers::bindings,
                             .image_units = 1};

bool writes_labels(const Dispatch& pass) { return pass.name == ComputePass::write_labels; }

/// The image that a pass reads as its source.
const CheckedSource& source_of(const Dispatch& pass, const Request& request) {
  const ComputePassNeeds& needs = traits_of(pass.name).needs;
  return needs.mask ? request.mask : needs.intensity ? request.intensity : request.source;
}

void bind(const CheckedSource& source) {
  if (source.shape == SourceShape::buffer) {
    source.place.bind(source_buffer_binding);
  } else {
    gl::api().BindTextureUnit(source_unit, source.texture);
  }
}

}  // namespace

Workgroups workgroups_of_context() {
  if (!gl::traits_of_context().software) return {};
  return {.most_invocations = 256, .unite_in_tiles = false};
}

ComputeEngine::ComputeEngine(const gl::Programs& programs, std::int64_t largest_block, const Workgroups& workgroups)
    : PassEngine(used),
      largest_block_(largest_block),
      subgroups_(gl::why_unused(gl::query_subgroups()).empty()),
      workgroups_(workgroups),
      programs_(programs) {}

PlanKey ComputeEngine::plan_key_of(const Request& request) const {
  PlanKey key = request.plan_key();
  key.workgroups = workgroups_;
  return key;
}

Result<void> ComputeEngine::expect(const Request& request) {
  const std::vector<ComputePlan> plans = make_plans(plan_key_of(request));
  const std::vector<Request> requests = requests_of(request, 0);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (const Result<void> status = Buffers::check(plans[i], largest_block_); !status) return status;
    for (const Dispatch& pass : plans[i].passes) programs_.begin(key_of(pass, requests[i], subgroups_), text_of);
  }
  return {};
}

Result<void> ComputeEngine::prepare(const Request& request, gl::ReplacedObjects& replaced) {
  const std::vector<Request> requests = requests_of(request, 0);
  const PlanKey key = plan_key_of(request);
  if (!steps_.empty() && key == key_) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (const Result<void> status = prepare_programs(requests[i], steps_[i]); !status) return status;
    }
    return {};
  }
  const std::vector<ComputePlan> plans = make_plans(key);
  std::vector<PlannedStep> steps;
  for (const ComputePlan& plan : plans) {
    if (const Result<void> status = Buffers::check(plan, largest_block_); !status) return status;
    steps.push_back({plan, {}, {}});
  }
  std::optional<Buffers> fresh;
  if (!buffers_.fit(plans)) {
    Result<Buffers> buffers = Buffers::create(plans);
    if (!buffers) return buffers.error();
    fresh = *std::move(buffers);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (const Result<void> status = prepare_programs(requests[i], steps[i]); !status) return status;
  }
  if (fresh) replaced.replace(buffers_, *std::move(fresh));
  key_ = key;
  steps_ = std::move(steps);
  return {};
}

/// The programs stay where the kind of source has not changed. Those of an error are none.
Result<void> ComputeEngine::prepare_programs(const Request& request, PlannedStep& step) {
  const SourceKey source{kind_of(request.source, request.spec.criterion), request.source.level,
                         kind_of(request.mask, request.spec.criterion),
                         kind_of(request.intensity, request.spec.criterion), request.label_place.buffer != 0};
  if (step.programs.empty() || source != step.source) {
    std::vector<gl::LinkedProgram*> found;
    step.programs.clear();
    for (const Dispatch& pass : step.plan.passes) {
      const ComputeProgramKey key = key_of(pass, request, subgroups_);
      const Result<gl::LinkedProgram*> program = programs_.find_or_build(key, text_of);
      if (!program) return program.error();
      found.push_back(*program);
    }
    step.programs = std::move(found);
    step.source = source;
  }
  return {};
}

int ComputeEngine::pass_count() const {
  std::size_t passes = 0;
  for (const PlannedStep& step : steps_) passes += step.plan.passes.size();
  return static_cast<int>(passes);
}

void ComputeEngine::run(const Request& request, const Targets& targets, int passes) {
  gl::api().BindSampler(source_unit, nearest_.name());
  const GLboolean layered = request.source.extent.is_volume() ? GL_TRUE : GL_FALSE;
  if (targets.labels != 0) {
    gl::api().BindImageTexture(labels_unit, targets.labels, 0, layered, 0,
                               request.spec.columns == 0 ? GL_WRITE_ONLY : GL_READ_WRITE, GL_R32UI);
  } else {
    request.label_place.bind(labels_buffer_binding);
  }
  buffers_.bind();
  marks_.restart(request.output.timing, request.output.debug_groups);
  const std::vector<Request> requests = requests_of(request, targets.labels);
  auto left = static_cast<std::size_t>(passes);
  for (std::size_t i = 0; i < steps_.size() && left > 0; ++i) {
    const std::size_t of_step = std::min(left, steps_[i].plan.passes.size());
    if (i > 0) gl::api().MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);  // the step reads the labels of the last one
    run_step(steps_[i], requests[i], targets, of_step);
    left -= of_step;
  }
  marks_.end();
  gl::api().MemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use labels and table in any way
}

void ComputeEngine::run_step(const PlannedStep& step, const Request& request, const Targets& targets,
                             std::size_t passes) {
  GLuint at_table = 0;                       // the buffer at its binding
  const CheckedSource* at_source = nullptr;  // at its binding
  for (std::size_t i = 0; i < passes; ++i) {
    const Dispatch& pass = step.plan.passes[i];
    set_uniforms(step.programs[i]->uniforms, step.plan, request, pass.name);  // two steps may share a program
    const CheckedSource& source = source_of(pass, request);
    if (&source != at_source) bind(source);
    at_source = &source;
    const GLuint wanted = table_of(pass, targets);
    if (wanted != 0 && wanted != at_table) {
      gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, wanted);
      at_table = wanted;
    }
    // The target may share texels with the source, which earlier passes read; later ones read labels.
    if (uses_labels(pass.name)) gl::api().MemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    const gl::Groups groups = {static_cast<GLuint>(pass.groups_x), static_cast<GLuint>(pass.groups_y),
                               static_cast<GLuint>(pass.groups_z)};
    gl::dispatch(traits_of(pass.name).name, step.programs[i]->program, groups, marks_);
  }
}

GLuint ComputeEngine::table_of(const Dispatch& pass, const Targets& targets) const {
  if (pass.masked || traits_of(pass.name).needs.mask) return buffers_.mask_name();
  return pass.measures || traits_of(pass.name).needs.writes_areas ? buffers_.areas_name() : targets.table;
}

/// Before write_labels the texture holds nothing of this image.
Step ComputeEngine::step_after(const Targets& targets, int passes) const {
  const std::vector<Dispatch>& first = steps_.front().plan.passes;
  const auto end = first.begin() + std::min(static_cast<std::ptrdiff_t>(passes), std::ssize(first));
  if (targets.labels != 0 && std::any_of(first.begin(), end, writes_labels))
    return {"labels", StepContents::labels, targets.labels, key_.extent};
  return {"buffers", StepContents::none, 0, {}};
}

}  // namespace glccl::compute
