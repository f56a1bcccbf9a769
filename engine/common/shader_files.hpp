// The shaders of the engine: every file of glsl/shared, glsl/common, glsl/raster and glsl/compute, embedded at build
// time.
#pragma once

#include <vector>

#include "engine/gl/shader_source.hpp"

namespace glccl {

extern const std::vector<gl::ShaderFile> shader_files;

}  // namespace glccl
