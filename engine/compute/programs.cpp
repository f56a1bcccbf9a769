#include "engine/compute/programs.hpp"

#include <string>
#include <utility>
#include <vector>

#include "engine/gl/program.hpp"

namespace glccl::gl {
extern const std::vector<ShaderFile> shader_files;
}  // namespace glccl::gl

namespace glccl::compute {
namespace {

/// Uniform locations that the shaders of glsl/compute name; source_uniforms.cpp has those of the criterion.
enum Location : GLint { at_image_size = 10, at_table_rows = 14, at_word_count = 15, at_columns_each = 16 };

// Of GL_KHR_shader_subgroup, which GLEW 2.2 does not know.
constexpr GLenum subgroup_size = 0x9532;                // GL_SUBGROUP_SIZE_KHR
constexpr GLenum subgroup_stages = 0x9533;              // GL_SUBGROUP_SUPPORTED_STAGES_KHR
constexpr GLenum subgroup_features = 0x9534;            // GL_SUBGROUP_SUPPORTED_FEATURES_KHR
constexpr GLint compute_stage = GL_COMPUTE_SHADER_BIT;  // of the stages
constexpr GLint arithmetic_feature = 0x00000004;        // GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR
constexpr GLint ballot_feature = 0x00000008;            // GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR

/// The files of a pass, between those of all and its own.
std::vector<std::string> files_of(PassName pass, bool numbered) {
  const std::string tiles = "compute/tiles.glsl";
  const std::string nodes = "compute/nodes.glsl";
  const std::string links = "compute/links.glsl";
  const std::string ranks = "compute/ranks.glsl";
  const std::string prefix = "compute/prefix.glsl";
  const std::string criterion = "common/criterion.glsl";
  const std::string source = "compute/source_texels.glsl";
  const std::string table = "common/table.glsl";
  const std::string rows = "common/begin_rows.glsl";
  switch (pass) {
    case PassName::label_tiles: {
      std::vector<std::string> files = {tiles, nodes, criterion, source, links, prefix};
      if (numbered) files.push_back(ranks);
      files.insert(files.end(), {"compute/pack_pixels.glsl", "compute/tile_runs.glsl", "compute/tile_forest.glsl",
                                 "compute/tile_components.glsl"});
      return files;
    }
    case PassName::merge_tiles:
      return {tiles, nodes, criterion, source, links};
    case PassName::settle_nodes:
      return {tiles, nodes, ranks};
    case PassName::rank_words:
    case PassName::sum_ranks:
      return {ranks, prefix};
    case PassName::begin_rows:
      return {tiles, nodes, criterion, source, ranks, table, rows};
    case PassName::write_labels:
      return numbered ? std::vector{tiles, nodes, ranks} : std::vector{tiles, nodes};
    case PassName::measure_components:
      return {
          tiles, nodes, criterion, source, ranks, prefix, table, rows, "common/sums.glsl", "compute/tile_sums.glsl"};
  }
  return {};
}

bool reads_source(PassName pass) {
  switch (pass) {
    case PassName::label_tiles:
    case PassName::merge_tiles:
    case PassName::begin_rows:
    case PassName::measure_components:
      return true;
    default:
      return false;
  }
}

bool depends_on_numbering(PassName pass) { return pass == PassName::label_tiles || pass == PassName::write_labels; }

}  // namespace

ProgramKey key_of(const Pass& pass, const SourceView& source, const Options& options, bool subgroups) {
  ProgramKey key;
  key.pass = pass.name;
  key.group_size = pass.group_size;
  key.connectivity = options.connectivity;
  key.criterion = kind_of(options.criterion);
  key.subgroups = subgroups;
  if (depends_on_numbering(pass.name)) key.numbering = options.numbering;
  if (!reads_source(pass.name)) return key;
  key.kind = source.kind;
  key.layered = source.layered;
  key.gathered = pass.name == PassName::label_tiles && subgroups && key.criterion == CriterionKind::foreground &&
                 source.channels == 1 && !source.layered && source.level == 0;
  return key;
}

bool has_subgroups() {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  bool found = false;
  for (GLint i = 0; i < count && !found; ++i) {
    const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    found = name != nullptr && std::string_view(name) == "GL_KHR_shader_subgroup";
  }
  if (!found) return false;
  GLint size = 0;
  GLint stages = 0;
  GLint features = 0;
  glGetIntegerv(subgroup_size, &size);
  glGetIntegerv(subgroup_stages, &stages);
  glGetIntegerv(subgroup_features, &features);
  constexpr GLint needed = arithmetic_feature | ballot_feature;
  return size == columns_in_word && (stages & compute_stage) != 0 && (features & needed) == needed;
}

Result<gl::Program> build_program(const ProgramKey& key) {
  const bool two_rows = key.connectivity == Connectivity::eight && key.criterion == CriterionKind::foreground;
  const bool numbered = key.numbering == Numbering::raster;
  std::vector<std::string> defines = source_defines(key.kind, key.layered, key.criterion);
  defines.push_back("CONNECTIVITY " + std::to_string(static_cast<int>(key.connectivity)));
  defines.push_back("GROUP_SIZE " + std::to_string(key.group_size));
  defines.push_back(std::string("ROWS ") + (two_rows ? "2" : "1"));
  defines.push_back(std::string("NUMBERED ") + (numbered ? "1" : "0"));
  defines.push_back(std::string("GATHERED ") + (key.gathered ? "1" : "0"));
  std::vector<std::string> files;
  if (key.subgroups) files.emplace_back("compute/subgroups.glsl");
  files.emplace_back("compute/words.glsl");
  for (std::string& file : files_of(key.pass, numbered)) files.push_back(std::move(file));
  const std::string name(name_of(key.pass));
  files.push_back("compute/" + name + ".comp");
  return gl::build_compute_program(gl::shader_files, {name, files, defines});
}

void set_uniforms(GLuint program, const Plan& plan, const SourceView& source, const Criterion& criterion) {
  const auto has = [&](const char* uniform) { return glGetUniformLocation(program, uniform) >= 0; };
  if (has("image_size")) glProgramUniform2i(program, at_image_size, plan.size.width, plan.size.height);
  if (has("columns_each")) glProgramUniform1i(program, at_columns_each, plan.columns_each);
  if (has("word_count")) glProgramUniform2i(program, at_word_count, plan.words.width, plan.words.height);
  if (has("table_rows")) glProgramUniform1ui(program, at_table_rows, plan.table_rows);
  set_source_uniforms(program, source, criterion);
}

}  // namespace glccl::compute
