// What the files of glsl/shared need in each language. GLSL, C++ and CUDA read the same text. C++ and CUDA include this
// file. In GLSL the composer of shaders puts it before the files that include it, and drops the lines with #include.
// GLSL defines GLCCL_GLSL.
//
// A shared file holds constants, structures and pure functions on words, between GLCCL_SHARED_BEGIN and
// GLCCL_SHARED_END; in C++ and CUDA they lie in the namespace glccl::shared. Its types are bool, int, uint, float and
// ivec2. Its bit functions are those of GLSL: findLSB, findMSB (both of words other than 0), bitCount. A constant is
// `const int NAME = 1;`, which is a constant expression in all three languages. Macros stand at the heads of functions:
//
//   GLCCL_PURE         before a free function
//   GLCCL_METHOD       before a function that is free in GLSL and a member of a class in C++ and CUDA (links.h)
//   GLCCL_INOUT(type)  the type of a parameter that the function changes
#ifndef GLCCL_SHARED_PRELUDE_H
#define GLCCL_SHARED_PRELUDE_H

#ifdef GLCCL_GLSL

#define GLCCL_SHARED_BEGIN
#define GLCCL_SHARED_END
#define GLCCL_PURE
#define GLCCL_METHOD
#define GLCCL_INOUT(type) inout type

#else

#include <bit>

#define GLCCL_SHARED_BEGIN namespace glccl::shared {
#define GLCCL_SHARED_END }
#define GLCCL_INOUT(type) type&
#ifdef __CUDACC__
#define GLCCL_PURE inline __host__ __device__
#define GLCCL_METHOD __device__
#else
#define GLCCL_PURE constexpr
#define GLCCL_METHOD
#endif

GLCCL_SHARED_BEGIN

using uint = unsigned int;

struct ivec2 {
  int x;
  int y;
  ivec2() = default;
  GLCCL_PURE ivec2(int x_, int y_) : x(x_), y(y_) {}
};

GLCCL_PURE int findLSB(uint bits) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

GLCCL_PURE int findMSB(uint bits) {
#ifdef __CUDA_ARCH__
  return 31 - __clz(static_cast<int>(bits));
#else
  return 31 - std::countl_zero(bits);
#endif
}

GLCCL_PURE int bitCount(uint bits) {
#ifdef __CUDA_ARCH__
  return __popc(bits);
#else
  return std::popcount(bits);
#endif
}

#ifndef __CUDACC__  // CUDA has min and max in the global namespace.
GLCCL_PURE uint min(uint a, uint b) { return b < a ? b : a; }
GLCCL_PURE uint max(uint a, uint b) { return a < b ? b : a; }
GLCCL_PURE int min(int a, int b) { return b < a ? b : a; }
GLCCL_PURE int max(int a, int b) { return a < b ? b : a; }
#endif

GLCCL_SHARED_END

#endif

#endif
