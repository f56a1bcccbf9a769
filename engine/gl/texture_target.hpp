// The targets of textures.
#pragma once

#include <string>

#include "engine/gl/functions/opengl.hpp"

namespace glccl::gl {

/// The target that a texture was made for; GL_NONE where it has none yet. Changes no state and leaves no GL error.
GLenum target_of(GLuint texture);

/// "GL_TEXTURE_3D"; "no target" for GL_NONE.
std::string name_of_target(GLenum target);

/// Binds a texture to `target` of the active unit, whose number is `unit`, as a query has found it there. The target is
/// empty afterwards where the name is gone (bindable()), or where another context has given it to a texture of another
/// target, which glBindTexture() would refuse.
void rebind_texture(GLuint unit, GLenum target, GLint64 name);

}  // namespace glccl::gl
