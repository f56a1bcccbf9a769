#include "tests/shared/run_shader.hpp"

#include "engine/common/shader_files.hpp"
#include "engine/gl/readback.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {

std::vector<GLuint> run_shader(const std::vector<std::string>& files, const std::vector<gl::ShaderFile>& own,
                               const std::vector<std::string>& defines, const std::vector<GLuint>& input,
                               std::size_t count) {
  std::vector<gl::ShaderFile> table = shader_files;
  table.insert(table.end(), own.begin(), own.end());
  const Result<gl::Program> program = gl::build_compute_program(table, {"shared_layout", files, defines});
  if (!program) FAIL(program.error().message);
  const gl::Buffer pixels = gl::make_buffer(static_cast<GLsizeiptr>(input.size() * sizeof(GLuint)), input.data());
  const std::vector<GLuint> rubbish(count, 0);
  const gl::Buffer results = gl::make_buffer(static_cast<GLsizeiptr>(count * sizeof(GLuint)), rubbish.data());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, pixels.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, results.name());
  glUseProgram(program->name());
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  std::vector<GLuint> values(count);
  gl::read_buffer(results.name(), 0, static_cast<GLsizeiptr>(count * sizeof(GLuint)), values.data());
  glUseProgram(0);
  return values;
}

}  // namespace glccl::tests
