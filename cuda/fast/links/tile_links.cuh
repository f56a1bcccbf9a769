// The links of a tile in shared memory, where neighbours are connected by their values.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/tile_shape.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/border_links.h"

namespace glccl::cuda {

/// The links of a tile in shared memory, a bit per element and direction. Shapes without values have none. Rows are
/// those of all slices.
template <class Shape>
struct TileLinks {
  uint words[Shape::values ? Shape::link_words : 1];

  static __device__ int index_of(int word, int row, int direction) {
    return (direction * Shape::tile_rows + row) * Shape::words + word;
  }

  /// The words as halves of 16 columns, two for each.
  __device__ std::uint16_t* halves() { return reinterpret_cast<std::uint16_t*>(words); }

  __device__ uint of(int word, int row, int direction) const {
    if constexpr (!Shape::values) return ALL_COLUMNS;
    return words[index_of(word, row, direction)];
  }
};

/// Stores the tile's border links. All threads of the block must call it.
template <class Shape>
__device__ void store_border_links(const TileLinks<Shape>& links, uint* stored) {
  constexpr int directions = Shape::directions;
  static_assert(Shape::tile_rows == warp_threads, "a lane takes a row");
  for (int place = threadIdx.x; place < LINKS_OF_FIRST; place += blockDim.x) {
    const int direction = UP + place / TILE_WORDS;
    stored[place] = direction < directions ? links.of(place % TILE_WORDS, 0, direction) : 0U;
  }
  const int row = threadIdx.x % warp_threads;
  const int warps = blockDim.x / warp_threads;
  for (int place = LINKS_OF_FIRST + threadIdx.x / warp_threads; place < BORDER_LINKS; place += warps) {
    const bool is_first = place < LINKS_OF_LAST;
    const int direction = direction_at(place);
    const uint word = direction < directions ? links.of(is_first ? 0 : TILE_WORDS - 1, row, direction) : 0U;
    const uint column = __ballot_sync(whole_warp, (word & (is_first ? FIRST_COLUMN : LAST_COLUMN)) != 0);
    if (row == 0) stored[place] = column;
  }
}

}  // namespace glccl::cuda
