#include "engine/extracts/passes.hpp"

#include <bit>
#include <utility>

#include "engine/gl/memory.hpp"
#include "engine/gl/program.hpp"
#include "engine/gl/work_groups.hpp"
#include "engine/shader_files.hpp"
#include "glsl/shared/extracts.h"
#include "glsl/shared/locations.h"

namespace glccl::extracts {
namespace {

constexpr GLuint seeds_binding = 0;
constexpr GLuint slots_binding = 1;
constexpr GLuint positions_binding = 2;
constexpr GLuint mask_unit = 0;
constexpr GLuint labels_unit = 1;

std::int64_t rows_of(const Extent& extent) { return std::int64_t{extent.height} * extent.depth; }

/// Slots of the hash table: a power of two, at least twice the seeds.
std::int64_t slots_of(std::uint32_t max_seeds) { return std::int64_t{2} * std::bit_ceil(max_seeds); }

void bind_image(GLuint unit, GLuint texture, GLenum format, const Extent& extent) {
  if (texture == 0) return;
  glBindImageTexture(unit, texture, 0, extent.is_volume() ? GL_TRUE : GL_FALSE, 0, GL_WRITE_ONLY, format);
}

}  // namespace

std::string define(const char* name, std::int64_t value) { return std::string(name) + " " + std::to_string(value); }

Result<Pass> make_pass(const Extent& extent, const PassSource& source, std::int64_t groups) {
  std::vector<std::string> files = {"shared/prelude.h", "shared/locations.h", "shared/extracts.h",
                                    "common/jobs.glsl", "common/places.glsl", "extracts/extracts.glsl"};
  files.insert(files.end(), source.files.begin(), source.files.end());
  files.push_back(std::string("extracts/") + source.name + ".comp");
  std::vector<std::string> defines = source.defines;
  defines.push_back(define("GROUP_SIZE", shared::EXTRACT_GROUP));
  defines.push_back(define("WIDTH", extent.width));
  defines.push_back(define("HEIGHT", extent.height));
  defines.push_back(define("DEPTH", extent.depth));
  defines.push_back(define("ROWS", rows_of(extent)));
  if (extent.is_volume()) defines.push_back(define("VOLUME", 1));
  Result<gl::Program> program = gl::build_compute_program(shader_files, {source.name, files, defines});
  if (!program) return program.error();
  return Pass{source.name, *std::move(program), gl::folded(static_cast<GLuint>(groups))};
}

Status make_passes(const Extent& extent, const std::vector<std::pair<PassSource, std::int64_t>>& sources,
                   std::vector<Pass>& passes) {
  for (const auto& [source, groups] : sources) {
    Result<Pass> pass = make_pass(extent, source, groups);
    if (!pass) return pass.error();
    passes.push_back(*std::move(pass));
  }
  return {};
}

std::int64_t groups_of_columns(const Extent& extent, int rows) {
  const std::int64_t across = gl::groups_for(extent.width, shared::EXTRACT_COLUMNS);
  return across * gl::groups_for(rows_of(extent), shared::EXTRACT_GROUP / shared::EXTRACT_COLUMNS * rows);
}

void dispatch(const Pass& pass, gl::PassMarks& marks) {
  marks.begin(pass.name, pass.name);
  glUseProgram(pass.program.name());
  glDispatchCompute(pass.groups[0], pass.groups[1], 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

Status SelectionPasses::make_buffers(std::uint32_t max_seeds) {
  const auto report = static_cast<std::int64_t>(seeds_bytes(max_seeds));
  const std::int64_t slots = std::int64_t{3 * sizeof(GLuint)} * slots_of(max_seeds);
  const std::int64_t positions = std::int64_t{sizeof(GLuint)} + std::int64_t{sizeof(Position)} * max_seeds;
  seeds_ = gl::try_make_buffer(report, "glccl seeds");
  slots_ = gl::try_make_buffer(slots, "glccl slots of seeds");
  positions_ = gl::try_make_buffer(positions, "glccl positions of seeds", nullptr, GL_DYNAMIC_STORAGE_BIT);
  bytes_ = report + slots + positions;
  if (seeds_ && slots_ && positions_) return {};
  return Error{ErrorCode::gpu,
               "an extractor for " + std::to_string(max_seeds) + " seeds: no GPU memory: ask for fewer"};
}

Result<SelectionPasses> SelectionPasses::create(const Extent& extent, const ExtractorOptions& options) {
  SelectionPasses made;
  if (const Status status = made.make_buffers(options.max_seeds); !status) return status.error();
  const std::vector<std::string> seed_files = {"shared/label_pairs.h", "extracts/seeds.glsl"};
  const std::vector<std::string> defines = {define("SLOTS", slots_of(options.max_seeds))};
  const std::int64_t seed_groups = gl::groups_for(options.max_seeds, shared::EXTRACT_GROUP);
  std::vector<std::pair<PassSource, std::int64_t>> sources = {
      {{"begin_selection", seed_files, defines}, gl::groups_for(slots_of(options.max_seeds), shared::EXTRACT_GROUP)},
      {{"find_seeds", seed_files, defines}, seed_groups},
      {{"number_seeds", {"shared/label_pairs.h", "extracts/seeds.glsl", "compute/prefix.glsl"}, defines}, 1},
      {{"report_seeds", seed_files, defines}, seed_groups},
  };
  if (options.selection_mask || options.selection_labels) {
    PassSource write{"write_selection", seed_files, defines};
    write.defines.push_back(define("HAS_MASK", options.selection_mask ? 1 : 0));
    write.defines.push_back(define("HAS_LABELS", options.selection_labels ? 1 : 0));
    sources.emplace_back(std::move(write), groups_of_columns(extent, shared::SELECTED_ROWS));
  }
  if (const Status status = make_passes(extent, sources, made.passes_); !status) return status.error();
  return made;
}

void SelectionPasses::run(std::span<const Position> seeds, const SelectionImages& images, const Extent& extent,
                          gl::PassMarks& marks) {
  const auto count = static_cast<GLuint>(seeds.size());
  glNamedBufferSubData(positions_.name(), 0, sizeof count, &count);
  if (!seeds.empty()) {
    glNamedBufferSubData(positions_.name(), sizeof count, static_cast<GLsizeiptr>(seeds.size_bytes()), seeds.data());
  }
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, seeds_binding, seeds_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, slots_binding, slots_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, positions_binding, positions_.name());
  bind_image(mask_unit, images.mask, GL_R8UI, extent);
  bind_image(labels_unit, images.labels, GL_R32UI, extent);
  for (const Pass& pass : passes_) dispatch(pass, marks);
}

Result<Pass> make_boundary_pass(const Extent& extent) {
  const PassSource source{"find_boundaries", {}, {define("DEPTH_STEPS", extent.is_volume() ? 1 : 0)}};
  return make_pass(extent, source, groups_of_columns(extent, 1));
}

void run_boundary_pass(const Pass& pass, int hops, GLuint mask, const Extent& extent, gl::PassMarks& marks) {
  bind_image(mask_unit, mask, GL_R8UI, extent);
  glProgramUniform1i(pass.program.name(), shared::AT_ARGUMENT, hops);
  dispatch(pass, marks);
}

}  // namespace glccl::extracts
