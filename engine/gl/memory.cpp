#include "engine/gl/memory.hpp"

#include <string>

namespace glccl::gl {

Result<Texture> try_make_texture(GLenum format, const Extent& extent, const char* label) {
  GLuint name = 0;
  api().CreateTextures(extent.is_volume() ? GL_TEXTURE_3D : GL_TEXTURE_2D, 1, &name);
  Texture texture(name);
  if (extent.is_volume()) {
    api().TextureStorage3D(name, 1, format, extent.width, extent.height, extent.depth);
  } else {
    api().TextureStorage2D(name, 1, format, extent.width, extent.height);
  }
  api().TextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  api().TextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  api().ObjectLabel(GL_TEXTURE, name, -1, label);
  GLint width = 0;
  api().GetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH, &width);
  if (width == extent.width) return texture;
  api().GetError();
  return Error{ErrorCode::gpu, std::string("no GPU memory for the texture ") + label + " of " + to_string(extent) +
                                   ": free some, or label a smaller " + (extent.is_volume() ? "box" : "image")};
}

Buffer try_make_buffer(std::int64_t bytes, const char* label, const void* data, GLbitfield flags) {
  GLuint name = 0;
  api().CreateBuffers(1, &name);
  api().NamedBufferStorage(name, bytes, data, flags);
  Buffer buffer(name);
  GLint64 found = 0;
  api().GetNamedBufferParameteri64v(buffer.name(), GL_BUFFER_SIZE, &found);
  if (found == bytes) {
    api().ObjectLabel(GL_BUFFER, buffer.name(), -1, label);
    return buffer;
  }
  api().GetError();
  return {};
}

std::int64_t bytes_of(const Texture& texture) {
  if (!texture) return 0;
  const auto parameter = [&](GLenum name) {
    GLint value = 0;
    api().GetTextureLevelParameteriv(texture.name(), 0, name, &value);
    return std::int64_t{value};
  };
  std::int64_t bits = 0;
  for (const GLenum size : {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE, GL_TEXTURE_ALPHA_SIZE,
                            GL_TEXTURE_DEPTH_SIZE, GL_TEXTURE_STENCIL_SIZE}) {
    bits += parameter(size);
  }
  return parameter(GL_TEXTURE_WIDTH) * parameter(GL_TEXTURE_HEIGHT) * parameter(GL_TEXTURE_DEPTH) * (bits / 8);
}

}  // namespace glccl::gl
