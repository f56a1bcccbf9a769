// A running total over an array by one block, a level above what its threads sum themselves.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

namespace glccl::cuda {

constexpr int scan_threads = 1024;

/// Makes every value the sum of those before it, and returns the sum of all. To be called by all scan_threads of a
/// block; at most 2^18 values, 256 rounds.
inline __device__ std::uint32_t sum_values_before(std::uint32_t* values, std::uint32_t count) {
  using Scan = cub::BlockScan<std::uint32_t, scan_threads>;
  __shared__ typename Scan::TempStorage storage;
  std::uint32_t before = 0;
  for (std::uint32_t first = 0; first < count; first += scan_threads) {
    const std::uint32_t i = first + threadIdx.x;
    std::uint32_t sum = 0;
    std::uint32_t total = 0;
    Scan(storage).ExclusiveSum(i < count ? values[i] : 0U, sum, total);
    if (i < count) values[i] = before + sum;
    before += total;
    __syncthreads();  // before the storage is used again
  }
  return before;
}

}  // namespace glccl::cuda
