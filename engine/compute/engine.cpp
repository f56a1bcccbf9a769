#include "engine/compute/engine.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/gl/subgroups.hpp"
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

bool writes_labels(const Dispatch& pass) {
  return pass.name == ComputePass::write_labels || pass.name == ComputePass::write_volume_labels;
}

/// Whether the pass writes or reads the label texture.
bool uses_labels(const Dispatch& pass) {
  return writes_labels(pass) || pass.name == ComputePass::measure_labels ||
         pass.name == ComputePass::measure_intensities;
}

/// The texture that a pass reads as its source.
const CheckedSource& source_of(const Dispatch& pass, const Request& request) {
  const ComputePassTraits& traits = traits_of(pass.name);
  return traits.reads_mask ? request.mask : traits.reads_intensity ? request.intensity : request.source;
}

}  // namespace

ComputeEngine::ComputeEngine(std::int64_t largest_block)
    : PassEngine(used), largest_block_(largest_block), subgroups_(gl::why_unused(gl::query_subgroups()).empty()) {}

Status ComputeEngine::prepare(const Request& request, gl::ReplacedObjects& replaced) {
  const PlanKey key = request.plan_key();
  if (key == plan_.key) return prepare_programs(request, plan_);
  ComputePlan plan = make_plan(key);
  if (const Status status = Buffers::check(plan, largest_block_); !status) return status;
  std::optional<Buffers> fresh;
  if (!buffers_.fit(plan)) {
    Result<Buffers> buffers = Buffers::create(plan);
    if (!buffers) return buffers.error();
    fresh = *std::move(buffers);
  }
  active_.clear();
  if (const Status status = prepare_programs(request, plan); !status) return status;
  if (fresh) replaced.replace(buffers_, *std::move(fresh));
  plan_ = std::move(plan);
  return {};
}

/// `active_` stays where neither the plan nor the kind of source has changed.
Status ComputeEngine::prepare_programs(const Request& request, const ComputePlan& plan) {
  const SourceKey source{kind_of(request.source, request.spec.criterion), request.source.level,
                         kind_of(request.mask, request.spec.criterion),
                         kind_of(request.intensity, request.spec.criterion)};
  if (active_.empty() || source != active_source_) {
    active_.clear();
    for (const Dispatch& pass : plan.passes) {
      const ComputeProgramKey key = key_of(pass, request, subgroups_);
      const Result<CachedProgram*> program = programs_.find_or_build(key, build_program);
      if (!program) {
        active_.clear();
        return program.error();
      }
      active_.push_back(*program);
    }
    active_source_ = source;
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    set_uniforms(active_[i]->uniforms, plan, request, plan.passes[i].name);
  }
  return {};
}

void ComputeEngine::run(const Request& request, const Targets& targets, int passes) {
  glBindSampler(source_unit, nearest_.name());
  const GLboolean layered = plan_.key.extent.is_volume() ? GL_TRUE : GL_FALSE;
  glBindImageTexture(labels_unit, targets.labels, 0, layered, 0, plan_.key.columns == 0 ? GL_WRITE_ONLY : GL_READ_WRITE,
                     GL_R32UI);
  buffers_.bind();
  GLuint at_table = 0;   // the buffer at its binding
  GLuint at_source = 0;  // the texture at its unit

  marks_.restart(request.output.timing);
  for (std::size_t i = 0; i < static_cast<std::size_t>(passes); ++i) {
    const Dispatch& pass = plan_.passes[i];
    const char* name = traits_of(pass.name).name;
    const GLuint texture = source_of(pass, request).texture;
    if (texture != at_source) {
      glBindTextureUnit(source_unit, texture);
      at_source = texture;
    }
    const GLuint wanted = table_of(pass, targets);
    if (wanted != 0 && wanted != at_table) {
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, wanted);
      at_table = wanted;
    }
    marks_.begin(name, name);
    glUseProgram(active_[i]->program.name());
    // The target may share texels with the source, which earlier passes read; later ones read labels.
    if (uses_labels(pass)) glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    glDispatchCompute(static_cast<GLuint>(pass.groups_x), static_cast<GLuint>(pass.groups_y),
                      static_cast<GLuint>(pass.groups_z));
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
  marks_.end();
  glMemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use labels and table in any way
}

GLuint ComputeEngine::table_of(const Dispatch& pass, const Targets& targets) const {
  if (pass.masked || traits_of(pass.name).reads_mask) return buffers_.mask();
  return traits_of(pass.name).writes_areas ? buffers_.areas() : targets.table;
}

/// Before write_labels the texture holds nothing of this image.
Step ComputeEngine::step_after(const Targets& targets, int passes) const {
  const auto first = plan_.passes.begin();
  const bool written = std::any_of(first, first + passes, writes_labels);
  if (written) return {"labels", StepContents::labels, targets.labels, plan_.key.extent};
  return {"buffers", StepContents::none, 0, {}};
}

}  // namespace glccl::compute
