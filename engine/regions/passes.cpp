#include "engine/regions/passes.hpp"

#include <numeric>
#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/gl/memory.hpp"
#include "glsl/shared/locations.h"

namespace glccl::regions {
namespace {

constexpr GLuint mask_unit = 0;
constexpr GLuint labels_unit = 1;
constexpr GLuint colours_unit = 0;

void bind_image(GLuint unit, GLuint texture, GLenum format, const Extent& extent) {
  if (texture == 0) return;
  gl::api().BindImageTexture(unit, texture, 0, extent.is_volume() ? GL_TRUE : GL_FALSE, 0, GL_WRITE_ONLY, format);
}

/// The one pass of a list.
Result<gl::CompiledPass> make_one(const gl::Programs& programs, const gl::PassList& list) {
  std::vector<gl::CompiledPass> made;
  if (const Result<void> status = gl::make_passes(programs, shader_files, list, made); !status) return status.error();
  return made.front();
}

}  // namespace

Result<void> SelectionPasses::make_buffers(const SelectionPlan& plan, std::uint32_t max_seeds) {
  seeds_ = gl::try_make_buffer(plan.bytes[SelectionPlan::seeds], "glccl seeds");
  slots_ = gl::try_make_buffer(plan.bytes[SelectionPlan::slots], "glccl slots of seeds");
  positions_ = gl::try_make_buffer(plan.bytes[SelectionPlan::positions], "glccl positions of seeds", nullptr,
                                   GL_DYNAMIC_STORAGE_BIT);
  bytes_ = std::accumulate(plan.bytes.begin(), plan.bytes.end(), std::int64_t{0});
  if (seeds_ && slots_ && positions_) return {};
  return Error{ErrorCode::gpu, "regions for " + std::to_string(max_seeds) + " seeds: no GPU memory: ask for fewer"};
}

Result<SelectionPasses> SelectionPasses::create(const gl::Programs& programs, const Extent& extent,
                                                const RegionOptions& options) {
  SelectionPlan plan = selection_plan(extent, options);
  if (options.selection_mask || options.selection_labels) {
    plan.list.passes.push_back(write_selection_pass(extent, options.selection_mask, options.selection_labels));
  }
  SelectionPasses made;
  Result<void> status = made.make_buffers(plan, options.max_seeds);
  if (status) status = gl::make_passes(programs, shader_files, plan.list, made.passes_);
  if (!status) return status.error();
  return made;
}

void SelectionPasses::run(std::span<const Position> seeds, const SelectionImages& images, const Extent& extent,
                          gl::PassMarks& marks) {
  const auto count = static_cast<GLuint>(seeds.size());
  gl::api().NamedBufferSubData(positions_.name(), 0, sizeof count, &count);
  if (!seeds.empty()) {
    gl::api().NamedBufferSubData(positions_.name(), sizeof count, static_cast<GLsizeiptr>(seeds.size_bytes()),
                                 seeds.data());
  }
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, SelectionPlan::seeds, seeds_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, SelectionPlan::slots, slots_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, SelectionPlan::positions, positions_.name());
  bind_image(mask_unit, images.mask, GL_R8UI, extent);
  bind_image(labels_unit, images.labels, GL_R32UI, extent);
  for (const gl::CompiledPass& pass : passes_) dispatch(pass, marks);
}

Result<gl::CompiledPass> make_boundary_pass(const gl::Programs& programs, const Extent& extent) {
  return make_one(programs, boundary_list(extent));
}

void run_boundary_pass(const gl::CompiledPass& pass, int hops, GLuint mask, const Extent& extent,
                       gl::PassMarks& marks) {
  bind_image(mask_unit, mask, GL_R8UI, extent);
  pass.program->uniforms.set(shared::AT_ARGUMENT, hops);
  dispatch(pass, marks);
}

Result<gl::CompiledPass> make_colour_pass(const gl::Programs& programs, const Extent& extent) {
  return make_one(programs, colour_list(extent));
}

void run_colour_pass(const gl::CompiledPass& pass, GLuint colours, const Extent& extent, gl::PassMarks& marks) {
  bind_image(colours_unit, colours, GL_RGBA8, extent);
  dispatch(pass, marks);
}

}  // namespace glccl::regions
