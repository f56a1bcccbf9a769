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

}  // namespace glccl::tests
