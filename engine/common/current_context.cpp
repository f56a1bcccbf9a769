#include "engine/common/current_context.hpp"

#include <string>

#include "engine/gl/functions/functions.hpp"

namespace glccl {

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
  gl::api().GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  return bytes;
}

}  // namespace glccl
