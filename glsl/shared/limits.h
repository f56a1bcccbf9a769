// Limits of the OpenGL engines.
#ifndef GLCCL_SHARED_LIMITS_H
#define GLCCL_SHARED_LIMITS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// The largest width and height of an image in OpenGL. An image thus has at most 2^30 pixels.
const int LARGEST_GL_SIDE = 32768;

// raster packs a pixel into one integer: y << POSITION_BITS | x, where x and y are at most POSITION_MASK.
const int POSITION_BITS = 15;
const uint POSITION_MASK = 0x7FFFu;

GLCCL_SHARED_END

#endif
