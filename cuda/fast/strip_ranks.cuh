// The numbers of roots where one launch labels an image: how many roots come before each of them in raster order. Roots
// are counted for each strip, a row of a tile. Every block adds up the counts of all strips for itself, so that the
// blocks meet only once, after they have counted.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// Strips that a thread adds up.
constexpr int strips_of_thread = 16;
/// Most strips of an image that one launch labels.
constexpr int most_strips = tile_threads * strips_of_thread;

/// The roots before the strips of each thread.
struct StripRanks {
  uint before[tile_threads];
};

inline __device__ uint strip_of(const Tiles& tiles, ivec2 pixel) {
  return static_cast<uint>(pixel.y * tiles.count.width + pixel.x / TILE_COLUMNS);
}

/// The sum of a word's first `count` bytes.
inline __device__ uint sum_of_bytes(uint word, int count) {
  if (count <= 0) return 0;
  return __dp4a(count >= 4 ? word : word & ((1U << (8 * count)) - 1), 0x01010101U, 0U);
}

/// Counts the roots in the tile's strips, and clears what follows the last strip of the image.
template <class Shape>
__device__ void count_roots(const Tiles& tiles, const Ranks& ranks, const TilePlace& place, const uint* roots) {
  const Voxel origin = place.origin;
  const int row = threadIdx.x;
  if (row < Shape::tile_rows && origin.y + row < tiles.extent.height) {
    uint count = 0;
    for (int word = 0; word < TILE_WORDS; ++word) count += bitCount(roots[row * TILE_WORDS + word]);
    ranks.strip_roots[strip_of(tiles, {origin.x, origin.y + row})] = static_cast<std::uint8_t>(count);
  }
  const uint strips = tiles.count.width * tiles.extent.height;
  if (place.is_first() && threadIdx.x < strips_of_thread - 1) {
    const uint behind = strips + threadIdx.x;
    if (behind % strips_of_thread != 0 && behind / strips_of_thread == strips / strips_of_thread) {
      ranks.strip_roots[behind] = 0;
    }
  }
}

/// Adds up the counts of all strips. Returns the number of components. All threads of the block must call it; the
/// caller needs a barrier after it.
inline __device__ uint add_up_strips(const Tiles& tiles, const Ranks& ranks, StripRanks& sums) {
  using Scan = cub::BlockScan<uint, tile_threads>;
  __shared__ typename Scan::TempStorage storage;
  const uint strips = tiles.count.width * tiles.extent.height;
  uint count = 0;
  if (threadIdx.x * strips_of_thread < strips) {
    const uint4 words = reinterpret_cast<const uint4*>(ranks.strip_roots)[threadIdx.x];
    for (const uint word : {words.x, words.y, words.z, words.w}) count += sum_of_bytes(word, 4);
  }
  uint all = 0;
  Scan(storage).ExclusiveSum(count, sums.before[threadIdx.x], all);
  return all;
}

/// The number of roots before a strip.
inline __device__ uint roots_before(const Ranks& ranks, const StripRanks& sums, uint strip) {
  const uint thread = strip / strips_of_thread;
  const auto* words = reinterpret_cast<const uint*>(ranks.strip_roots) + std::size_t{thread} * strips_of_thread / 4;
  uint before = sums.before[thread];
#pragma unroll
  for (int i = 0; i < strips_of_thread / 4; ++i) {
    before += sum_of_bytes(words[i], static_cast<int>(strip % strips_of_thread) - 4 * i);
  }
  return before;
}

/// The number of roots in a strip up to a column. `roots` are the words of the strip.
inline __device__ uint roots_up_to(const uint* roots, int column) {
  uint count = 0;
#pragma unroll
  for (int word = 0; word < TILE_WORDS; ++word) {
    const int columns = column - word * WORD_COLUMNS;
    if (columns >= 0) count += bitCount(roots[word] & (columns < WORD_COLUMNS ? up_to(columns) : ALL_COLUMNS));
  }
  return count;
}

/// The number of the root at that pixel of the image, from 1.
inline __device__ uint number_of(const Tiles& tiles, const Ranks& ranks, const StripRanks& sums, ivec2 pixel) {
  const uint strip = strip_of(tiles, pixel);
  const uint* roots = ranks.root_bits + std::size_t{strip} * TILE_WORDS;
  return roots_before(ranks, sums, strip) + roots_up_to(roots, pixel.x % TILE_COLUMNS);
}

}  // namespace glccl::cuda
