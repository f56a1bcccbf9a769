// Sums, minima and maxima over the lanes of a warp. Whole warps call these functions, and all lanes get the result.
// Devices of compute capability 8.0 and above have one instruction for 32 bits; others take five exchanges.
#pragma once

#include <cuda_runtime.h>

#include <concepts>
#include <cstdint>

#include "cuda/runtime/launch.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define GLCCL_REDUCES_WARPS 1
#else
#define GLCCL_REDUCES_WARPS 0
#endif

namespace glccl::cuda {

/// `value` of all lanes, combined two by two.
template <class Value, class Combine>
__device__ Value combine_warp(Value value, const Combine& combine) {
  for (int step = warp_threads / 2; step > 0; step /= 2) {
    value = combine(value, __shfl_xor_sync(whole_warp, value, step));
  }
  return value;
}

inline __device__ std::uint32_t min_of_warp(std::uint32_t value) {
#if GLCCL_REDUCES_WARPS
  return __reduce_min_sync(whole_warp, value);
#else
  return combine_warp(value, [](std::uint32_t a, std::uint32_t b) { return min(a, b); });
#endif
}

inline __device__ std::uint32_t max_of_warp(std::uint32_t value) {
#if GLCCL_REDUCES_WARPS
  return __reduce_max_sync(whole_warp, value);
#else
  return combine_warp(value, [](std::uint32_t a, std::uint32_t b) { return max(a, b); });
#endif
}

inline __device__ std::uint64_t max_of_warp(std::uint64_t value) {
  return combine_warp(value, [](std::uint64_t a, std::uint64_t b) { return max(a, b); });
}

/// Modulo 2^32.
inline __device__ std::uint32_t sum_of_warp(std::uint32_t value) {
#if GLCCL_REDUCES_WARPS
  return __reduce_add_sync(whole_warp, value);
#else
  return combine_warp(value, [](std::uint32_t a, std::uint32_t b) { return a + b; });
#endif
}

/// Modulo 2^64.
inline __device__ std::uint64_t sum_of_warp(std::uint64_t value) {
#if GLCCL_REDUCES_WARPS
  // 32 values of 27 bits have a sum of 32 bits.
  constexpr std::uint32_t part = (1U << 27) - 1;
  const std::uint64_t low = sum_of_warp(static_cast<std::uint32_t>(value) & part);
  const std::uint64_t middle = sum_of_warp(static_cast<std::uint32_t>(value >> 27) & part);
  const std::uint64_t high = sum_of_warp(static_cast<std::uint32_t>(value >> 54));
  return low + (middle << 27) + (high << 54);
#else
  return combine_warp(value, [](std::uint64_t a, std::uint64_t b) { return a + b; });
#endif
}

template <std::signed_integral Value>
__device__ Value sum_of_warp(Value value) {
  if constexpr (sizeof(Value) == 8) {
    return static_cast<Value>(sum_of_warp(static_cast<std::uint64_t>(value)));
  } else {
    return static_cast<Value>(sum_of_warp(static_cast<std::uint32_t>(value)));
  }
}

}  // namespace glccl::cuda
