#include "engine/compute/programs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/gl/program.hpp"
#include "engine/shader_files.hpp"
#include "engine/vocabulary/axis_bits.hpp"
#include "glccl/table.hpp"
#include "glsl/shared/filter.h"
#include "glsl/shared/tile_geometry.h"

namespace glccl::compute {

namespace {

/// The criterion of programs that read a second image. Those elements of a mask count that are not 0.
const Criterion any_value = Foreground{};

}  // namespace

ComputeProgramKey key_of(const Dispatch& pass, const Request& request, bool subgroups) {
  const ComputePassTraits& traits = traits_of(pass.name);
  ComputeProgramKey key;
  key.pass = pass.name;
  key.group_size = pass.group_size;
  key.connectivity = request.spec.connectivity;
  key.criterion = kind_of(request.spec.criterion);
  key.subgroups = subgroups;
  key.merges = pass.merges;
  key.masked = pass.masked;
  key.seams = pass.seams;
  key.own_fractions = pass.own_fractions;
  key.measures = pass.measures;
  key.volume = request.source.extent.is_volume();
  if (traits.depends_on_numbering) key.numbering = request.spec.numbering;
  if (traits.depends_on_columns) key.columns = request.columns();
  key.filtered = traits.depends_on_filter && !request.spec.filter.keeps_all();
  if (!traits.reads_source) return key;
  if (traits.reads_mask) {
    key.criterion = CriterionKind::foreground;
    key.source = kind_of(request.mask, any_value);
    return key;
  }
  if (traits.reads_intensity) {
    key.criterion = CriterionKind::foreground;
    key.source = kind_of(request.intensity, any_value);
    return key;
  }
  key.source = kind_of(request.source, request.spec.criterion);
  // textureGather makes denormal floats 0 on NVIDIA's GPUs, texelFetch does not.
  key.gathered = pass.name == ComputePass::label_tiles && subgroups && key.criterion == CriterionKind::foreground &&
                 key.source.channels == 1 && key.source.texels != Texels::floats &&
                 key.source.shape == SourceShape::flat && request.source.level == 0;
  return key;
}

namespace {

using Defines = std::vector<std::string>;

void add_define(Defines& defines, const std::string& name, int value) {
  defines.push_back(name + " " + std::to_string(value));
}

/// The geometry of tiles.
void add_geometry(const ComputeProgramKey& key, Defines& defines) {
  const TileGeometry tile = tile_geometry_of(key.volume, key.connectivity, key.criterion);
  if (key.volume) add_define(defines, "VOLUME", 1);
  add_define(defines, "AXES", tile.axes);
  add_define(defines, "ROWS_Y", tile.rows_y);
  add_define(defines, "ROWS_Z", tile.rows_z);
  add_define(defines, "WORDS_X", tile.words);
  add_define(defines, "BANDS_Y", tile.bands_y);
  add_define(defines, "BANDS_Z", tile.bands_z);
  add_define(defines, "MOST_RUNS", tile.most_runs());
  add_define(defines, "MOST_NODES", tile.most_nodes());
}

/// The layout of the component table: where its measured columns begin, in words of a row; 0 for those that it lacks.
void add_columns(std::uint32_t columns, Defines& defines) {
  add_define(defines, "ROW_STRIDE", static_cast<int>(row_bytes_of(columns) / 16));
  const auto add = [&](const char* name, std::uint32_t value) {
    defines.push_back(std::string(name) + " " + std::to_string(value) + "u");
  };
  const auto word = [&](std::uint32_t column) {
    return static_cast<std::uint32_t>(column_offset(columns, column) / sizeof(std::uint32_t));
  };
  add("OPTIONAL_COLUMNS", columns & (measured_columns | table_column_moments_z | table_column_intensity_z));
  add("MEASURED_AT", word(table_column_moments));
  add("MOMENTS_AT", (columns & table_column_moments) != 0 ? word(table_column_moments) : 0);
  add("MOMENTS_Z_AT", (columns & table_column_moments_z) != 0 ? word(table_column_moments_z) : 0);
  add("QUADS_AT", (columns & table_column_quads) != 0 ? word(table_column_quads) : 0);
  add("INTENSITY_AT", (columns & table_column_intensity) != 0 ? word(table_column_intensity) : 0);
  add("CUBES_AT", (columns & table_column_cubes) != 0 ? word(table_column_cubes) : 0);
  add("SEAMS_AT", (columns & table_column_seams) != 0 ? word(table_column_seams) : 0);
  add("INTENSITY_Z_AT", (columns & table_column_intensity_z) != 0 ? word(table_column_intensity_z) : 0);
}

/// The files of every pass, in their order: extensions come first.
std::vector<std::string> first_files(const ComputeProgramKey& key) {
  std::vector<std::string> files;
  if (key.subgroups) files.emplace_back("compute/subgroups.glsl");
  files.insert(files.end(), {"shared/prelude.h", "shared/locations.h", "shared/tile_geometry.h", "shared/words.h",
                             "shared/bands.h", "shared/border_links.h", "shared/table_layout.h", "compute/groups.glsl",
                             "compute/tiles/geometry.glsl"});
  return files;
}

}  // namespace

Result<gl::Program> build_program(const ComputeProgramKey& key) {
  const ComputePassTraits& traits = traits_of(key.pass);
  Defines defines = source_defines(key.source, key.criterion);
  add_geometry(key, defines);
  if (traits.depends_on_columns) add_columns(key.columns, defines);
  add_define(defines, "GROUP_SIZE", key.group_size);
  add_define(defines, "NUMBERED", key.numbering == Numbering::raster ? 1 : 0);
  add_define(defines, "FILTERED", key.filtered ? 1 : 0);
  add_define(defines, "MERGES", key.merges ? 1 : 0);
  add_define(defines, "STORES_TILES", traits.stores_tiles ? 1 : 0);
  add_define(defines, "MASKED", key.masked ? 1 : 0);
  add_define(defines, "SEAMS", key.seams ? 1 : 0);
  add_define(defines, "OWN_FRACTIONS", key.own_fractions ? 1 : 0);
  add_define(defines, "MEASURES", key.measures ? 1 : 0);
  defines.push_back(std::string("SHARED_BUFFER") + (key.merges || traits.shares_buffers ? " coherent" : ""));
  add_define(defines, "GATHERED", key.gathered ? 1 : 0);
  std::vector<std::string> files = first_files(key);
  files.insert(files.end(), traits.files.begin(), traits.files.end());
  return gl::build_compute_program(shader_files, {traits.name, files, defines});
}

namespace {

/// The uniform `limits` of glsl/compute/filter/limits.glsl.
std::array<GLint, 4> limits_of(const PlanKey& key, const Filter& filter, bool keeps_others) {
  // No area and no number of components has more than 32 bits.
  const auto clamped = [](std::uint64_t limit) {
    return static_cast<GLint>(static_cast<GLuint>(std::min<std::uint64_t>(limit, 0xFFFFFFFFU)));
  };
  return {clamped(filter.min_area), clamped(filter.max_area), clamped(filter.largest),
          border_axis_bits(filter, key.extent, key.periodic) | (keeps_others ? shared::KEEPS_OTHERS : 0)};
}

}  // namespace

void set_uniforms(gl::Uniforms& uniforms, const ComputePlan& plan, const Request& request, ComputePass pass) {
  const Extent& extent = plan.key.extent;
  const int rows = extent.height * extent.depth;  // as an image, a volume has all rows of all slices
  uniforms.set(shared::AT_IMAGE_SIZE, std::array<GLint, 2>{extent.width, rows});
  uniforms.set(shared::AT_WORD_COUNT, std::array<GLint, 2>{plan.words.width, rows});
  uniforms.set(shared::AT_VOLUME,
               std::array<GLint, 4>{extent.height, extent.depth, plan.tiles.width, plan.tiles.height});
  uniforms.set(shared::AT_COLUMNS_EACH, static_cast<GLint>(plan.columns_each));
  uniforms.set(shared::AT_TABLE_ROWS, static_cast<GLuint>(plan.key.table_rows));
  uniforms.set(shared::AT_FILTER, limits_of(plan.key, request.spec.filter, request.keeps_others));
  uniforms.set(shared::AT_PERIODIC, axis_bits(plan.key.periodic));
  uniforms.set(shared::AT_FRACTION_BITS, static_cast<GLint>(request.spec.fraction_bits.value_or(0)));
  if (traits_of(pass).reads_mask) {
    set_source_uniforms(uniforms, request.mask, any_value);
  } else if (traits_of(pass).reads_intensity) {
    set_source_uniforms(uniforms, request.intensity, any_value);
  } else {
    set_source_uniforms(uniforms, request.source, request.spec.criterion);
  }
}

}  // namespace glccl::compute
