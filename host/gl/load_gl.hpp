// Loading the OpenGL functions of a new context.
#pragma once

#include <string_view>

#include "glccl/result.hpp"

namespace glccl::host {

/// The OpenGL that glccl requires, for messages.
constexpr std::string_view required_gl = "OpenGL 4.5 (Mesa 22 or newer, or a vendor driver)";

/// Loads the OpenGL functions of the current context through GLEW, checks that its version is 4.5 or newer, and calls
/// use_engine_functions(). GLEW has one table for the process, which every new context fills again; the entry points of
/// libglvnd serve all contexts. Error `no_device`, with the version found.
Result<void> load_gl();

/// Lets the engine's owners of OpenGL objects (engine/gl) work on this thread, outside of calls of a Labeler. The
/// thread has one table of functions for all of its contexts, which its first context fills. Error `no_device`.
Result<void> use_engine_functions();

}  // namespace glccl::host
