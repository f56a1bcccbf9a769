// The aspect that shaders read of a texture with depth and stencil.
#pragma once

#include "engine/gl/functions/functions.hpp"

namespace glccl::gl {

/// While it lives, shaders read the asked aspect of the caller's texture; afterwards its GL_DEPTH_STENCIL_TEXTURE_MODE
/// is as it was found. The mode belongs to the texture, so no sampler can set it. A texture view has a mode of its own,
/// but views exist of immutable storage alone, and a labeling would make one each time.
class DepthStencilMode {
 public:
  /// `mode` is GL_DEPTH_COMPONENT or GL_STENCIL_INDEX; GL_NONE for textures that have no mode.
  DepthStencilMode(GLuint texture, GLenum mode) : texture_(texture) {
    if (mode == GL_NONE) return;
    GLint found = GL_NONE;
    api().GetTextureParameteriv(texture, GL_DEPTH_STENCIL_TEXTURE_MODE, &found);
    if (static_cast<GLenum>(found) == mode) return;
    api().TextureParameteri(texture, GL_DEPTH_STENCIL_TEXTURE_MODE, static_cast<GLint>(mode));
    replaced_ = found;
  }
  ~DepthStencilMode() {
    if (replaced_ != GL_NONE) api().TextureParameteri(texture_, GL_DEPTH_STENCIL_TEXTURE_MODE, replaced_);
  }
  DepthStencilMode(const DepthStencilMode&) = delete;
  DepthStencilMode& operator=(const DepthStencilMode&) = delete;

 private:
  GLuint texture_;
  GLint replaced_ = GL_NONE;  ///< GL_NONE: nothing was changed.
};

}  // namespace glccl::gl
