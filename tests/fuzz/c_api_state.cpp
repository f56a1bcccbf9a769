#include "tests/fuzz/c_api_state.hpp"

#include <cstring>

#include "tests/fuzz/c_api_machine.hpp"

namespace glccl::fuzz {
namespace {

constexpr GLuint units = 8;
constexpr GLuint indices = 4;
constexpr GLuint storage_buffers = 10;

struct Parameter {
  const char* name;
  GLenum parameter;
  GLboolean (*exists)(GLuint);
  bool clobbered;
};

GLboolean is_texture(GLuint name) { return glIsTexture(name); }
GLboolean is_buffer(GLuint name) { return glIsBuffer(name); }
GLboolean is_framebuffer(GLuint name) { return glIsFramebuffer(name); }
GLboolean is_program(GLuint name) { return glIsProgram(name); }
GLboolean is_vertex_array(GLuint name) { return glIsVertexArray(name); }

constexpr Parameter parameters[] = {
    {"active texture", GL_ACTIVE_TEXTURE, nullptr, false},
    {"array buffer", GL_ARRAY_BUFFER_BINDING, is_buffer, false},
    {"shader storage buffer", GL_SHADER_STORAGE_BUFFER_BINDING, is_buffer, true},
    {"atomic counter buffer", GL_ATOMIC_COUNTER_BUFFER_BINDING, is_buffer, false},
    {"draw indirect buffer", GL_DRAW_INDIRECT_BUFFER_BINDING, is_buffer, true},
    {"dispatch indirect buffer", GL_DISPATCH_INDIRECT_BUFFER_BINDING, is_buffer, false},
    {"pixel pack buffer", GL_PIXEL_PACK_BUFFER_BINDING, is_buffer, false},
    {"pixel unpack buffer", GL_PIXEL_UNPACK_BUFFER_BINDING, is_buffer, false},
    {"draw framebuffer", GL_DRAW_FRAMEBUFFER_BINDING, is_framebuffer, true},
    {"read framebuffer", GL_READ_FRAMEBUFFER_BINDING, is_framebuffer, false},
    {"program", GL_CURRENT_PROGRAM, is_program, true},
    {"vertex array", GL_VERTEX_ARRAY_BINDING, is_vertex_array, true},
    {"blend", GL_BLEND, nullptr, true},
    {"scissor test", GL_SCISSOR_TEST, nullptr, true},
    {"depth test", GL_DEPTH_TEST, nullptr, true},
    {"stencil test", GL_STENCIL_TEST, nullptr, true},
    {"rasterizer discard", GL_RASTERIZER_DISCARD, nullptr, true},
    {"depth mask", GL_DEPTH_WRITEMASK, nullptr, true},
    {"polygon mode", GL_POLYGON_MODE, nullptr, true},
    {"unpack row length", GL_UNPACK_ROW_LENGTH, nullptr, false},
};

constexpr Parameter indexed_parameters[] = {
    {"shader storage buffer", GL_SHADER_STORAGE_BUFFER_BINDING, is_buffer, true},
    {"uniform buffer", GL_UNIFORM_BUFFER_BINDING, is_buffer, false},
    {"image", GL_IMAGE_BINDING_NAME, is_texture, true},
};

}  // namespace

std::vector<WatchedState> read_state() {
  std::vector<WatchedState> state;
  for (const Parameter& one : parameters) {
    GLint values[4] = {};
    glGetIntegerv(one.parameter, values);
    state.push_back({one.name, values[0], one.exists, one.clobbered});
  }
  for (const Parameter& one : indexed_parameters) {
    const GLuint count = one.parameter == GL_SHADER_STORAGE_BUFFER_BINDING ? storage_buffers : indices;
    for (GLuint i = 0; i < count; ++i) {
      GLint value = 0;
      glGetIntegeri_v(one.parameter, i, &value);
      state.push_back({one.name + (" " + std::to_string(i)), value, one.exists, one.clobbered});
    }
  }
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  for (GLuint unit = 0; unit < units; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    for (const GLenum target : {GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_2D_ARRAY}) {
      GLint value = 0;
      glGetIntegerv(target, &value);
      state.push_back({"texture of unit " + std::to_string(unit), value, is_texture, true});
    }
  }
  glActiveTexture(static_cast<GLenum>(active));
  GLint box[4] = {};
  for (const GLenum parameter : {GL_VIEWPORT, GL_SCISSOR_BOX, GL_COLOR_WRITEMASK}) {
    glGetIntegerv(parameter, box);
    const bool clobbered = parameter != GL_SCISSOR_BOX;
    for (const GLint value : box) state.push_back({"viewport, scissor box or color mask", value, nullptr, clobbered});
  }
  return state;
}

void check_state(const std::vector<WatchedState>& before, std::int32_t policy) {
  const std::vector<WatchedState> after = read_state();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const WatchedState& was = before[i];
    if (after[i].value == was.value || (was.clobbered && policy == GLCCL_STATE_CLOBBER)) continue;
    const bool gone = was.exists != nullptr && was.exists(static_cast<GLuint>(was.value)) == GL_FALSE;
    require(gone && after[i].value == 0, "state changed: " + was.name + " was " + std::to_string(was.value) +
                                             " and is " + std::to_string(after[i].value));
  }
}

void reset_state() {
  glBindTextures(0, units, nullptr);
  glBindImageTextures(0, indices, nullptr);
  glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, storage_buffers, nullptr);
  glBindBuffersBase(GL_UNIFORM_BUFFER, 0, indices, nullptr);
  for (const GLenum target : {GL_ARRAY_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER, GL_DRAW_INDIRECT_BUFFER,
                              GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_DISPATCH_INDIRECT_BUFFER}) {
    glBindBuffer(target, 0);
  }
  glBindSamplers(0, units, nullptr);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glBindVertexArray(0);
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  glUseProgram(0);
  for (const GLenum capability : {GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_RASTERIZER_DISCARD}) {
    glDisable(capability);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glActiveTexture(GL_TEXTURE0);
}

void check_error(glccl_error_code code, const glccl_error& error) {
  require(error.code == code, "the error struct has another code than the call returned");
  require((error.message[0] == '\0') == (code == GLCCL_OK), "a failure without words, or words without a failure");
  require(std::memchr(error.message, '\0', sizeof error.message) != nullptr, "a message has no end");
  require(std::strchr(error.message, '\n') == nullptr, "a message has more than one line");
  require(code != GLCCL_ERROR_INTERNAL, std::string("a mistake in glccl: ") + error.message);
}

}  // namespace glccl::fuzz
