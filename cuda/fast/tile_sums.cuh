// The sums of a tile's components (glsl/shared/sums.h) in shared memory.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/words.cuh"

namespace glccl::cuda {

/// Components that are summed at a time.
constexpr int summed_components = 448;

/// A component and its sums in the tile.
struct ComponentSums {
  uint label;
  uint first;  ///< Place of its first pixel in the tile; of components that no other tile has pixels of.
  TileSums sums;
};

/// Adds a thread's part of a component to the component's sums.
inline __device__ void add_sums(TileSums& all, const TileSums& own) {
  atomicAdd(&all.area, own.area);
  atomicAdd(&all.x, own.x);
  atomicAdd(&all.y, own.y);
  atomicMin(&all.x0, own.x0);
  atomicMax(&all.x1, own.x1);
  atomicMax(&all.y1, own.y1);
}

}  // namespace glccl::cuda
