// The targets of textures.
#pragma once

#include <GL/glew.h>

#include <string>

namespace glccl::gl {

/// The target that a texture was made for; GL_NONE where it has none yet. Changes no state and leaves no GL error.
GLenum target_of(GLuint texture);

/// "GL_TEXTURE_3D"; "no target" for GL_NONE.
std::string name_of_target(GLenum target);

}  // namespace glccl::gl
