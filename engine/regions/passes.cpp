#include "engine/regions/passes.hpp"

#include <bit>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/gl/memory.hpp"
#include "glsl/shared/locations.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr GLuint seeds_binding = 0;
constexpr GLuint slots_binding = 1;
constexpr GLuint positions_binding = 2;
constexpr GLuint mask_unit = 0;
constexpr GLuint labels_unit = 1;
constexpr GLuint colours_unit = 0;

/// Slots of the hash table: a power of two, at least twice the seeds.
std::int64_t slots_of(std::uint32_t max_seeds) { return std::int64_t{2} * std::bit_ceil(max_seeds); }

void bind_image(GLuint unit, GLuint texture, GLenum format, const Extent& extent) {
  if (texture == 0) return;
  gl::api().BindImageTexture(unit, texture, 0, extent.is_volume() ? GL_TRUE : GL_FALSE, 0, GL_WRITE_ONLY, format);
}

}  // namespace

gl::Groups groups_of_columns(const Extent& extent, int rows) {
  const std::int64_t across = gl::groups_for(extent.width, shared::REGION_COLUMNS);
  const int rows_in_group = shared::REGION_GROUP / shared::REGION_COLUMNS * rows;
  return gl::folded(across * gl::groups_for(std::int64_t{extent.height} * extent.depth, rows_in_group), 1);
}

Result<void> SelectionPasses::make_buffers(std::uint32_t max_seeds) {
  const auto report = static_cast<std::int64_t>(seeds_bytes(max_seeds));
  const std::int64_t slots = std::int64_t{3 * sizeof(GLuint)} * slots_of(max_seeds);
  const std::int64_t positions = std::int64_t{sizeof(GLuint)} + std::int64_t{sizeof(Position)} * max_seeds;
  seeds_ = gl::try_make_buffer(report, "glccl seeds");
  slots_ = gl::try_make_buffer(slots, "glccl slots of seeds");
  positions_ = gl::try_make_buffer(positions, "glccl positions of seeds", nullptr, GL_DYNAMIC_STORAGE_BIT);
  bytes_ = report + slots + positions;
  if (seeds_ && slots_ && positions_) return {};
  return Error{ErrorCode::gpu, "regions for " + std::to_string(max_seeds) + " seeds: no GPU memory: ask for fewer"};
}

Result<SelectionPasses> SelectionPasses::create(const gl::Programs& programs, const Extent& extent,
                                                const RegionOptions& options) {
  SelectionPasses made;
  if (const Result<void> status = made.make_buffers(options.max_seeds); !status) return status.error();
  std::vector<std::string> defines = gl::extent_defines(extent, shared::REGION_GROUP);
  defines.push_back(gl::define("SLOTS", slots_of(options.max_seeds)));
  const gl::Groups slots = gl::folded(slots_of(options.max_seeds), shared::REGION_GROUP);
  const gl::Groups seeds = gl::folded(options.max_seeds, shared::REGION_GROUP);
  std::vector<gl::PassSource> sources = {
      {"begin_selection", slots},
      {"find_seeds", seeds},
      {"number_seeds", {1, 1, 1}},
      {"report_seeds", seeds},
  };
  if (options.selection_mask || options.selection_labels) {
    sources.push_back({"write_selection",
                       groups_of_columns(extent, shared::SELECTED_ROWS),
                       {gl::define("HAS_MASK", options.selection_mask ? 1 : 0),
                        gl::define("HAS_LABELS", options.selection_labels ? 1 : 0)}});
  }
  const Result<void> compiled = gl::make_passes(programs, shader_files, "regions/", sources, defines, made.passes_);
  if (!compiled) return compiled.error();
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
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, seeds_binding, seeds_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, slots_binding, slots_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, positions_binding, positions_.name());
  bind_image(mask_unit, images.mask, GL_R8UI, extent);
  bind_image(labels_unit, images.labels, GL_R32UI, extent);
  for (const gl::CompiledPass& pass : passes_) dispatch(pass, marks);
}

Result<gl::CompiledPass> make_boundary_pass(const gl::Programs& programs, const Extent& extent) {
  std::vector<std::string> defines = gl::extent_defines(extent, shared::REGION_GROUP);
  defines.push_back(gl::define("DEPTH_STEPS", extent.is_volume() ? 1 : 0));
  return gl::make_pass(programs, shader_files, "regions/", {"find_boundaries", groups_of_columns(extent, 1)}, defines);
}

void run_boundary_pass(const gl::CompiledPass& pass, int hops, GLuint mask, const Extent& extent,
                       gl::PassMarks& marks) {
  bind_image(mask_unit, mask, GL_R8UI, extent);
  pass.program->uniforms.set(shared::AT_ARGUMENT, hops);
  dispatch(pass, marks);
}

Result<gl::CompiledPass> make_colour_pass(const gl::Programs& programs, const Extent& extent) {
  return gl::make_pass(programs, shader_files, "regions/", {"write_colours", groups_of_columns(extent, 1)},
                       gl::extent_defines(extent, shared::REGION_GROUP));
}

void run_colour_pass(const gl::CompiledPass& pass, GLuint colours, const Extent& extent, gl::PassMarks& marks) {
  bind_image(colours_unit, colours, GL_RGBA8, extent);
  dispatch(pass, marks);
}

}  // namespace glccl::regions
