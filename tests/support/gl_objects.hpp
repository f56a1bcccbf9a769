// The OpenGL objects of the current context.
#pragma once

#include <GL/glew.h>

#include <vector>

namespace glccl::tests {

/// Textures, framebuffers, queries, programs, buffers, and other objects of the current context, of each the number.
/// The drivers that this runs on hand out the lowest name that is free.
inline std::vector<int> count_objects() {
  std::vector<int> counts(6);
  for (GLuint name = 1; name < 20000; ++name) {
    counts[0] += glIsTexture(name);
    counts[1] += glIsFramebuffer(name);
    counts[2] += glIsQuery(name);
    counts[3] += glIsProgram(name);
    counts[4] += glIsBuffer(name);
    counts[5] += glIsVertexArray(name) + glIsSampler(name) + glIsTransformFeedback(name);
  }
  return counts;
}

}  // namespace glccl::tests
