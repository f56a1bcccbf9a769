// Kernel drop_roots: clears the bits of the roots of components that the filter drops, and ranks the others.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/rank_words.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// grid: ranks.blocks, images; block: rank_threads.
static __global__ void __launch_bounds__(rank_threads) drop_roots(Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  KeySearch& search = areas.searches[blockIdx.y];
  const ComponentKey smallest = search.smallest;
  if (blockIdx.x == 0 && threadIdx.x == 0) search.found = ranks.count[blockIdx.y];
  const uint* const own = areas.of_image(static_cast<int>(blockIdx.y));
  rank_block(ranks, [&](std::size_t word) {
    const uint roots = ranks.root_bits[word];
    uint kept = roots;
    uint i = roots_before_word(ranks, word);
    visit_bits(roots, [&](int column) {
      const ComponentKey key = key_of(own, i++);
      if (is_smaller(key, smallest) || !areas.passes_limits(key.area)) kept &= ~(1U << column);
    });
    if (kept != roots) ranks.root_bits[word] = kept;
    return kept;
  });
}

}  // namespace glccl::cuda
