// The library whose OpenGL context is current, and how it stays loaded.
#pragma once

#include "glccl/options.hpp"

namespace glccl::gl {

/// The function that finds OpenGL's functions, of the library that has a context current on this thread: EGL, GLX or
/// OSMesa, in this order, on Windows WGL. Loads no library: one that has a context is loaded. Null: no context is
/// current.
GetProcAddress find_get_proc_address();

/// Keeps the library that has this function loaded until the process ends. Window libraries unload it when they end,
/// and a Labeler that ends later asks it whether a context is current.
void keep_loaded(void (*function)());

}  // namespace glccl::gl
