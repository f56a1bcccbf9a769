#include "engine/gl/program.hpp"

#include <cstddef>
#include <utility>

namespace glccl::gl {
namespace {

/// A driver's log on one line, so that it fits an Error's message.
std::string one_line(std::string log) {
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n' || log.back() == ' ')) log.pop_back();
  for (std::size_t at = log.find('\n'); at != std::string::npos; at = log.find('\n', at)) log.replace(at, 1, "; ");
  return log;
}

/// The log of a shader or a program, which `get` and `get_log` are for.
std::string log_of(GLuint name, Function<void, GLuint, GLenum, GLint*> get,
                   Function<void, GLuint, GLsizei, GLsizei*, GLchar*> get_log) {
  GLint length = 0;
  get(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  get_log(name, length, nullptr, log.data());
  return one_line(log);
}

StageText stage_text(GLenum stage, const std::vector<ShaderFile>& table, const std::vector<std::string>& defines,
                     const std::vector<std::string>& files) {
  const std::vector<ShaderSource> sources = sources_of(table, files);
  std::string names;  // Mesa 22.3 writes the number 0 for most errors.
  for (std::size_t i = 0; i < sources.size(); ++i) {
    names += (i == 0 ? "" : ", ") + std::to_string(i) + " " + sources[i].name;
  }
  return {stage, compose_shader(defines, sources), names};
}

}  // namespace

ProgramText text_of(const std::vector<ShaderFile>& table, const ProgramSource& source) {
  return {source.name,
          {stage_text(GL_VERTEX_SHADER, table, source.defines, {source.vertex_file}),
           stage_text(GL_FRAGMENT_SHADER, table, source.defines, {source.fragment_file})},
          source.captured};
}

ProgramText text_of(const std::vector<ShaderFile>& table, const ComputeSource& source) {
  return {source.name, {stage_text(GL_COMPUTE_SHADER, table, source.defines, source.files)}};
}

Program make_program(const ProgramText& text) {
  Program program(api().CreateProgram());
  api().ObjectLabel(GL_PROGRAM, program.name(), -1, text.name.c_str());
  return program;
}

ProgramBuild::ProgramBuild(const ProgramText& text, bool retrievable) : name_(text.name), program_(make_program(text)) {
  for (const StageText& stage : text.stages) {
    Shader shader(api().CreateShader(stage.stage));
    const char* data = stage.text.c_str();
    api().ShaderSource(shader.name(), 1, &data, nullptr);
    api().CompileShader(shader.name());
    api().AttachShader(program_.name(), shader.name());
    stages_.push_back({stage.stage, stage.sources, std::move(shader)});
  }
  if (text.captured != nullptr) {
    api().TransformFeedbackVaryings(program_.name(), 1, &text.captured, GL_INTERLEAVED_ATTRIBS);
  }
  if (retrievable) api().ProgramParameteri(program_.name(), GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
  api().LinkProgram(program_.name());
}

bool ProgramBuild::is_done() const {
  GLint done = GL_FALSE;
  api().GetProgramiv(program_.name(), GL_COMPLETION_STATUS_KHR, &done);
  return done == GL_TRUE;
}

Result<Program> ProgramBuild::finish() {
  GLint linked = GL_FALSE;
  api().GetProgramiv(program_.name(), GL_LINK_STATUS, &linked);
  for (const Stage& stage : stages_) api().DetachShader(program_.name(), stage.shader.name());
  if (linked == GL_TRUE) return std::move(program_);
  for (const auto& [stage, sources, shader] : stages_) {
    GLint compiled = GL_FALSE;
    api().GetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) continue;
    const std::string stage_name = stage == GL_VERTEX_SHADER     ? "vertex"
                                   : stage == GL_FRAGMENT_SHADER ? "fragment"
                                                                 : "compute";
    return Error{ErrorCode::gpu, "the driver rejects the " + stage_name + " shader of " + name_ + ": " +
                                     log_of(shader.name(), api().GetShaderiv, api().GetShaderInfoLog) +
                                     " (sources: " + sources + ")"};
  }
  return Error{ErrorCode::gpu, "the driver cannot link " + name_ + ": " +
                                   log_of(program_.name(), api().GetProgramiv, api().GetProgramInfoLog)};
}

Result<Program> build_program(const std::vector<ShaderFile>& table, const ProgramSource& source) {
  return ProgramBuild(text_of(table, source)).finish();
}

Result<Program> build_compute_program(const std::vector<ShaderFile>& table, const ComputeSource& source) {
  return ProgramBuild(text_of(table, source)).finish();
}

}  // namespace glccl::gl
