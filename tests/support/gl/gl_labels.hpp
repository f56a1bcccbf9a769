// Labels of a test in OpenGL objects.
#pragma once

#include <GL/glew.h>

#include <cstdint>

#include "engine/gl/memory.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// A component table without rows.
inline gl::Buffer make_empty_table(std::uint32_t components) {
  ComponentTableHeader header;
  header.count[0] = components;
  return gl::try_make_buffer(sizeof header, "table", &header);
}

/// Writes labels to level 0 of a texture.
inline void store_labels(GLuint texture, const LabelImage& labels) {
  const Extent& extent = labels.extent;
  if (extent.is_volume()) {
    glTextureSubImage3D(texture, 0, 0, 0, 0, extent.width, extent.height, extent.depth, GL_RED_INTEGER, GL_UNSIGNED_INT,
                        labels.values.data());
  } else {
    glTextureSubImage2D(texture, 0, 0, 0, extent.width, extent.height, GL_RED_INTEGER, GL_UNSIGNED_INT,
                        labels.values.data());
  }
}

}  // namespace glccl::tests
