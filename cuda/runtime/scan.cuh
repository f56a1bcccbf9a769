// A prefix sum over an array by one block: the upper level of the two-level sums of number.cu and cuda-fast.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

namespace glccl::cuda {

constexpr int scan_threads = 1024;

/// Replaces every value by the sum, modulo 2^32, of the values before it, and returns the sum of all. The sum of any
/// scan_threads values has to fit 32 bits. All scan_threads of a block must call it. Takes a round per scan_threads
/// values: at most 512 rounds in images, for number.cu has a value per 4096 pixels, and fewer than 2^31 pixels, and
/// cuda-fast a value per 1024 words, and fewer than 2^29 words, also in the narrowest images; 256 rounds in volumes of
/// 2048x2048x2048 voxels.
inline __device__ std::uint64_t sum_values_before(std::uint32_t* values, std::uint32_t count) {
  using Scan = cub::BlockScan<std::uint32_t, scan_threads>;
  __shared__ typename Scan::TempStorage storage;
  std::uint64_t before = 0;
  for (std::uint32_t first = 0; first < count; first += scan_threads) {
    const std::uint32_t i = first + threadIdx.x;
    std::uint32_t sum = 0;
    std::uint32_t total = 0;
    Scan(storage).ExclusiveSum(i < count ? values[i] : 0U, sum, total);
    if (i < count) values[i] = static_cast<std::uint32_t>(before) + sum;
    before += total;
    __syncthreads();  // before the storage is used again
  }
  return before;
}

}  // namespace glccl::cuda
