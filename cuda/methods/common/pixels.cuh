// Pixels of the image: which pixel a thread has, whether the image has it, and its neighbours.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// Blocks that cover the image.
inline dim3 grid_over(Extent extent, dim3 block) {
  return grid_of(blocks_for(extent.width, block.x), blocks_for(extent.height, block.y));
}

/// A pixel's coordinates.
struct Pixel {
  int x;
  int y;
};

/// The thread's pixel in a grid of grid_over(). It can lie outside the image. Coordinates beyond 2^31 - 1 wrap to
/// negative ones, which are outside too.
inline __device__ Pixel pixel_of_thread() {
  return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          static_cast<int>(block_row() * blockDim.y + threadIdx.y)};
}

/// Whether the pixel lies in the image.
inline __device__ bool has(Extent extent, Pixel p) {
  return p.x >= 0 && p.y >= 0 && p.x < extent.width && p.y < extent.height;
}

/// The same for coordinates that may lie beyond 2^31 - 1, or left of 0, from where unsigned integers wrap.
inline __device__ bool has(Extent extent, std::uint32_t x, std::uint32_t y) {
  return x < static_cast<std::uint32_t>(extent.width) && y < static_cast<std::uint32_t>(extent.height);
}

/// A pixel's place in raster order.
inline __device__ std::uint32_t index_of(Extent extent, Pixel p) {
  return static_cast<std::uint32_t>(p.y) * static_cast<std::uint32_t>(extent.width) + static_cast<std::uint32_t>(p.x);
}

/// Whether two neighbouring foreground pixels have the same segment. With Foreground all have, and no pixel is read.
inline __device__ bool share_segment(const PixelSource& source, Pixel p, Pixel q) {
  return !source.equal || integer_at(source, p.x, p.y) == integer_at(source, q.x, q.y);
}

/// Calls visit(q) for the neighbours q of p that lie in the image and before p in raster order:
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
