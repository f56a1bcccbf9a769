// Kernel drop_roots: clears the bits of the roots of components that the filter drops.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/ranks.cuh"

namespace glccl::cuda {

/// A thread takes a word. grid: ceil(words / drop_threads), images; block: drop_threads.
constexpr int drop_threads = 256;

static __global__ void __launch_bounds__(drop_threads) drop_roots(Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  KeySearch& search = areas.searches[blockIdx.y];
  const ComponentKey smallest = search.smallest;
  const uint in_image = blockIdx.x * drop_threads + threadIdx.x;
  if (in_image == 0) search.found = ranks.count[blockIdx.y];
  if (in_image >= ranks.words) return;
  const std::size_t word = std::size_t{blockIdx.y} * ranks.blocks * RANKED_WORDS + in_image;
  const uint* const own = areas.of_image(static_cast<int>(blockIdx.y));
  uint kept = ranks.root_bits[word];
  uint i = roots_before_word(ranks, word);
  visit_bits(kept, [&](int column) {
    const ComponentKey key = key_of(own, i++);
    const bool is_large = key.area > smallest.area || (key.area == smallest.area && key.place >= smallest.place);
    if (!is_large || !areas.passes_limits(key.area)) kept &= ~(1U << column);
  });
  ranks.root_bits[word] = kept;
}

}  // namespace glccl::cuda
