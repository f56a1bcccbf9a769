#include "engine/raster/programs.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/gl/program.hpp"

namespace glccl::gl {
extern const std::vector<ShaderFile> shader_files;
}  // namespace glccl::gl

namespace glccl::raster {
namespace {

/// Uniform locations that the shaders of glsl/raster name; source_uniforms.cpp has those of the criterion.
enum Location : GLint {
  at_rectangle = 0,
  at_target_size = 1,
};

std::vector<std::string> defines_for(const ProgramKey& key) {
  const auto& [pass, connectivity, kind, layered, criterion] = key;
  std::vector<std::string> defines = source_defines(kind, layered, criterion);
  defines.push_back("CONNECTIVITY " + std::to_string(static_cast<int>(connectivity)));
  return defines;
}

bool reads_source(const PassTraits& traits) {
  const auto has = [](const std::vector<std::string>& files) {
    return std::find(files.begin(), files.end(), "common/criterion.glsl") != files.end();
  };
  return has(traits.vertex_files) || has(traits.fragment_files);
}

}  // namespace

ProgramKey key_of(const PassTraits& traits, const SourceView& source, const Options& options) {
  if (!reads_source(traits)) {
    return {traits.pass, options.connectivity, SourceKind::floating, false, CriterionKind::foreground};
  }
  return {traits.pass, options.connectivity, source.kind, source.layered, kind_of(options.criterion)};
}

Result<PassProgram> build_program(const PassTraits& traits, const ProgramKey& key) {
  Result<gl::Program> program = gl::build_program(
      gl::shader_files, {traits.name, traits.vertex_files, traits.fragment_files, defines_for(key), traits.captured});
  if (!program) return program.error();
  const auto location = [&](const char* uniform) { return glGetUniformLocation(program->name(), uniform); };
  PassProgram result;
  if (traits.argument != nullptr) result.argument = location(traits.argument);
  result.hops = location("hops");
  result.block_width = location("block_width");
  result.image_size = location("image_size");
  result.levels = location("levels");
  result.level_count = location("level_count");
  result.table_rows = location("table_rows");
  result.has_source = reads_source(traits);
  result.has_target_size = location("target_size") >= 0;
  result.has_rectangle = location("rectangle") >= 0;
  result.program = *std::move(program);
  return result;
}

void set_plan(const PassProgram& program, const Plan& plan) {
  const GLuint name = program.program.name();
  if (program.levels >= 0) {
    std::vector<GLint> levels;
    for (const Level& level : plan.levels) levels.insert(levels.end(), {level.first_row, level.elements});
    glProgramUniform2iv(name, program.levels, static_cast<GLsizei>(plan.levels.size()), levels.data());
  }
  if (program.level_count >= 0) glProgramUniform1i(name, program.level_count, static_cast<GLint>(plan.levels.size()));
  if (program.image_size >= 0) glProgramUniform2i(name, program.image_size, plan.size.width, plan.size.height);
  if (program.block_width >= 0) glProgramUniform1i(name, program.block_width, plan.block_width);
  if (program.table_rows >= 0) glProgramUniform1ui(name, program.table_rows, plan.table_rows);
}

void set_source(const PassProgram& program, const SourceView& source, const Criterion& criterion) {
  if (program.has_source) set_source_uniforms(program.program.name(), source, criterion);
}

void set_pass(PassProgram& program, const Pass& pass, Size target) {
  const GLuint name = program.program.name();
  if (program.has_target_size && program.target != target) {
    glProgramUniform2i(name, at_target_size, target.width, target.height);
    program.target = target;
  }
  if (program.argument >= 0 && program.argument_value != pass.argument) {
    glProgramUniform1i(name, program.argument, pass.argument);
    program.argument_value = pass.argument;
  }
  if (program.hops >= 0 && program.hops_value != pass.hops) {
    glProgramUniform1i(name, program.hops, pass.hops);
    program.hops_value = pass.hops;
  }
  const Box& box = pass.rectangle;
  if (program.has_rectangle && program.rectangle != box) {
    glProgramUniform4i(name, at_rectangle, box.x0, box.y0, box.x1 + 1, box.y1 + 1);
    program.rectangle = box;
  }
}

}  // namespace glccl::raster
