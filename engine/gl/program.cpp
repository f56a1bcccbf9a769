#include "engine/gl/program.hpp"

#include <initializer_list>

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

/// The names of a shader's sources, with their numbers in the driver's log. Mesa 22.3 writes 0 for most errors.
std::string numbered_sources(const std::vector<ShaderFile>& table, const std::vector<std::string>& files) {
  std::string names;
  int number = 0;
  for (const ShaderSource& source : sources_of(table, files)) {
    names += (number == 0 ? "" : ", ") + std::to_string(number) + " " + source.name;
    ++number;
  }
  return names;
}

Result<Shader> compile(GLenum stage, const std::string& name, const std::vector<ShaderFile>& table,
                       const std::vector<std::string>& defines, const std::vector<std::string>& files) {
  Shader shader(api().CreateShader(stage));
  const std::string text = compose_shader(table, defines, files);
  const char* data = text.c_str();
  api().ShaderSource(shader.name(), 1, &data, nullptr);
  api().CompileShader(shader.name());
  GLint compiled = GL_FALSE;
  api().GetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  const std::string stage_name = stage == GL_VERTEX_SHADER     ? "vertex"
                                 : stage == GL_FRAGMENT_SHADER ? "fragment"
                                                               : "compute";
  return Error{ErrorCode::gpu, "the driver rejects the " + stage_name + " shader of " + name + ": " +
                                   log_of(shader.name(), api().GetShaderiv, api().GetShaderInfoLog) +
                                   " (sources: " + numbered_sources(table, files) + ")"};
}

/// Links the shaders. `captured` as of ProgramSource.
Result<Program> link(const std::string& name, std::initializer_list<const Shader*> shaders, const char* captured) {
  Program program(api().CreateProgram());
  api().ObjectLabel(GL_PROGRAM, program.name(), -1, name.c_str());
  for (const Shader* shader : shaders) api().AttachShader(program.name(), shader->name());
  if (captured != nullptr) api().TransformFeedbackVaryings(program.name(), 1, &captured, GL_INTERLEAVED_ATTRIBS);
  api().LinkProgram(program.name());
  for (const Shader* shader : shaders) api().DetachShader(program.name(), shader->name());
  GLint linked = GL_FALSE;
  api().GetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    return Error{ErrorCode::gpu, "the driver cannot link " + name + ": " +
                                     log_of(program.name(), api().GetProgramiv, api().GetProgramInfoLog)};
  }
  return program;
}

}  // namespace

Result<Program> build_program(const std::vector<ShaderFile>& table, const ProgramSource& source) {
  const Result<Shader> vertex = compile(GL_VERTEX_SHADER, source.name, table, source.defines, {source.vertex_file});
  if (!vertex) return vertex.error();
  const Result<Shader> fragment =
      compile(GL_FRAGMENT_SHADER, source.name, table, source.defines, {source.fragment_file});
  if (!fragment) return fragment.error();
  return link(source.name, {&*vertex, &*fragment}, source.captured);
}

Result<Program> build_compute_program(const std::vector<ShaderFile>& table, const ComputeSource& source) {
  const Result<Shader> shader = compile(GL_COMPUTE_SHADER, source.name, table, source.defines, source.files);
  if (!shader) return shader.error();
  return link(source.name, {&*shader}, nullptr);
}

}  // namespace glccl::gl
