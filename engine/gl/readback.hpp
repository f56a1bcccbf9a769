// Copying textures to the CPU.
#pragma once

#include <GL/glew.h>

#include "glccl/types.hpp"

namespace glccl::gl {

/// Level 0 of an R32UI texture of `size`; waits for the GPU. The caller's pixel-pack state is as before afterwards.
LabelImage read_labels(GLuint texture, Size size);

}  // namespace glccl::gl
