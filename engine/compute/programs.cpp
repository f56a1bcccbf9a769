#include "engine/compute/programs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/common/shader_files.hpp"
#include "engine/gl/compute_pass.hpp"
#include "engine/vocabulary/axis_bits.hpp"
#include "glccl/table.hpp"
#include "glsl/shared/filter.h"
#include "glsl/shared/locations.h"

namespace glccl::compute {

namespace {

/// The criterion of programs that read a second image. Those elements of a mask count that are not 0.
const Criterion any_value = Foreground{};

}  // namespace

ComputeProgramKey key_of(const Dispatch& pass, const Request& request, bool subgroups) {
  const ComputePassNeeds& needs = traits_of(pass.name).needs;
  ComputeProgramKey key;
  key.pass = pass.name;
  key.group_size = pass.group_size;
  key.subgroups = subgroups;
  key.merges = pass.merges;
  key.masked = pass.masked;
  key.seams = pass.seams;
  key.own_fractions = pass.own_fractions;
  key.measures = pass.measures;
  key.continues = pass.continues;
  key.volume = request.source.extent.is_volume();
  key.connectivity =
      connectivity_in(request.source.extent, needs.tiles ? request.spec.connectivity : Connectivity::full);
  if (needs.tiles) key.criterion = kind_of(request.spec.criterion);
  if (needs.numbering) key.numbering = request.spec.numbering;
  if (needs.columns) key.columns = request.columns();
  key.label_buffer = uses_labels(pass.name) && request.label_place.buffer != 0;
  key.filtered = needs.filter && !request.spec.filter.keeps_all();
  const bool compares = key.criterion != CriterionKind::foreground;
  const bool reads_source =
      needs.source || (needs.values && compares) || (needs.row_values && key.criterion == CriterionKind::equal);
  key.source.shape = key.volume ? SourceShape::volume : SourceShape::flat;
  if (needs.mask || needs.intensity) {
    key.source = kind_of(needs.mask ? request.mask : request.intensity, any_value);
  } else if (reads_source) {
    key.source = kind_of(request.source, request.spec.criterion);
  } else if (compares && !needs.row_values) {
    key.criterion = CriterionKind::equal;  // stands for all criteria that compare values
  }
  // textureGather makes denormal floats 0 on NVIDIA's GPUs, texelFetch does not.
  key.gathered = pass.name == ComputePass::label_tiles && subgroups && key.criterion == CriterionKind::foreground &&
                 key.source.channels == 1 && key.source.texels != Texels::floats &&
                 key.source.shape == SourceShape::flat && request.source.level == 0;
  return key;
}

namespace {

using Defines = std::vector<std::string>;
using gl::define;

/// The geometry of tiles.
void add_geometry(const ComputeProgramKey& key, Defines& defines) {
  const TileGeometry tile = tile_geometry_of(key.volume, key.connectivity, key.criterion);
  if (key.volume) defines.emplace_back("VOLUME 1");
  defines.insert(defines.end(),
                 {define("AXES", tile.axes), define("ROWS_Y", tile.rows_y), define("ROWS_Z", tile.rows_z),
                  define("WORDS_X", tile.words), define("BANDS_Y", tile.bands_y), define("BANDS_Z", tile.bands_z),
                  define("MOST_RUNS", tile.most_runs()), define("MOST_NODES", tile.most_nodes())});
}

/// The layout of the component table: where its measured columns begin, in words of a row; 0 for those that it lacks.
void add_columns(std::uint32_t columns, std::vector<ProgramConstant>& constants) {
  const auto word = [&](std::uint32_t column) {
    if ((columns & column) == 0) return std::uint32_t{0};
    return static_cast<std::uint32_t>(column_offset(columns, column) / sizeof(std::uint32_t));
  };
  const auto measured_at =
      static_cast<std::uint32_t>(column_offset(columns, table_column_moments) / sizeof(std::uint32_t));
  constants.insert(constants.end(), {{"ROW_STRIDE", static_cast<std::uint32_t>(row_bytes_of(columns) / 16)},
                                     {"OPTIONAL_COLUMNS",
                                      columns & (measured_columns | table_column_moments_z | table_column_intensity_z)},
                                     {"MEASURED_AT", measured_at},
                                     {"MOMENTS_AT", word(table_column_moments)},
                                     {"MOMENTS_Z_AT", word(table_column_moments_z)},
                                     {"QUADS_AT", word(table_column_quads)},
                                     {"INTENSITY_AT", word(table_column_intensity)},
                                     {"CUBES_AT", word(table_column_cubes)},
                                     {"SEAMS_AT", word(table_column_seams)},
                                     {"INTENSITY_Z_AT", word(table_column_intensity_z)}});
}

/// The defines that are no constants.
Defines defines_of(const ComputeProgramKey& key) {
  const ComputePassNeeds& needs = traits_of(key.pass).needs;
  Defines defines = source_defines(key.source, key.criterion);
  add_geometry(key, defines);
  defines.insert(defines.end(),
                 {define("MERGES", key.merges ? 1 : 0), define("STORES_TILES", needs.stores_tiles ? 1 : 0),
                  define("MEASURES", key.measures ? 1 : 0), define("GATHERED", key.gathered ? 1 : 0),
                  define("CONTINUES", key.continues ? 1 : 0),
                  std::string("SHARED_BUFFER") + (key.merges || key.continues ? " coherent" : "")});
  if (uses_labels(key.pass)) {
    const bool writes = key.pass == ComputePass::write_labels;
    defines.insert(defines.end(),
                   {define("LABELS_IN_BUFFER", key.label_buffer ? 1 : 0), define("WRITES_LABELS", writes ? 1 : 0),
                    std::string("LABEL_ACCESS ") + (writes ? "writeonly" : "readonly")});
  }
  return defines;
}

gl::ProgramText compose(const ComputeProgramKey& key, const Defines& defines) {
  const ComputePassTraits& traits = traits_of(key.pass);
  std::vector<std::string> files;
  if (key.subgroups) files.emplace_back("compute/subgroups.glsl");  // extensions come first
  files.push_back(std::string("compute/") + traits.folder + traits.name + ".comp");
  return gl::text_of(shader_files, gl::ComputeSource{traits.name, files, defines});
}

}  // namespace

std::vector<ProgramConstant> constants_of(const ComputeProgramKey& key) {
  std::vector<ProgramConstant> constants = {{"GROUP_SIZE", static_cast<std::uint32_t>(key.group_size)},
                                            {"NUMBERED", key.numbering == Numbering::raster ? 1U : 0U},
                                            {"FILTERED", key.filtered ? 1U : 0U},
                                            {"SEAMS", key.seams ? 1U : 0U},
                                            {"MASKED", key.masked ? 1U : 0U},
                                            {"OWN_FRACTIONS", key.own_fractions ? 1U : 0U}};
  for (const ProgramConstant& constant : source_constants(key.source)) constants.push_back(constant);
  if (traits_of(key.pass).needs.columns) add_columns(key.columns, constants);
  return constants;
}

ComputeProgramKey without_constants(ComputeProgramKey key) {
  const ComputeProgramKey none;
  key.group_size = none.group_size;
  key.numbering = none.numbering;
  key.filtered = none.filtered;
  key.seams = none.seams;
  key.masked = none.masked;
  key.own_fractions = none.own_fractions;
  key.columns = none.columns;
  key.source = without_constants(key.source);
  return key;
}

gl::ProgramText text_of(const ComputeProgramKey& key) {
  Defines defines = defines_of(key);
  for (const ProgramConstant& constant : constants_of(key)) defines.push_back(define(constant.name, constant.value));
  return compose(key, defines);
}

namespace {

/// The shader of a program that is given its constants, but for the size of a workgroup, which `defines` has.
gl::ProgramText text_with_constants(const ComputeProgramKey& key, Defines defines) {
  const std::vector<ProgramConstant> constants = constants_of(key);
  const ComputeProgramKey shared = without_constants(key);
  std::string declared = "GLCCL_CONSTANTS";
  for (std::size_t i = 1; i < constants.size(); ++i) {
    const std::string name = "constant_" + std::to_string(i);
    defines.push_back(constants[i].name + (" " + name));
    declared += " layout(constant_id = " + std::to_string(i) + ") const int " + name + " = 1;";
  }
  defines.push_back(declared);
  const Defines of_key = defines_of(shared);
  defines.insert(defines.end(), of_key.begin(), of_key.end());
  return compose(shared, defines);
}

}  // namespace

gl::ProgramText vulkan_text_of(const ComputeProgramKey& key) {
  return text_with_constants(key, {"GROUP_SIZE int(gl_WorkGroupSize.x)"});
}

gl::ProgramText web_text_of(const ComputeProgramKey& key) {
  return text_with_constants(key, {define("GROUP_SIZE", key.group_size), "VULKAN 1", "WEBGPU 1"});
}

namespace {

/// The uniform `limits` of glsl/compute/filter/limits.glsl.
std::array<GLint, 4> limits_of(const PlanKey& key, const Filter& filter, bool inverted_filter) {
  // No area and no number of components has more than 32 bits.
  const auto clamped = [](std::uint64_t limit) {
    return static_cast<GLint>(static_cast<GLuint>(std::min<std::uint64_t>(limit, 0xFFFFFFFFU)));
  };
  return {clamped(filter.min_area), clamped(filter.max_area), clamped(filter.largest),
          border_bits(filter, key.extent, key.periodic) | (inverted_filter ? shared::INVERTED_FILTER : 0)};
}

}  // namespace

void set_uniforms(UniformValues& uniforms, const ComputePlan& plan, const Request& request, ComputePass pass) {
  const Extent& extent = plan.key.extent;
  const int rows = extent.height * extent.depth;  // as an image, a volume has all rows of all slices
  uniforms.set(shared::AT_IMAGE_SIZE, std::array<GLint, 2>{extent.width, rows});
  uniforms.set(shared::AT_WORD_COUNT, std::array<GLint, 2>{plan.words.width, rows});
  uniforms.set(shared::AT_VOLUME,
               std::array<GLint, 4>{extent.height, extent.depth, plan.tiles.width, plan.tiles.height});
  uniforms.set(shared::AT_COLUMNS_EACH, static_cast<GLint>(plan.columns_each));
  uniforms.set(shared::AT_TABLE_ROWS, static_cast<GLuint>(plan.key.table_rows));
  uniforms.set(shared::AT_FILTER, limits_of(plan.key, request.spec.filter, request.inverted_filter));
  uniforms.set(shared::AT_PERIODIC, axis_bits(plan.key.periodic));
  if (request.label_place.buffer != 0) uniforms.set(shared::AT_LABEL_PLACE, request.label_place.uniform(4));
  uniforms.set(shared::AT_FRACTION_BITS, static_cast<GLint>(request.spec.fraction_bits.value_or(0)));
  if (traits_of(pass).needs.mask) {
    set_source_uniforms(uniforms, request.mask, any_value);
  } else if (traits_of(pass).needs.intensity) {
    set_source_uniforms(uniforms, request.intensity, any_value);
  } else {
    set_source_uniforms(uniforms, request.source, request.spec.criterion);
  }
}

}  // namespace glccl::compute
