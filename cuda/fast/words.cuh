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
/// (Equal, Difference) or whenever both are foreground; whether the image is tall: it has more rows of tiles than a
/// grid has blocks along y, so they lie along x; and whether one launch labels the image, a small one of foreground.
/// Kernels for values label foreground too, only not as fast.
template <int connectivity_, bool values_, bool tall_ = false, bool at_once_ = false>
struct Kind {
  static constexpr int connectivity = connectivity_;
  static constexpr bool values = values_;
  static constexpr bool tall = tall_;
  static constexpr bool at_once = at_once_;
  static constexpr int rows = values ? 1 : 2;  ///< Rows of pixels in a band.
  /// Bands of a tile. With 4 neighbours every column of a word can start a run, and half as many bands have as many
  /// runs. One launch has low tiles, which it shares among more multiprocessors.
  static constexpr int bands = at_once ? 8 : connectivity == 4 && !values ? LOW_TILE_BANDS : TILE_BANDS;
  static constexpr int band_words = TILE_WORDS * bands;  ///< Words of all bands.
  static constexpr int tile_rows = bands * rows;
  static constexpr int tile_pixels = tile_rows * TILE_COLUMNS;
  static constexpr int tile_words = TILE_WORDS * tile_rows;  ///< Words of all rows of pixels.
  /// Every column of a word can start a run; with 8-connected foreground every other.
  static constexpr int most_runs = band_words * (connectivity == 8 && !values ? WORD_COLUMNS / 2 : WORD_COLUMNS);
  static constexpr int most_nodes =
      values ? MOST_NODES_OF_VALUES : TILE_COLUMNS + tile_rows;  // most_nodes_of_foreground()
};

/// Calls visit(bit) for all set bits, the lowest first.
template <class Visit>
__device__ void visit_bits(uint bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(findLSB(bits));
}

}  // namespace glccl::cuda
