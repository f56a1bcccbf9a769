// What nvcc adds to C++, for CUDA sources that g++ compiles for the CPU: it is included before them. A kernel's threads
// are fibers (blocks.hpp), and shared memory is static memory: a thread of the CPU runs one block at a time. The real
// headers give types and the runtime's declarations. Words are little-endian.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tests/cuda/on_cpu/blocks.hpp"

// constinit: no function has to initialize them, whose call UndefinedBehaviorSanitizer mistakes for a null pointer.
extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;

#undef __shared__
#define __shared__ static thread_local
#undef __launch_bounds__
#define __launch_bounds__(...)
#define __CUDA_ARCH_LIST__ 900
#define GLCCL_CUDA_PTX 0

namespace glccl::on_cpu {

/// An integer or float as 64 bits, and back.
template <class T>
std::uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t) && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// What `lane` of `mask` brought.
template <class T>
T shuffle(unsigned mask, T value, unsigned lane, const char* name) {
  return from_bits<T>(exchange(mask, to_bits(value), name)[lane]);
}

/// Replaces *place by change(*place). Blocks of a cooperative launch run at the same time.
template <class T, class Change>
T change_at_once(T* place, const Change& change) {
  let_others_go_on();
  T before = __atomic_load_n(place, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(place, &before, static_cast<T>(change(before)), false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED)) {
  }
  return before;
}

template <class... Parameters, class... Arguments>
cudaError_t launch(const cudaLaunchConfig_t* configuration, void (*kernel)(Parameters...), Arguments&&... arguments) {
  const std::tuple<std::decay_t<Parameters>...> values(std::forward<Arguments>(arguments)...);
  return run_grid(*configuration, [&] { std::apply(kernel, values); });
}

/// arrays.cpp: the texel at floor(u), floor(v), floor(w), the nearest one outside; and a place of a surface, x in
/// bytes. Without w or z the array has two dimensions, with it three. Ends the process with a message where it has
/// others.
void read_texel(cudaTextureObject_t texture, float u, float v, const float* w, void* texel, std::size_t bytes,
                bool as_floats);
void* surface_at(cudaSurfaceObject_t surface, int x, int y, const int* z, std::size_t bytes);

}  // namespace glccl::on_cpu

#define cudaLaunchKernelEx ::glccl::on_cpu::launch

template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(Parameters...)) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void (*kernel)(Parameters...), int threads,
                                                          std::size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, reinterpret_cast<const void*>(kernel), threads,
                                                                shared_bytes, 0);
}
inline void cudaGridDependencySynchronize() {}

#define ON_CPU_ORDER(type)                                     \
  constexpr type min(type a, type b) { return b < a ? b : a; } \
  constexpr type max(type a, type b) { return a < b ? b : a; }
ON_CPU_ORDER(int)
ON_CPU_ORDER(unsigned)
ON_CPU_ORDER(long)
ON_CPU_ORDER(unsigned long)
ON_CPU_ORDER(long long)
ON_CPU_ORDER(unsigned long long)
ON_CPU_ORDER(float)
#undef ON_CPU_ORDER

inline void __syncthreads() { glccl::on_cpu::wait_for_block(); }
inline int __syncthreads_or(int value) { return glccl::on_cpu::wait_for_block(value != 0 ? 1 : 0) != 0 ? 1 : 0; }
inline void __syncwarp() { glccl::on_cpu::exchange(0xFFFFFFFFU, 0, "__syncwarp"); }

inline unsigned __ballot_sync(unsigned mask, bool predicate) {
  const std::uint64_t* votes = glccl::on_cpu::exchange(mask, predicate ? 1 : 0, "__ballot_sync");
  unsigned bits = 0;
  for (unsigned i = 0; i < glccl::on_cpu::warp_lanes; ++i) bits |= static_cast<unsigned>(votes[i]) << i;
  return bits & mask;
}
inline int __any_sync(unsigned mask, bool predicate) { return __ballot_sync(mask, predicate) != 0 ? 1 : 0; }
inline int __all_sync(unsigned mask, bool predicate) { return __ballot_sync(mask, !predicate) == 0 ? 1 : 0; }

