// Textures and buffers for which the driver may have no memory.
#pragma once

#include <cstdint>

#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::gl {

/// A GL_TEXTURE_2D of one level, for a volume a GL_TEXTURE_3D, with a name for debuggers and messages. Error `gpu`: the
/// driver has no memory for it. The caller's GL error state is read only after an allocation has failed, to remove the
/// error of that allocation.
Result<Texture> try_make_texture(GLenum format, const Extent& extent, const char* label);

/// A buffer with the contents of `data`, if there are any; an empty object where the driver has no memory for it.
/// Errors are removed as above. `flags` are those of glNamedBufferStorage: without them only the GPU writes the buffer
/// after its creation.
Buffer try_make_buffer(std::int64_t bytes, const char* label, const void* data = nullptr, GLbitfield flags = 0);

/// Bytes of the texels of a texture of one level, by its format; 0 for an empty object.
std::int64_t bytes_of(const Texture& texture);

}  // namespace glccl::gl
