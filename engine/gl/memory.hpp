// Textures and buffers where the driver may have no memory left.
#pragma once

#include <GL/glew.h>

#include <cstdint>

#include "engine/gl/objects.hpp"
#include "glccl/types.hpp"

namespace glccl::gl {

/// A GL_TEXTURE_2D of one level, with a name for debuggers; none where the driver has no memory for it. The caller's GL
/// error state is only read when an allocation has failed, to take away the error that this function answers for.
Texture try_make_texture(GLenum format, Size size, const char* label);

/// A buffer that only the GPU writes, likewise.
Buffer try_make_buffer(std::int64_t bytes, const char* label);

/// Bytes that the texels of a texture of one level take by its format; 0 for none.
std::int64_t bytes_of(const Texture& texture);

}  // namespace glccl::gl