template <class T>
T __shfl_sync(unsigned mask, T value, unsigned lane) {
  return glccl::on_cpu::shuffle(mask, value, lane % glccl::on_cpu::warp_lanes, "__shfl_sync");
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, unsigned flips) {
  return glccl::on_cpu::shuffle(mask, value, glccl::on_cpu::lane() ^ flips, "__shfl_xor_sync");
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned distance) {
  const unsigned lane = glccl::on_cpu::lane();
  return glccl::on_cpu::shuffle(mask, value, lane < distance ? lane : lane - distance, "__shfl_up_sync");
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned distance) {
  const unsigned lane = glccl::on_cpu::lane();
  const bool inside = lane + distance < glccl::on_cpu::warp_lanes;
  return glccl::on_cpu::shuffle(mask, value, inside ? lane + distance : lane, "__shfl_down_sync");
}

template <class T>
T atomicAdd(T* place, std::type_identity_t<T> value) {
  return glccl::on_cpu::change_at_once(place, [&](T old) { return old + value; });
}
template <class T>
T atomicMin(T* place, std::type_identity_t<T> value) {
  return glccl::on_cpu::change_at_once(place, [&](T old) { return value < old ? value : old; });
}
template <class T>
T atomicMax(T* place, std::type_identity_t<T> value) {
  return glccl::on_cpu::change_at_once(place, [&](T old) { return old < value ? value : old; });
}
template <class T>
T atomicOr(T* place, std::type_identity_t<T> value) {
  return glccl::on_cpu::change_at_once(place, [&](T old) { return old | value; });
}
template <class T>
T atomicAnd(T* place, std::type_identity_t<T> value) {
  return glccl::on_cpu::change_at_once(place, [&](T old) { return old & value; });
}
template <class T>
T __ldcs(const T* place) {
  return *place;
}
inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }

template <class T>
T atomicCAS(T* place, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return glccl::on_cpu::change_at_once(place, [&](T old) { return old == expected ? value : old; });
}

inline int __ffs(int bits) { return bits == 0 ? 0 : 1 + std::countr_zero(static_cast<unsigned>(bits)); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline int __float2int_rn(float value) {
  if (std::isnan(value)) return 0;
  if (value >= 0x1p31F) return std::numeric_limits<int>::max();
  if (value < -0x1p31F) return std::numeric_limits<int>::min();
  return static_cast<int>(std::nearbyint(value));
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned distance) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) << (distance & 31U) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned distance) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) >> (distance & 31U));
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 0xFFU) * (b >> i & 0xFFU);
  return sum;
}
inline unsigned __vabsdiffu4(unsigned a, unsigned b) {
  unsigned differences = 0;
  for (int i = 0; i < 32; i += 8) {
    const int difference = static_cast<int>(a >> i & 0xFFU) - static_cast<int>(b >> i & 0xFFU);
    differences |= static_cast<unsigned>(std::abs(difference)) << i;
  }
  return differences;
}
inline unsigned __vsadu4(unsigned a, unsigned b) { return __dp4a(__vabsdiffu4(a, b), 0x01010101U, 0); }

template <class T>
T on_cpu_texel(cudaTextureObject_t texture, float u, float v, const float* w) {
  constexpr bool floats = std::is_same_v<T, float> || std::is_same_v<T, float2> || std::is_same_v<T, float4>;
  T texel;
  glccl::on_cpu::read_texel(texture, u, v, w, &texel, sizeof(T), floats);
  return texel;
}
template <class T>
T tex2D(cudaTextureObject_t texture, float u, float v) {
  return on_cpu_texel<T>(texture, u, v, nullptr);
}
template <class T>
T tex3D(cudaTextureObject_t texture, float u, float v, float w) {
  return on_cpu_texel<T>(texture, u, v, &w);
}
template <class T>
T surf2Dread(cudaSurfaceObject_t surface, int x, int y) {
  T value;
  std::memcpy(&value, glccl::on_cpu::surface_at(surface, x, y, nullptr, sizeof(T)), sizeof(T));
  return value;
}
template <class T>
void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y) {
  std::memcpy(glccl::on_cpu::surface_at(surface, x, y, nullptr, sizeof(T)), &value, sizeof(T));
}
template <class T>
T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z) {
  T value;
  std::memcpy(&value, glccl::on_cpu::surface_at(surface, x, y, &z, sizeof(T)), sizeof(T));
  return value;
}
template <class T>
void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z) {
  std::memcpy(glccl::on_cpu::surface_at(surface, x, y, &z, sizeof(T)), &value, sizeof(T));
}
