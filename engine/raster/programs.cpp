#include "engine/raster/programs.hpp"

#include <array>
#include <string>
#include <vector>

#include "engine/common/shader_files.hpp"
#include "engine/gl/compute_pass.hpp"

namespace glccl::raster {
RasterProgramKey key_of(const RasterPassTraits& traits, const Request& request) {
  RasterProgramKey key;
  key.pass = traits.pass;
  if (traits.finds_neighbors) key.connectivity = request.spec.connectivity;
  if (traits.reads_source || traits.reads_runs) key.criterion = kind_of(request.spec.criterion);
  if (!traits.reads_source && key.criterion != CriterionKind::foreground) {
    key.criterion = CriterionKind::equal;  // stands for all criteria that compare values
  }
  if (traits.reads_source) key.source = kind_of(request.source, request.spec.criterion);
  return key;
}

gl::ProgramText text_of(const RasterProgramKey& key) {
  const RasterPassTraits& traits = traits_of(key.pass);
  std::vector<std::string> defines = source_defines(key.source, key.criterion);
  for (const ProgramConstant& constant : source_constants(key.source)) {
    defines.push_back(gl::define(constant.name, constant.value));
  }
  if (traits.finds_neighbors) {
    defines.push_back("CONNECTIVITY " + std::to_string(static_cast<int>(key.connectivity)));
  }
  return gl::text_of(
      shader_files, gl::ProgramSource{traits.name, traits.vertex_file, traits.fragment_file, defines, traits.captured});
}

void set_plan(gl::Uniforms& uniforms, const RasterPlan& plan) {
  if (uniforms.has(shared::AT_LEVELS)) {
    std::vector<std::array<GLint, 2>> levels;
    for (const Level& level : plan.levels) levels.push_back({level.first_row, level.elements});
    uniforms.set_levels(levels);
  }
  uniforms.set(shared::AT_LEVEL_COUNT, static_cast<GLint>(plan.levels.size()));
  uniforms.set(shared::AT_IMAGE_SIZE, std::array<GLint, 2>{plan.key.extent.width, plan.key.extent.height});
  uniforms.set(shared::AT_BLOCK_WIDTH, static_cast<GLint>(plan.block_width));
  uniforms.set(shared::AT_LIST_BITS, static_cast<GLint>(list_bits(plan.key.extent)));
  uniforms.set(shared::AT_TABLE_ROWS, static_cast<GLuint>(plan.key.table_rows));
}

void set_draw(gl::Uniforms& uniforms, const Draw& draw, const Extent& target) {
  const Rectangle& drawn = draw.rectangle;
  uniforms.set(shared::AT_TARGET_SIZE, std::array<GLint, 2>{target.width, target.height});
  uniforms.set(shared::AT_ARGUMENT, static_cast<GLint>(draw.argument));
  uniforms.set(shared::AT_HOPS, static_cast<GLint>(draw.hops));
  uniforms.set(shared::AT_RECTANGLE, std::array<GLint, 4>{drawn.x0, drawn.y0, drawn.x1, drawn.y1});
}

}  // namespace glccl::raster
