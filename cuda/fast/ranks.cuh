// Numbering::raster: the roots as bits, row after row of each image, and how many lie before each word of them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "cuda/core/launch.cuh"
#include "cuda/core/scan.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/planes.cuh"

namespace glccl::cuda {

/// Words of roots that a block ranks.
constexpr int ranked_words = 1024;
constexpr int rank_threads = 256;
constexpr int node_threads = 64;

/// Of each image, `blocks` of ranked_words.
struct Ranks {
  std::uint32_t* roots;  ///< bit x % 32 of word y * row_words + x / 32: pixel (x, y) is its component's first
  std::uint32_t* ranks;  ///< roots in the words of the same block before this one
  std::uint32_t* sums;   ///< roots in the blocks before this one
  std::uint32_t* count;  ///< components of each image
  int row_words;
  std::uint32_t words;  ///< of an image, `blocks` of ranked_words at most
  int blocks;
};

inline __device__ std::size_t word_of(const Ranks& ranks, int image, Place pixel) {
  return std::size_t{static_cast<unsigned>(image)} * ranks.blocks * ranked_words +
         static_cast<std::size_t>(pixel.y) * ranks.row_words + pixel.x / word_columns;
}

inline __device__ void mark_root(const Ranks& ranks, int image, Place pixel) {
  atomicOr(ranks.roots + word_of(ranks, image, pixel), 1U << (pixel.x % word_columns));
}

/// The number, from 1 on, of the component with that first pixel.
inline __device__ std::uint32_t number_of(const Ranks& ranks, int image, Place pixel) {
  const std::size_t word = word_of(ranks, image, pixel);
  return ranks.sums[word / ranked_words] + ranks.ranks[word] +
         count_bits(ranks.roots[word] & up_to(pixel.x % word_columns));
}

/// Hangs every node right below its root and marks the roots. grid: tiles, images; block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads) settle_nodes(Planes planes, Ranks ranks) {
  wait_for_kernels_before();
  const TilePlace place = tile_of_block();
  const std::uint32_t index = index_of(planes, place);
  for (std::uint32_t i = threadIdx.x; i < planes.counts[index].nodes; i += node_threads) {
    const std::uint32_t node = index * Kind::most_nodes + i;
    const Root root = find_root(planes.nodes, node);
    if (root.node == node) {
      mark_root(ranks, place.image, pixel_of(planes.image, root.label));
    } else {
      store_parent(planes.nodes, node, root.node);
    }
  }
}

/// Counts the roots before each word in its block; sums[block] becomes their number. grid: blocks, images; block:
/// rank_threads.
static __global__ void __launch_bounds__(rank_threads) rank_words(Ranks ranks) {
  wait_for_kernels_before();
  using Scan = cub::BlockScan<std::uint32_t, rank_threads>;
  constexpr int in_thread = ranked_words / rank_threads;
  __shared__ typename Scan::TempStorage storage;
  const std::size_t block = std::size_t{blockIdx.y} * ranks.blocks + blockIdx.x;
  const std::size_t first = block * ranked_words + threadIdx.x * in_thread;
  static_assert(in_thread == 4);
  const std::uint32_t in_image = blockIdx.x * ranked_words + threadIdx.x * in_thread;
  std::uint32_t counts[in_thread];
  for (int i = 0; i < in_thread; ++i) {
    counts[i] = in_image + i < ranks.words ? count_bits(ranks.roots[first + i]) : 0;
  }
  std::uint32_t before = 0;
  std::uint32_t all = 0;
  Scan(storage).ExclusiveSum(counts[0] + counts[1] + counts[2] + counts[3], before, all);
  *reinterpret_cast<uint4*>(ranks.ranks + first) = {before, before + counts[0], before + counts[0] + counts[1],
                                                    before + counts[0] + counts[1] + counts[2]};
  if (threadIdx.x == 0) ranks.sums[block] = all;
}

/// Turns the blocks' sums into those of all blocks before; that of all blocks is the number of components. grid:
/// images; block: scan_threads.
static __global__ void __launch_bounds__(scan_threads) sum_ranks(Ranks ranks) {
  wait_for_kernels_before();
  const std::uint32_t all = sum_values_before(ranks.sums + std::size_t{blockIdx.x} * ranks.blocks, ranks.blocks);
  if (threadIdx.x == 0) ranks.count[blockIdx.x] = all;
}

}  // namespace glccl::cuda
