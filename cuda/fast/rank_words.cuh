// Kernels rank_words and sum_ranks: from the bits of roots to the rank of each word and the number of components.
#pragma once

#include <cuda_runtime.h>

#include <cub/block/block_scan.cuh>

#include "cuda/core/launch.cuh"
#include "cuda/core/scan.cuh"
#include "cuda/fast/ranks.cuh"

namespace glccl::cuda {

constexpr int rank_threads = 256;

/// Counts the roots before each word in its block; sums[block] becomes the number of roots in the block. grid: blocks,
/// images; block: rank_threads.
static __global__ void __launch_bounds__(rank_threads) rank_words(Ranks ranks) {
  wait_for_kernels_before();
  using Scan = cub::BlockScan<uint, rank_threads>;
  constexpr int in_thread = RANKED_WORDS / rank_threads;
  __shared__ typename Scan::TempStorage storage;
  const std::size_t block = std::size_t{blockIdx.y} * ranks.blocks + blockIdx.x;
  const std::size_t first = block * RANKED_WORDS + threadIdx.x * in_thread;
  static_assert(in_thread == 4);
  const uint in_image = blockIdx.x * RANKED_WORDS + threadIdx.x * in_thread;
  uint counts[in_thread];
  for (int i = 0; i < in_thread; ++i) {
    counts[i] = in_image + i < ranks.words ? bitCount(ranks.root_bits[first + i]) : 0;
  }
  uint before = 0;
  uint all = 0;
  Scan(storage).ExclusiveSum(counts[0] + counts[1] + counts[2] + counts[3], before, all);
  *reinterpret_cast<uint4*>(ranks.ranks + first) = {before, before + counts[0], before + counts[0] + counts[1],
                                                    before + counts[0] + counts[1] + counts[2]};
  if (threadIdx.x == 0) ranks.sums[block] = all;
}

/// Turns the number of roots in each block into the number of roots before it. The number of all roots is the number of
/// components. grid: images; block: scan_threads.
static __global__ void __launch_bounds__(scan_threads) sum_ranks(Ranks ranks) {
  wait_for_kernels_before();
  const uint all = sum_values_before(ranks.sums + std::size_t{blockIdx.x} * ranks.blocks, ranks.blocks);
  if (threadIdx.x == 0) ranks.count[blockIdx.x] = all;
}

}  // namespace glccl::cuda
