#include "glccl/host/compare_textures.hpp"

#include <GL/glew.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/gl/program.hpp"

namespace glccl::host {

extern const std::vector<gl::ShaderFile> shader_files;

struct TextureComparison::State {
  gl::Program program;
  gl::Framebuffer framebuffer;
  gl::VertexArray vertex_array;
  gl::Sampler sampler;
  gl::Query query;
};

TextureComparison::TextureComparison(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextureComparison::TextureComparison(TextureComparison&&) noexcept = default;
TextureComparison& TextureComparison::operator=(TextureComparison&&) noexcept = default;
TextureComparison::~TextureComparison() = default;

Result<TextureComparison> TextureComparison::create() {
  Result<gl::Program> program =
      gl::build_program(shader_files, {"compare_labels", "host/everywhere.vert", "host/compare_labels.frag", {}});
  if (!program) return program.error();
  auto state = std::make_unique<State>();
  state->program = *std::move(program);
  state->framebuffer = gl::make_framebuffer();
  state->vertex_array = gl::make_vertex_array();
  state->sampler = gl::make_sampler();  // The filters of the textures may differ.
  glSamplerParameteri(state->sampler.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(state->sampler.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  state->query = gl::make_query(GL_SAMPLES_PASSED);
  return TextureComparison(std::move(state));
}

Result<std::uint64_t> TextureComparison::count_differences(std::uint32_t texture, std::uint32_t other,
                                                           const Extent& extent) {
  const State& state = *state_;
  // The framebuffer has no attachments, because nothing is written.
  glNamedFramebufferParameteri(state.framebuffer.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, extent.width);
  glNamedFramebufferParameteri(state.framebuffer.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, extent.height);
  glBindFramebuffer(GL_FRAMEBUFFER, state.framebuffer.name());
  glViewport(0, 0, extent.width, extent.height);
  glUseProgram(state.program.name());
  glBindVertexArray(state.vertex_array.name());
  glProgramUniform1i(state.program.name(), 0, extent.is_volume() ? 1 : 0);
  const GLuint textures[] = {texture, other};
  const GLuint samplers[] = {state.sampler.name(), state.sampler.name()};
  const GLuint first_unit = extent.is_volume() ? 2 : 0;
  glBindTextures(first_unit, 2, textures);
  glBindSamplers(first_unit, 2, samplers);
  glBeginQuery(GL_SAMPLES_PASSED, state.query.name());
  glDrawArraysInstanced(GL_TRIANGLES, 0, 3, extent.depth);
  glEndQuery(GL_SAMPLES_PASSED);
  glBindTextures(first_unit, 2, nullptr);
  glBindSamplers(first_unit, 2, nullptr);
  glBindVertexArray(0);
  glUseProgram(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  GLuint64 differing = 0;
  glGetQueryObjectui64v(state.query.name(), GL_QUERY_RESULT, &differing);
  if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
    return Error{ErrorCode::gpu,
                 "comparing two label textures of " + to_string(extent) + ": OpenGL error " + std::to_string(error)};
  }
  return static_cast<std::uint64_t>(differing);
}

}  // namespace glccl::host
