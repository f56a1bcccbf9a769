// Loading OpenGL's functions, and whether a context has what labeling needs.
#pragma once

#include "engine/gl/functions/functions.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// Loads the functions of the current context by `get`; null: by what find_get_proc_address() finds. Leaves no GL
/// error, and those that were there before. Error `no_device`: no context is current; one of OpenGL ES; what the
/// context or `get` lacks.
Result<Functions> load_functions(GetProcAddress get = nullptr);

}  // namespace glccl::gl
