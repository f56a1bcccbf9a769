// Textures of every kind.
#pragma once

#include <GL/glew.h>

#include "engine/gl/objects.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// A texture with storage. Array textures have `layers` layers.
inline gl::Texture make_texture(GLenum target, GLenum format, Extent size, int levels = 1, int layers = 3) {
  GLuint name = 0;
  glCreateTextures(target, 1, &name);
  gl::Texture texture(name);
  if (target == GL_TEXTURE_1D) {
    glTextureStorage1D(name, levels, format, size.width);
  } else if (target == GL_TEXTURE_2D_ARRAY || target == GL_TEXTURE_3D) {
    glTextureStorage3D(name, levels, format, size.width, size.height, layers);
  } else if (target == GL_TEXTURE_2D_MULTISAMPLE) {
    glTextureStorage2DMultisample(name, 4, format, size.width, size.height, GL_TRUE);
  } else {
    glTextureStorage2D(name, levels, format, size.width, size.height);
  }
  return texture;
}

/// Gives level 0 of a GL_TEXTURE_2D other storage, of an integer format.
inline void give_storage(const gl::Texture& texture, GLenum format, Extent size) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), size.width, size.height, 0, GL_RED_INTEGER,
               GL_UNSIGNED_INT, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
}

/// A texture for labels whose storage can change; its filter needs no mip levels.
inline gl::Texture make_mutable_target(Extent size) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  gl::Texture texture(name);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  give_storage(texture, GL_R32UI, size);
  return texture;
}

}  // namespace glccl::tests
