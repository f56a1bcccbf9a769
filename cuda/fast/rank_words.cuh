// Kernel rank_words: counts the roots before each word in its block of words.
#pragma once

#include <cuda_runtime.h>

#include <cub/block/block_scan.cuh>

#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

constexpr int rank_threads = 256;

/// sums[block] becomes the number of roots in the block. grid: blocks, images; block: rank_threads.
/// Ranks a block of words. A thread takes four of them; `roots_of(word)` gives the bits of the roots in a word,
/// and may read the ranks of its block of words. grid: ranks.blocks, images; block: rank_threads.
template <class RootsOf>
__device__ void rank_block(const Ranks& ranks, const RootsOf& roots_of) {
  using Scan = cub::BlockScan<uint, rank_threads>;
  constexpr int in_thread = RANKED_WORDS / rank_threads;
  __shared__ typename Scan::TempStorage storage;
  const std::size_t block = std::size_t{blockIdx.y} * ranks.blocks + blockIdx.x;
  const std::size_t first = block * RANKED_WORDS + threadIdx.x * in_thread;
  static_assert(in_thread == 4);
  const uint in_image = blockIdx.x * RANKED_WORDS + threadIdx.x * in_thread;
  uint counts[in_thread];
  for (int i = 0; i < in_thread; ++i) {
    counts[i] = in_image + i < ranks.words ? bitCount(roots_of(first + i)) : 0;
  }
  uint before = 0;
  uint all = 0;
  Scan(storage).ExclusiveSum(counts[0] + counts[1] + counts[2] + counts[3], before, all);
  *reinterpret_cast<uint4*>(ranks.ranks + first) = {before, before + counts[0], before + counts[0] + counts[1],
                                                    before + counts[0] + counts[1] + counts[2]};
  if (threadIdx.x == 0) ranks.sums[block] = all;
}

static __global__ void __launch_bounds__(rank_threads) rank_words(Ranks ranks) {
  wait_for_kernels_before();
  rank_block(ranks, [&](std::size_t word) { return ranks.root_bits[word]; });
}

}  // namespace glccl::cuda
