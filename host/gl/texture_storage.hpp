// Making textures of any format; the public header names no OpenGL.
#pragma once

#include <GL/glew.h>

#include "glccl/host/texture.hpp"

namespace glccl::host {

/// A new GL_TEXTURE_2D of one level with NEAREST filters and undefined contents. Errors as upload()'s.
Result<Texture> allocate_texture(Size size, GLenum internal_format);

}  // namespace glccl::host
