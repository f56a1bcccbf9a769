// Packed pixels and ids (O'Connell, chapter 4): where a pixel is, in one word. Only the raster engine packs pixels.
//
//   packed   y << 15 | x                 orders by (y, x), up to 32768x32768
//   id       0x00800000 + packed         as the bits of a float: positive and normal, so that GL_MAX blending compares
//                                        ids like integers; 0.0 is the background
//
// The paper keeps 11 + 11 bits in the value of a float instead, and stops at 2047.
#ifndef GLCCL_SHARED_IDS_H
#define GLCCL_SHARED_IDS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int COORDINATE_BITS = 15;
const uint COORDINATE_MASK = (1u << 15) - 1u;
const uint ID_BASE = 0x00800000u;

// Largest width and height that the OpenGL engines label.
const int LARGEST_GL_SIDE = 1 << 15;

GLCCL_PURE uint pack_pixel(int x, int y) { return uint(y) << COORDINATE_BITS | uint(x); }

GLCCL_PURE int packed_x(uint word) { return int(word & COORDINATE_MASK); }

GLCCL_PURE int packed_y(uint word) { return int(word >> COORDINATE_BITS & COORDINATE_MASK); }

GLCCL_SHARED_END

#endif
