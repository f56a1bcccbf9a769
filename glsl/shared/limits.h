// Limits of the OpenGL engines.
#ifndef GLCCL_SHARED_LIMITS_H
#define GLCCL_SHARED_LIMITS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// The largest width and height of an image in OpenGL. An image thus has at most 2^30 pixels.
const int LARGEST_GL_SIDE = 32768;

GLCCL_SHARED_END

#endif
