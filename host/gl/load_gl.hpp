// What every kind of context does once it is current.
#pragma once

#include <string_view>

#include "glccl/result.hpp"

namespace glccl::host {

/// What glccl asks of a machine, for messages.
constexpr std::string_view required_gl = "OpenGL 4.5 (Mesa 22 or newer, or a vendor driver)";

/// Loads the OpenGL functions of the current context through GLEW and checks that it is OpenGL 4.5 or newer. GLEW keeps
/// one table for the process, so every context made later fills it again; libglvnd's entry points serve all contexts.
/// Error `no_device`, with what was found.
Status load_gl();

}  // namespace glccl::host
