// Making a texture of any format, and checking what is uploaded. The public header names no OpenGL.
#pragma once

#include <GL/glew.h>

#include "glccl/host/texture.hpp"

namespace glccl::host {

/// A new GL_TEXTURE_2D, for a volume GL_TEXTURE_3D, of one level with NEAREST filters and undefined contents. Errors:
/// those of upload().
Result<OwnedTexture> allocate_texture(const Extent& extent, GLenum internal_format);

/// Whether a view can be uploaded, apart from the limits of the device. Errors: `unsupported` (a format that only
/// textures have), `invalid_argument` (no data, rows closer than their length).
Result<void> check_view(const ImageView& image);

}  // namespace glccl::host
