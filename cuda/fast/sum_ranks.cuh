// Kernel sum_ranks: turns the number of roots in each block of words into the number of roots before the block. The
// number of all roots is the number of components, or too_many_components.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/scan.cuh"

namespace glccl::cuda {

/// grid: images; block: scan_threads.
static __global__ void __launch_bounds__(scan_threads) sum_ranks(Ranks ranks) {
  wait_for_kernels_before();
  const std::uint64_t all = sum_values_before(ranks.sums + std::size_t{blockIdx.x} * ranks.blocks, ranks.blocks);
  const uint count = all < too_many_components ? static_cast<uint>(all) : too_many_components;
  if (threadIdx.x == 0) ranks.count[blockIdx.x] = count;
}

}  // namespace glccl::cuda
