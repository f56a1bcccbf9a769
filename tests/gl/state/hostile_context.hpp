// A hostile context: every piece of state that could reach into the engines' passes, set against them, in both
// polarities.
#pragma once

#include <GL/glew.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/gl/program.hpp"

namespace glccl::tests {

// More than the engines use.
inline constexpr GLuint hostile_texture_units = 9;
inline constexpr GLuint hostile_storage_bindings = 9;
inline constexpr GLuint hostile_image_units = 2;

/// Objects of the caller, which poison() binds everywhere.
struct Callers {
  Callers();
  ~Callers();
  Callers(const Callers&) = delete;
  Callers& operator=(const Callers&) = delete;

  GLuint texture = 0;
  GLuint cube = 0;
  GLuint array = 0;
  GLuint volume = 0;
  GLuint sampler = 0;
  GLuint vertex_array = 0;
  GLuint framebuffer = 0;
  GLuint buffer = 0;
  GLuint feedback = 0;
  gl::Program program;
};

/// Named values of the context's state, as OpenGL reports them.
using Snapshot = std::vector<std::pair<std::string, std::vector<double>>>;

Snapshot snapshot();

/// Sets every piece of state to the value that harms the engine (`hostile`), or to the opposite one.
void poison(const Callers& callers, bool hostile);

/// Sets all state as in a new context, for the tests that follow.
void reset(const Callers& callers);

}  // namespace glccl::tests
