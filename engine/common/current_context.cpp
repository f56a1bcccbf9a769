#include "engine/common/current_context.hpp"

#include <GL/glew.h>

#include <string>

#include "engine/gl/context_traits.hpp"

namespace glccl {

Result<void> load_current_context() {
  if (gl::load_functions() != GLEW_OK) {
    return Error{ErrorCode::no_device, "no OpenGL context is current: make one of version 4.5 or newer current first"};
  }
  if (GLEW_VERSION_4_5 == GL_FALSE) {
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    return Error{ErrorCode::no_device, std::string("the current context is OpenGL ") +
                                           (version == nullptr ? "of no version" : version) + ": 4.5 is needed"};
  }
  return {};
}

Result<void> check_own_context(const std::string& who, const gl::ContextMark* mark) {
  if (mark == nullptr) {
    return Error{ErrorCode::invalid_argument, "this " + who + " was moved from: call the one that it became"};
  }
  if (mark->is_current()) return {};
  return Error{ErrorCode::invalid_argument,
               "another OpenGL context is current, or none: make the one current in which "
               "this " +
                   who + " was created"};
}

std::int64_t largest_storage_block() {
  GLint64 bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  return bytes;
}

}  // namespace glccl
