// The text that cuda-fast shares with the OpenGL engine `compute` (glsl/shared), and the kinds of images that kernels
// are compiled for.
#pragma once

#include <cuda_runtime.h>

#include "glsl/shared/sums.h"
#include "glsl/shared/table_layout.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"

namespace glccl::cuda {

using namespace shared;

/// Threads of a block that writes the labels of a tile.
constexpr int tile_threads = 256;
/// Threads of a block that labels a tile. Larger blocks are for images with few tiles.
constexpr int least_tile_threads = 256;
constexpr int most_tile_threads = 1024;

/// The variants that kernels are compiled for: connectivity 4 or 8; whether neighbours are connected by their values
/// (Equal, Difference) or whenever both are foreground; and whether the image is tall: it has more rows of tiles than a
/// grid has blocks along y, so they lie along x. Kernels for values label foreground too, only not as fast.
template <int connectivity_, bool values_, bool tall_ = false>
struct Kind {
  static constexpr int connectivity = connectivity_;
  static constexpr bool values = values_;
  static constexpr bool tall = tall_;
  static constexpr int rows = connectivity_ == 8 && !values_ ? 2 : 1;  ///< Rows of pixels in a band.
  static constexpr int tile_rows = TILE_BANDS * rows;
  static constexpr int tile_pixels = tile_rows * TILE_COLUMNS;
  static constexpr int tile_words = TILE_WORDS * tile_rows;  ///< Words of all rows of pixels.
  static constexpr int most_runs = values_ ? MOST_RUNS_OF_VALUES : MOST_RUNS_OF_FOREGROUND;
  static constexpr int most_nodes = values_     ? MOST_NODES_OF_VALUES
                                    : rows == 2 ? MOST_NODES_OF_TWO_ROWS
                                                : MOST_NODES_OF_ONE_ROW;
};

/// Calls visit(bit) for all set bits, the lowest first.
template <class Visit>
__device__ void visit_bits(uint bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(findLSB(bits));
}

}  // namespace glccl::cuda
