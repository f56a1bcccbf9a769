// Checks of uploads to textures and buffers.
#pragma once

#include <string>

#include "glccl/image.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// Forgets the errors of OpenGL so far, so that check_gl() finds those of the calls between.
void discard_gl_errors();

/// Error `gpu`, about `what`, after an error of OpenGL.
Result<void> check_gl(const std::string& what);

/// Whether a view can be uploaded, apart from the limits of the device. Errors: `unsupported` (a format that only
/// textures have), `invalid_argument` (no data, rows closer than their length).
Result<void> check_view(const ImageView& image);

}  // namespace glccl::host
