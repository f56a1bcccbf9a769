// Kernel fill_holes: writes the foreground with its holes filled, from the tiles of the background and the areas of
// their nodes. Pixel (w, y) of the target gets the 32 pixels from (32 * w, y) on as bits.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/write_labels.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// What says which runs of the tile are in holes.
template <class Shape>
struct HolesOfTile {
  Record records[Shape::most_runs];
  uint roots[Shape::tile_words];       ///< The bits of the roots that are not in holes.
  bool node_fills[Shape::most_nodes];  ///< Per node: it is in a hole.

  __device__ bool fills(Record record) const {
    if ((record & AT_BORDER) != 0) return node_fills[record & ~AT_BORDER];
    return (roots[record / WORD_COLUMNS] >> record % WORD_COLUMNS & 1U) == 0;
  }
};

/// Requires areas whose limits keep what is no hole (Areas::inverted_filter). grid: tiles, images; block: tile_threads.
template <class Shape>
__global__ void __launch_bounds__(tile_threads) fill_holes(Batch batch, Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ HolesOfTile<Shape> holes;
  const TilePlace place = own_tile<Shape>(tiles);
  const uint index = place.index;
  const TileCounts counts = tiles.counts[index];
  const Record* records = stored_records<Shape>(tiles, index);
  for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) holes.records[run] = records[run];
  for (int word = threadIdx.x; word < Shape::tile_words; word += tile_threads) {
    holes.roots[word] = roots_of_word<Shape>(tiles, ranks, place, word);
  }
  for (uint i = threadIdx.x; i < counts.nodes; i += tile_threads) {
    const uint root = tiles.nodes[node_of_tile<Shape>(index, i)].parent;
    holes.node_fills[i] = !areas.passes_limits(areas.of_nodes[root]);
  }
  __syncthreads();

  const int own = threadIdx.x;
  if (own >= Shape::band_words) return;
  const BandBits<Shape> background = stored_word<Shape>(tiles, index, own);
  uint outside = 0;  // columns
  int run = stored_runs_before<Shape>(tiles, index, own);
  visit_bits(background.starts, [&](int start) {
    if (!holes.fills(holes.records[run++])) outside |= run_of(background.word(), start);
  });
  const BandWord at = band_word<Shape>(own);
  const int x = place.origin.x + at.word * WORD_COLUMNS;
  if (x >= tiles.extent.width) return;
  const uint inside = first_columns(tiles.extent.width - x);
  const PixelTarget& target = batch.images[place.image].target;
#pragma unroll
  for (int i = 0; i < Shape::band_rows; ++i) {
    const int y = place.origin.y + row_of_band<Shape>(at, i).y;
    if (y < tiles.extent.height) store_label(target, x / WORD_COLUMNS, y, ~(background.rows[i] & outside) & inside);
  }
}

}  // namespace glccl::cuda
