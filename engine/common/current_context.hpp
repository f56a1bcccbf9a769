// What the functions of every face begin with: the functions of OpenGL, and whether the context is theirs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/gl/context_mark.hpp"
#include "engine/gl/functions/functions.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// The functions of a State, for gl::UseFunctions; null for an object that was moved from.
template <class State>
const gl::Functions* functions_of(const std::unique_ptr<State>& state) {
  return state ? &state->functions : nullptr;
}

/// Whether calls of `who` can work in the current context, in which its object with this mark was made. Null: the
/// object was moved from. Error `invalid_argument`.
Result<void> check_own_context(const std::string& who, const gl::ContextMark* mark);

/// GL_MAX_SHADER_STORAGE_BLOCK_SIZE of the current context.
std::int64_t largest_storage_block();

}  // namespace glccl
