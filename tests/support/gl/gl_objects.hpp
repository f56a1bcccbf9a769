// The OpenGL objects of the current context.
#pragma once

#include <GL/glew.h>

#include <algorithm>
#include <vector>

namespace glccl::tests {

/// Textures, framebuffers, queries, programs, buffers, and other objects of the current context, of each the number.
inline std::vector<int> count_objects() {
  // Mesa uses no name twice, so the last one depends on the tests before; other drivers use the first ones again.
  GLuint texture = 0;
  GLuint framebuffer = 0;
  GLuint query = 0;
  GLuint buffer = 0;
  glGenTextures(1, &texture);
  glGenFramebuffers(1, &framebuffer);
  glGenQueries(1, &query);
  glGenBuffers(1, &buffer);
  const GLuint program = glCreateProgram();
  const GLuint last = std::max({texture, framebuffer, query, buffer, program, 20000U});
  glDeleteTextures(1, &texture);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteQueries(1, &query);
  glDeleteBuffers(1, &buffer);
  glDeleteProgram(program);
  std::vector<int> counts(6);
  for (GLuint name = 1; name < last; ++name) {
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
