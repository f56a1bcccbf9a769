// The state of the context that the fuzzer of the C API watches, and what it checks after every call.
#pragma once

#include <GL/glew.h>

#include <string>
#include <vector>

#include "glccl/glccl.h"

namespace glccl::fuzz {

/// A value of the context's state. Bindings tell whether their object exists.
struct WatchedState {
  std::string name;
  GLint value = 0;
  GLboolean (*exists)(GLuint) = nullptr;  ///< glIsTexture and so on; null: a plain value.
  bool clobbered = false;                 ///< GLCCL_STATE_CLOBBER may change it.
};

/// Bindings, and state that passes change.
std::vector<WatchedState> read_state();

/// Requires that the state is what it was, as far as `policy`, a glccl_state_policy, promises it. A binding may be 0
/// where its object is gone.
void check_state(const std::vector<WatchedState>& before, std::int32_t policy = GLCCL_STATE_PRESERVE);

/// Unbinds everything, and sets the rest to OpenGL's defaults.
void reset_state();

/// Requires that an error struct says what the code says, in one line.
void check_error(glccl_error_code code, const glccl_error& error);

}  // namespace glccl::fuzz
