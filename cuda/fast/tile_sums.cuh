// The sums of a tile's components (glsl/shared/sums.h) in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// Sums over voxels of a tile. The first voxel of a component need not have its smallest y.
struct VolumeSums : TileSums {
  uint z;
  uint y0;
  uint z1;
};

template <class Shape>
using SumsOf = std::conditional_t<Shape::is_plane, TileSums, VolumeSums>;

/// Sums of no elements.
template <class Shape>
__device__ SumsOf<Shape> no_elements() {
  if constexpr (Shape::is_plane) {
    return no_pixels();
  } else {
    return {no_pixels(), 0, 0xFFFFFFFFU, 0};
  }
}

/// Adds a run with these bits of word `at` of the tile's bands.
template <class Shape>
__device__ void add_run(SumsOf<Shape>& sums, BandWord at, const BandBits<Shape>& run) {
  const uint left = at.word * WORD_COLUMNS;
  add_ends(sums, left, run.occupied());
#pragma unroll
  for (int i = 0; i < Shape::band_rows; ++i) {
    const Voxel row = row_of_band<Shape>(at, i);
    const auto y = static_cast<uint>(row.y);
    const auto z = static_cast<uint>(row.z);
    add_row(sums, left, y, run.rows[i], Shape::band_rows == 1);
    if constexpr (!Shape::is_plane) {
      if (run.rows[i] == 0) continue;
      sums.z += z * static_cast<uint>(bitCount(run.rows[i]));
      sums.y0 = min(sums.y0, y);
      sums.z1 = max(sums.z1, z);
    }
  }
}

/// Components that are summed at a time: as many as shared memory has room for.
template <class Shape>
constexpr uint summed_components = Shape::is_plane ? 448
                                   : Shape::values ? 64
                                                   : 256;

/// A component and its sums in the tile.
template <class Shape>
struct ComponentSums {
  uint label;
  uint first;  ///< Place of its first element in the tile; of components that no other tile has elements of.
  SumsOf<Shape> sums;
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

inline __device__ void add_sums(VolumeSums& all, const VolumeSums& own) {
  add_sums(static_cast<TileSums&>(all), static_cast<const TileSums&>(own));
  atomicAdd(&all.z, own.z);
  atomicMin(&all.y0, own.y0);
  atomicMax(&all.z1, own.z1);
}

}  // namespace glccl::cuda
