#include "raster/programs.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "gl/program.hpp"

namespace glccl::gl {
extern const std::vector<ShaderFile> shader_files;
}  // namespace glccl::gl

namespace glccl::raster {
namespace {

/// Uniform locations that the shaders of glsl/ name.
enum Location : GLint {
  at_rectangle = 0,
  at_target_size = 1,
  at_threshold = 3,
  at_inverted = 4,
  at_channel = 5,
  at_channels = 6,
  at_origin = 11,
  at_scale = 12,
  at_is_srgb = 13,
};

std::vector<std::string> defines_for(const ProgramKey& key) {
  const auto& [pass, connectivity, kind, layered, criterion] = key;
  const bool integer = kind == SourceKind::unsigned_integer;
  const std::string sampler = layered ? "sampler2DArray" : "sampler2D";
  constexpr const char* criteria[] = {"FOREGROUND", "EQUAL", "DIFFERENCE"};
  return {"CONNECTIVITY " + std::to_string(static_cast<int>(connectivity)),
          std::string("CRITERION ") + criteria[static_cast<int>(criterion)],
          "SOURCE_SAMPLER " + (integer ? "u" + sampler : sampler),
          std::string("SOURCE_VECTOR ") + (integer ? "uvec4" : "vec4"),
          std::string("SOURCE_VALUE ") + (integer ? "uint" : "float"),
          std::string("SOURCE_LAYERED ") + (layered ? "1" : "0")};
}

bool reads_source(const PassTraits& traits) {
  const auto has = [](const std::vector<std::string>& files) {
    return std::find(files.begin(), files.end(), "common/criterion.glsl") != files.end();
  };
  return has(traits.vertex_files) || has(traits.fragment_files);
}

/// v > threshold on unsigned integers, for any float threshold: v > floor(threshold); below 0 every value is above.
struct IntegerThreshold {
  GLuint value = 0;
  bool all_above = false;
};

IntegerThreshold integer_threshold(float threshold) {
  if (!(threshold >= 0.0F)) return {0, true};
  const double floor = std::floor(static_cast<double>(threshold));
  return {static_cast<GLuint>(std::min(floor, 4294967295.0)), false};
}

void set_foreground(GLuint program, const SourceView& source, const Foreground& foreground) {
  bool inverted = foreground.inverted;
  if (source.kind == SourceKind::floating) {
    glProgramUniform1f(program, at_threshold, foreground.threshold);
  } else {
    // A threshold that every value is above is the inverse of one that no value is above.
    const IntegerThreshold threshold = integer_threshold(foreground.threshold);
    glProgramUniform1ui(program, at_threshold, threshold.all_above ? ~0U : threshold.value);
    if (threshold.all_above) inverted = !inverted;
  }
  glProgramUniform1i(program, at_inverted, inverted ? 1 : 0);
  const Channel channel = source.channels == 1 ? Channel::red : foreground.channel;
  glProgramUniform1i(program, at_channel, static_cast<int>(channel));
}

void set_difference(GLuint program, const SourceView& source, const Difference& difference) {
  if (source.kind == SourceKind::unsigned_integer) {
    glProgramUniform1ui(program, at_threshold, integer_threshold(difference.largest).value);
    return;
  }
  glProgramUniform1f(program, at_threshold, difference.largest);
  glProgramUniform1f(program, at_scale, source.scale);
  glProgramUniform1i(program, at_is_srgb, source.is_srgb ? 1 : 0);
}

}  // namespace

CriterionKind kind_of(const Criterion& criterion) {
  if (std::holds_alternative<Foreground>(criterion)) return CriterionKind::foreground;
  return std::holds_alternative<Equal>(criterion) ? CriterionKind::equal : CriterionKind::difference;
}

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
  if (!program.has_source) return;
  const GLuint name = program.program.name();
  // A location that a program does not use is not an error for glProgramUniform only if it is -1.
  const auto has = [&](const char* uniform) { return glGetUniformLocation(name, uniform) >= 0; };
  if (has("origin")) glProgramUniform4i(name, at_origin, source.x, source.y, source.layer, source.level);
  if (has("channels")) glProgramUniform1i(name, at_channels, source.channels);
  if (!has("threshold")) return;
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) set_foreground(name, source, *foreground);
  if (const auto* difference = std::get_if<Difference>(&criterion)) set_difference(name, source, *difference);
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
