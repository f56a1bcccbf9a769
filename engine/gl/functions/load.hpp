// Loading OpenGL's functions, and whether a context has what labeling needs.
#pragma once

#include <string>

#include "engine/gl/functions/functions.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// Loads the functions of the current context by `get`; null: by what find_get_proc_address() finds. Leaves no GL
/// error, and those that were there before. Error `no_device`: no context is current; one of OpenGL ES; what the
/// context or `get` lacks.
Result<Functions> load_functions(GetProcAddress get = nullptr);

/// What labeling needs and the current context lacks: "GLSL 4.50 (it has 3.30) and GL_ARB_clip_control". Empty where it
/// has everything, and where it cannot be asked.
std::string describe_lacks();

}  // namespace glccl::gl
