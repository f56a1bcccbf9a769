// One thread a pixel: which one, and its neighbours. What the iterating algorithms share.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/criterion.cuh"
#include "cuda/core/launch.cuh"

namespace glccl::cuda {

/// Blocks that cover the image. At most 8192 of them in y, where CUDA allows 65535: no block has less than 4 rows.
inline dim3 grid_over(Extent extent, dim3 block) {
  return dim3(blocks_for(extent.width, block.x), blocks_for(extent.height, block.y));
}

struct Pixel {
  int x;
  int y;
};

inline __device__ Pixel pixel_of_thread() {
  return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

inline __device__ bool has(Extent extent, Pixel p) {
  return p.x >= 0 && p.y >= 0 && p.x < extent.width && p.y < extent.height;
}

/// A pixel's place in raster order.
inline __device__ std::uint32_t index_of(Extent extent, Pixel p) {
  return static_cast<std::uint32_t>(p.y) * static_cast<std::uint32_t>(extent.width) + static_cast<std::uint32_t>(p.x);
}

/// Whether two neighbours, none of them background, are of one segment. With Foreground they are, and no pixel is read.
inline __device__ bool share_segment(const PixelSource& source, Pixel p, Pixel q) {
  return !source.equal || integer_at(source, p.x, p.y) == integer_at(source, q.x, q.y);
}

/// Calls visit(q) for the neighbours q of p that lie in the image and before it in raster order:
///
///      nw  n  ne        4-connected: n and w
///       w  p
template <int connectivity, class Visit>
__device__ void visit_forward_neighbors(Extent extent, Pixel p, const Visit& visit) {
  for (int dx = -1; dx <= 1; ++dx) {
    if (connectivity == 4 && dx != 0) continue;
    const Pixel above = {p.x + dx, p.y - 1};
    if (has(extent, above)) visit(above);
  }
  if (p.x > 0) visit(Pixel{p.x - 1, p.y});
}

/// Calls visit(q) for all neighbours q of p in the image.
template <int connectivity, class Visit>
__device__ void visit_neighbors(Extent extent, Pixel p, const Visit& visit) {
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if ((dx == 0 && dy == 0) || (connectivity == 4 && dx != 0 && dy != 0)) continue;
      const Pixel q = {p.x + dx, p.y + dy};
      if (has(extent, q)) visit(q);
    }
  }
}

}  // namespace glccl::cuda
