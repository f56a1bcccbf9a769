// Launching a kernel: its name in the timer, its configuration, its error.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/timer.hpp"

namespace glccl::cuda {

/// The number of blocks of `block` items that cover `count` items, at least one.
constexpr unsigned blocks_for(std::int64_t count, std::int64_t block) {
  return static_cast<unsigned>(count <= block ? 1 : (count + block - 1) / block);
}

constexpr int warp_threads = 32;
constexpr unsigned whole_warp = 0xFFFFFFFFU;  ///< The mask of all threads of a warp.

/// CUDA's limit of blocks in y and in z.
constexpr int most_blocks_y = 65535;

/// A grid of `columns` by `rows` blocks. More rows than most_blocks_y are folded into z: block_row() is the row of a
/// block. A folded grid can have blocks behind the last row, fewer than 32769 rows of them.
inline dim3 grid_of(unsigned columns, unsigned rows) {
  const unsigned folds = blocks_for(rows, most_blocks_y);
  return dim3(columns, blocks_for(rows, folds), folds);
}

/// The row of the block in a grid of grid_of().
inline __device__ unsigned block_row() { return blockIdx.z * gridDim.y + blockIdx.y; }

/// Whether a kernel may begin before its predecessor in the stream has ended.
enum class Overlap {
  none,          ///< It begins when all kernels before it have ended.
  with_previous  ///< Programmatic dependent launch: the kernel must call wait_for_kernels_before() before it reads.
};

/// Waits until the kernels before this one have ended and their stores are visible.
inline __device__ void wait_for_kernels_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Launches `kernel` on the job's stream. cudaLaunchKernelEx returns the error of this launch alone. cudaGetLastError
/// after <<<>>> would also report, and take away, an error that the caller has left there.
template <class... Parameters, class... Arguments>
Result<void> launch_with(std::span<cudaLaunchAttribute> attributes, const char* name, const Job& job, dim3 grid,
                         dim3 block, void (*kernel)(Parameters...), Arguments&&... arguments) {
  if (job.timer != nullptr) {
    if (Result<void> begun = job.timer->begin(name, job.stream); !begun) return begun;
  }
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = grid;
  configuration.blockDim = block;
  configuration.stream = job.stream;
  configuration.attrs = attributes.data();
  configuration.numAttrs = static_cast<unsigned>(attributes.size());
  const cudaError_t launched = cudaLaunchKernelEx(&configuration, kernel, std::forward<Arguments>(arguments)...);
  if (launched != cudaSuccess) return cuda_error(launched, std::string("the launch of kernel ") + name);
  return {};
}

/// Whether a kernel is launched with overlaps_previous().
inline bool overlaps(const Job& job, Overlap overlap) {
  return overlap == Overlap::with_previous && job.device.overlaps_kernels;
}

/// The attribute of Overlap::with_previous.
inline cudaLaunchAttribute overlaps_previous() {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  return attribute;
}

/// Launches a kernel that may begin as `overlap` says.
template <class... Parameters, class... Arguments>
Result<void> launch(const char* name, const Job& job, Overlap overlap, dim3 grid, dim3 block,
                    void (*kernel)(Parameters...), Arguments&&... arguments) {
  cudaLaunchAttribute programmatic = overlaps_previous();
  return launch_with({&programmatic, overlaps(job, overlap) ? 1U : 0U}, name, job, grid, block, kernel,
                     std::forward<Arguments>(arguments)...);
}

/// Launches a kernel whose blocks wait for each other. All of them have to fit on the device together.
template <class... Parameters, class... Arguments>
Result<void> launch_together(const char* name, const Job& job, Overlap overlap, dim3 grid, dim3 block,
                             void (*kernel)(Parameters...), Arguments&&... arguments) {
  std::array<cudaLaunchAttribute, 2> attributes = {};
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  attributes[1] = overlaps_previous();
  const std::size_t count = overlaps(job, overlap) ? 2 : 1;
  return launch_with({attributes.data(), count}, name, job, grid, block, kernel, std::forward<Arguments>(arguments)...);
}

/// Launches a kernel that begins when all kernels before it have ended.
template <class... Parameters, class... Arguments>
Result<void> launch(const char* name, const Job& job, dim3 grid, dim3 block, void (*kernel)(Parameters...),
                    Arguments&&... arguments) {
  return launch(name, job, Overlap::none, grid, block, kernel, std::forward<Arguments>(arguments)...);
}

}  // namespace glccl::cuda
