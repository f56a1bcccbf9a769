#include "tests/fuzz/c_api_state.hpp"

#include <cstring>

#include "tests/fuzz/c_api_machine.hpp"

namespace glccl::fuzz {
namespace {

constexpr GLuint units = 8;
constexpr GLuint indices = 4;

struct Parameter {
  const char* name;
  GLenum parameter;
  GLboolean (*exists)(GLuint);
};

GLboolean is_texture(GLuint name) { return glIsTexture(name); }
GLboolean is_buffer(GLuint name) { return glIsBuffer(name); }
GLboolean is_framebuffer(GLuint name) { return glIsFramebuffer(name); }

constexpr Parameter parameters[] = {
    {"active texture", GL_ACTIVE_TEXTURE, nullptr},
    {"array buffer", GL_ARRAY_BUFFER_BINDING, is_buffer},
    {"shader storage buffer", GL_SHADER_STORAGE_BUFFER_BINDING, is_buffer},
    {"atomic counter buffer", GL_ATOMIC_COUNTER_BUFFER_BINDING, is_buffer},
    {"draw indirect buffer", GL_DRAW_INDIRECT_BUFFER_BINDING, is_buffer},
    {"dispatch indirect buffer", GL_DISPATCH_INDIRECT_BUFFER_BINDING, is_buffer},
    {"pixel pack buffer", GL_PIXEL_PACK_BUFFER_BINDING, is_buffer},
    {"pixel unpack buffer", GL_PIXEL_UNPACK_BUFFER_BINDING, is_buffer},
    {"draw framebuffer", GL_DRAW_FRAMEBUFFER_BINDING, is_framebuffer},
    {"read framebuffer", GL_READ_FRAMEBUFFER_BINDING, is_framebuffer},
    {"program", GL_CURRENT_PROGRAM, nullptr},
    {"vertex array", GL_VERTEX_ARRAY_BINDING, nullptr},
    {"blend", GL_BLEND, nullptr},
    {"scissor test", GL_SCISSOR_TEST, nullptr},
    {"depth test", GL_DEPTH_TEST, nullptr},
    {"stencil test", GL_STENCIL_TEST, nullptr},
    {"rasterizer discard", GL_RASTERIZER_DISCARD, nullptr},
    {"depth mask", GL_DEPTH_WRITEMASK, nullptr},
    {"polygon mode", GL_POLYGON_MODE, nullptr},
    {"unpack row length", GL_UNPACK_ROW_LENGTH, nullptr},
};

struct IndexedParameter {
  const char* name;
  GLenum parameter;
  GLboolean (*exists)(GLuint);
};
constexpr IndexedParameter indexed_parameters[] = {
    {"shader storage buffer", GL_SHADER_STORAGE_BUFFER_BINDING, is_buffer},
    {"uniform buffer", GL_UNIFORM_BUFFER_BINDING, is_buffer},
    {"image", GL_IMAGE_BINDING_NAME, is_texture},
};

}  // namespace

std::vector<WatchedState> read_state() {
  std::vector<WatchedState> state;
  for (const Parameter& one : parameters) {
    GLint values[4] = {};
    glGetIntegerv(one.parameter, values);
    state.push_back({one.name, values[0], one.exists});
  }
  for (const IndexedParameter& one : indexed_parameters) {
    for (GLuint i = 0; i < indices; ++i) {
      GLint value = 0;
      glGetIntegeri_v(one.parameter, i, &value);
      state.push_back({one.name + (" " + std::to_string(i)), value, one.exists});
    }
  }
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  for (GLuint unit = 0; unit < units; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    for (const GLenum target : {GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_2D_ARRAY}) {
      GLint value = 0;
      glGetIntegerv(target, &value);
      state.push_back({"texture of unit " + std::to_string(unit), value, is_texture});
    }
  }
  glActiveTexture(static_cast<GLenum>(active));
  GLint box[4] = {};
  for (const GLenum parameter : {GL_VIEWPORT, GL_SCISSOR_BOX, GL_COLOR_WRITEMASK}) {
    glGetIntegerv(parameter, box);
    for (const GLint value : box) state.push_back({"viewport, scissor box or color mask", value, nullptr});
  }
  return state;
}

void check_state(const std::vector<WatchedState>& before) {
  const std::vector<WatchedState> after = read_state();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const WatchedState& was = before[i];
    if (after[i].value == was.value) continue;
    const bool gone = was.exists != nullptr && was.exists(static_cast<GLuint>(was.value)) == GL_FALSE;
    require(gone && after[i].value == 0, "state changed: " + was.name + " was " + std::to_string(was.value) +
                                             " and is " + std::to_string(after[i].value));
  }
}

void reset_state() {
  glBindTextures(0, units, nullptr);
  glBindImageTextures(0, indices, nullptr);
  glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, indices, nullptr);
  glBindBuffersBase(GL_UNIFORM_BUFFER, 0, indices, nullptr);
  for (const GLenum target : {GL_ARRAY_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER, GL_DRAW_INDIRECT_BUFFER,
                              GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_DISPATCH_INDIRECT_BUFFER}) {
    glBindBuffer(target, 0);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
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
