#include "engine/common/pass_engine.hpp"

#include <utility>

#include "engine/gl/memory.hpp"

namespace glccl {

PassEngine::PassEngine(const gl::UsedState& used) : nearest_(gl::make_nearest_sampler()) {
  gl::UsedState with_objects = used;
  if (used.draws) {
    Result<gl::Texture> stencil = gl::try_make_texture(GL_STENCIL_INDEX8, {1, 1}, "glccl stencil");
    if (stencil) {
      stencil_ = *std::move(stencil);
      with_stencil_ = gl::make_framebuffer();
      gl::api().NamedFramebufferTexture(with_stencil_.name(), GL_STENCIL_ATTACHMENT, stencil_.name(), 0);
      // Mesa counts the bits of a framebuffer when it looks whether it is complete.
      if (gl::api().CheckNamedFramebufferStatus(with_stencil_.name(), GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        with_objects.with_stencil = with_stencil_.name();
      }
    }
  }
  state_table_ = gl::make_state_table(with_objects);
  with_objects.volume_textures = true;
  state_table_of_volumes_ = gl::make_state_table(with_objects);
  used_ = with_objects;
}

std::span<gl::StateEntry> PassEngine::state_table_with_buffers() {
  if (state_table_with_buffers_.empty()) {
    used_.storage_buffers = bindings_with_buffers;
    state_table_with_buffers_ = gl::make_state_table(used_);
  }
  return state_table_with_buffers_;
}

}  // namespace glccl
