// Access to the image for glsl/shared/links.h: which pixels of a row are connected with others.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/criterion.cuh"
#include "cuda/fast/words.cuh"

namespace glccl::cuda {

/// Of the bits of a row that begins at pixel `first`, those that are connected with the pixel at `offset` from each.
/// Both are foreground. Reads the image only if Kind::values.
template <class Kind>
__device__ uint linked(const PixelSource& source, uint bits, ivec2 first, ivec2 offset) {
  if constexpr (Kind::values) {
    uint found = 0;
    visit_bits(bits, [&](int bit) {
      const int x = first.x + bit;
      const uint4 there = cell_at(source, x + offset.x, first.y + offset.y);
      if (are_linked(source, cell_at(source, x, first.y), there)) found |= 1U << bit;
    });
    return found;
  }
  return bits;
}

}  // namespace glccl::cuda
