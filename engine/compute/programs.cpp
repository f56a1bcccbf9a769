#include "compute/programs.hpp"

#include <string>
#include <vector>

#include "gl/program.hpp"

namespace glccl::gl {
extern const std::vector<ShaderFile> shader_files;
}  // namespace glccl::gl

namespace glccl::compute {
namespace {

/// Uniform locations that the shaders of glsl/compute name; source_uniforms.cpp has those of the criterion.
enum Location : GLint { at_image_size = 10, at_table_rows = 14, at_word_count = 15 };

// Of GL_KHR_shader_subgroup, which GLEW 2.2 does not know.
constexpr GLenum subgroup_size = 0x9532;                // GL_SUBGROUP_SIZE_KHR
constexpr GLenum subgroup_stages = 0x9533;              // GL_SUBGROUP_SUPPORTED_STAGES_KHR
constexpr GLenum subgroup_features = 0x9534;            // GL_SUBGROUP_SUPPORTED_FEATURES_KHR
constexpr GLint compute_stage = GL_COMPUTE_SHADER_BIT;  // of the stages
constexpr GLint ballot_feature = 0x00000008;            // GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR

/// The files of a pass; its own comes last.
std::vector<std::string> files_of(PassName pass, bool subgroups) {
  const std::string words = "compute/words.glsl";
  const std::string pixels = "compute/pixels.glsl";
  const std::string forest = "compute/forest.glsl";
  const std::string links = "compute/links.glsl";
  const std::string ranks = "compute/ranks.glsl";
  const std::string criterion = "common/criterion.glsl";
  const std::string source = "compute/source_texels.glsl";
  const std::string table = "common/table.glsl";
  std::vector<std::string> files;
  switch (pass) {
    case PassName::label_tiles:
      if (subgroups) files = {"compute/subgroups.glsl"};
      files.insert(files.end(), {words, pixels, forest, criterion, source, links});
      break;
    case PassName::merge_tiles:
      files = {words, pixels, forest, criterion, source, links};
      break;
    case PassName::flatten_forest:
      files = {words, pixels, forest, ranks};
      break;
    case PassName::rank_roots:
    case PassName::sum_ranks:
      files = {words, ranks, "compute/prefix.glsl"};
      break;
    case PassName::list_components:
      files = {words, criterion, source, ranks, table, "common/begin_rows.glsl"};
      break;
    case PassName::write_labels:
      files = {words, pixels, forest, ranks};
      break;
    case PassName::measure_components:
      files = {words, pixels, forest, table, "common/sums.glsl"};
      break;
  }
  files.push_back("compute/" + std::string(name_of(pass)) + ".comp");
  return files;
}

bool reads_source(PassName pass) {
  return pass == PassName::label_tiles || pass == PassName::merge_tiles || pass == PassName::list_components;
}

}  // namespace

ProgramKey key_of(PassName pass, const SourceView& source, const Options& options) {
  const bool reads = reads_source(pass);
  return {pass,
          options.connectivity,
          kind_of(options.criterion),
          pass == PassName::write_labels ? options.numbering : Numbering::raster,
          reads ? source.kind : SourceKind::floating,
          reads && source.layered};
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
  return size == columns_in_word && (stages & compute_stage) != 0 && (features & ballot_feature) != 0;
}

Result<gl::Program> build_program(const ProgramKey& key, bool subgroups) {
  const auto& [pass, connectivity, criterion, numbering, kind, layered] = key;
  const bool two_rows = connectivity == Connectivity::eight && criterion == CriterionKind::foreground;
  std::vector<std::string> defines = source_defines(kind, layered, criterion);
  defines.push_back("CONNECTIVITY " + std::to_string(static_cast<int>(connectivity)));
  defines.push_back("GROUP_SIZE " + std::to_string(group_size(pass)));
  defines.push_back(std::string("ROWS ") + (two_rows ? "2" : "1"));
  defines.push_back(std::string("NUMBERED ") + (numbering == Numbering::raster ? "1" : "0"));
  return gl::build_compute_program(gl::shader_files, {std::string(name_of(pass)), files_of(pass, subgroups), defines});
}

void set_uniforms(GLuint program, const Plan& plan, const SourceView& source, const Criterion& criterion) {
  const auto has = [&](const char* uniform) { return glGetUniformLocation(program, uniform) >= 0; };
  if (has("image_size")) glProgramUniform2i(program, at_image_size, plan.size.width, plan.size.height);
  if (has("word_count")) glProgramUniform2i(program, at_word_count, plan.words.width, plan.words.height);
  if (has("table_rows")) glProgramUniform1ui(program, at_table_rows, plan.table_rows);
  set_source_uniforms(program, source, criterion);
}

}  // namespace glccl::compute
