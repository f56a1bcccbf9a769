// Running functions of glsl/shared in a compute shader.
#pragma once

#include <GL/glew.h>

#include <cstddef>
#include <string>
#include <vector>

#include "engine/gl/program.hpp"

namespace glccl::tests {

/// Runs a compute program with one workgroup and returns the first `count` words that it writes to the buffer of
/// binding 1; the buffer of binding 0 is `input`. The program has `files` in their order, each from glsl/ or from
/// `own`. Fails the test if it cannot be built. Requires a current context.
std::vector<GLuint> run_shader(const std::vector<std::string>& files, const std::vector<gl::ShaderFile>& own,
                               const std::vector<std::string>& defines, const std::vector<GLuint>& input,
                               std::size_t count);

}  // namespace glccl::tests
