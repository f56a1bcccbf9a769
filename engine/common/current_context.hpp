// What the functions of every face begin with: the functions of OpenGL, and whether the context is theirs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/gl/context_mark.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/objects.hpp"
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

/// Ends the state of a face, which has a ContextMark `context` and `functions`: deletes its objects by these, as far
/// as the current context has them. In a context that shares objects with theirs the objects that cannot be shared
/// stay, in any other context all.
template <class State>
void end_state(std::unique_ptr<State>& state) {
  const gl::UseFunctions use(functions_of(state));
  if (!state || state->context.is_current()) {
    state.reset();
    return;
  }
  const gl::Abandon abandon(state->context.shares_with_current());
  state.reset();
}

/// GL_MAX_SHADER_STORAGE_BLOCK_SIZE of the current context.
std::int64_t largest_storage_block();

}  // namespace glccl
