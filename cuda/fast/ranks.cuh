// Numbering::raster: the rank of each root in raster order. The bits of roots lie row after row of each image.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// Threads of a block that goes through the nodes of a tile.
constexpr int node_threads = 64;

/// The memory of the ranks. Each image has `blocks` of RANKED_WORDS words.
struct Ranks {
  uint* root_bits;  ///< Bit x % 32 of word y * row_words + x / 32: pixel (x, y) is the first of its component.
  uint* ranks;      ///< Per word: roots in the words before it in its block.
  uint* sums;       ///< Per block: roots in the blocks before it.
  uint* count;      ///< Per image: components.
  std::uint8_t* strip_roots;  ///< Only for label_at_once (strip_ranks.cuh): roots in each row of each tile.
  int row_words;
  uint words;  ///< Words of an image.
  int blocks;
  bool filtered;  ///< Roots may have been dropped.
};

inline __device__ std::size_t root_word_of(const Ranks& ranks, int image, ivec2 pixel) {
  return std::size_t{static_cast<unsigned>(image)} * ranks.blocks * RANKED_WORDS +
         static_cast<std::size_t>(pixel.y) * ranks.row_words + pixel.x / WORD_COLUMNS;
}

inline __device__ void mark_root(const Ranks& ranks, int image, ivec2 pixel) {
  atomicOr(ranks.root_bits + root_word_of(ranks, image, pixel), 1U << (pixel.x % WORD_COLUMNS));
}

/// Roots of the image in the words before a word.
inline __device__ uint roots_before_word(const Ranks& ranks, std::size_t word) {
  return ranks.sums[word / RANKED_WORDS] + ranks.ranks[word];
}

/// The number of a root, from 1; of a root that the filter has dropped 0.
inline __device__ uint number_of(const Ranks& ranks, int image, ivec2 root) {
  const std::size_t word = root_word_of(ranks, image, root);
  const uint bits = ranks.root_bits[word];
  if (ranks.filtered && (bits >> root.x % WORD_COLUMNS & 1U) == 0) return 0;
  return roots_before_word(ranks, word) + bitCount(bits & up_to(root.x % WORD_COLUMNS));
}

}  // namespace glccl::cuda
