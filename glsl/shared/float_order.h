// Floats as integers of the same order. A GPU may flush denormal floats to zero when it compares or subtracts, and a
// compiler may assume that there is no NaN; integers are compared as they are.
#ifndef GLCCL_SHARED_FLOAT_ORDER_H
#define GLCCL_SHARED_FLOAT_ORDER_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int ORDER_OF_INFINITY = 0x7F800000;

// The integer for the float with these bits: sign and magnitude become one signed integer, so that both zeros are 0. Of
// a NaN it is above ORDER_OF_INFINITY or below its negative.
GLCCL_PURE int float_order(int bits) { return bits < 0 ? -(bits & 0x7FFFFFFF) : bits; }

GLCCL_SHARED_END

#endif
