// Making a texture of any format. The public header names no OpenGL.
#pragma once

#include <GL/glew.h>

#include "glccl/host/texture.hpp"

namespace glccl::host {

/// A new GL_TEXTURE_2D, for a volume GL_TEXTURE_3D, of one level with NEAREST filters and undefined contents. Errors:
/// those of upload().
Result<OwnedTexture> allocate_texture(const Extent& extent, GLenum internal_format);

}  // namespace glccl::host
