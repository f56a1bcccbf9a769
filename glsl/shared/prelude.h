// What the files of glsl/shared need in each language. They are read by GLSL, where this file is listed before them, and
// by C++ and CUDA, where they include it. GLSL defines GLCCL_GLSL, and its composer drops the lines with #include.
//
// A shared file holds constants and pure functions on words, between GLCCL_SHARED_BEGIN and GLCCL_SHARED_END; in C++ and
// CUDA they lie in the namespace glccl::shared. Its types are int, uint, float and bool, and each function begins with
// GLCCL_PURE. A constant is `const int NAME = 1;`, which is a constant expression in all three languages.
#ifndef GLCCL_SHARED_PRELUDE_H
#define GLCCL_SHARED_PRELUDE_H

#ifdef GLCCL_GLSL
#define GLCCL_SHARED_BEGIN
#define GLCCL_SHARED_END
#define GLCCL_PURE
#else
#define GLCCL_SHARED_BEGIN \
  namespace glccl::shared { \
  using uint = unsigned int;
#define GLCCL_SHARED_END }
#ifdef __CUDACC__
#define GLCCL_PURE __host__ __device__ constexpr
#else
#define GLCCL_PURE constexpr
#endif
#endif

#endif
