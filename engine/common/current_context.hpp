// What every face needs of the context that is current when it is created.
#pragma once

#include <cstdint>
#include <string>

#include "engine/gl/context_mark.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Loads the functions of the current context. Error `no_device`: there is none, or its version is below OpenGL 4.5.
Result<void> load_current_context();

/// Whether calls of `who` can work in the current context, in which its object with this mark was made. Null: the
/// object was moved from. Error `invalid_argument`.
Result<void> check_own_context(const std::string& who, const gl::ContextMark* mark);

/// GL_MAX_SHADER_STORAGE_BLOCK_SIZE of the current context.
std::int64_t largest_storage_block();

}  // namespace glccl
