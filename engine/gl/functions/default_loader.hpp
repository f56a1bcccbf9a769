// The library whose OpenGL context is current.
#pragma once

#include "glccl/options.hpp"

namespace glccl::gl {

/// The function that finds OpenGL's functions, of the library that has a context current on this thread: EGL, GLX or
/// OSMesa, in this order, on Windows WGL. Loads no library: one that has a context is loaded. Null: no context is
/// current.
GetProcAddress find_get_proc_address();

}  // namespace glccl::gl
