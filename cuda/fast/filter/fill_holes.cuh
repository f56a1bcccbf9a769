// Kernel fill_holes: writes the foreground with its holes filled, from the tiles of the background and the areas of
// their nodes. Pixel (w, y) of the target gets the 32 pixels from (32 * w, y) on as bits.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/write_labels.cuh"

namespace glccl::cuda {

/// What says which runs of the tile are in holes.
template <class Kind>
struct HolesOfTile {
  Record records[Kind::most_runs];
  uint roots[Kind::tile_words];       ///< The bits of the roots that are not in holes.
  bool node_fills[Kind::most_nodes];  ///< Per node: it is in a hole.

  __device__ bool fills(Record record) const {
    if ((record & AT_BORDER) != 0) return node_fills[record & ~AT_BORDER];
    return (roots[record / WORD_COLUMNS] >> record % WORD_COLUMNS & 1U) == 0;
  }
};

/// Requires areas whose limits keep what is no hole (Areas::keeps_others). grid: tiles, images; block: tile_threads.
template <class Kind>
__global__ void __launch_bounds__(tile_threads) fill_holes(Batch batch, Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ HolesOfTile<Kind> holes;
  const TilePlace place = own_tile<Kind>();
  const uint index = index_of_tile(tiles, place);
  const TileCounts counts = tiles.counts[index];
  for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) {
    holes.records[run] = stored_record<Kind>(tiles, index, run);
  }
  for (int word = threadIdx.x; word < Kind::tile_words; word += tile_threads) {
    holes.roots[word] = roots_of_word<Kind>(tiles, ranks, place, word);
  }
  for (uint i = threadIdx.x; i < counts.nodes; i += tile_threads) {
    const uint root = tiles.nodes[node_of_tile<Kind>(index, i)].parent;
    holes.node_fills[i] = !areas.passes_limits(areas.of_nodes[root]);
  }
  __syncthreads();

  const int own = threadIdx.x;
  if (own >= Kind::band_words) return;
  const Word background = stored_word<Kind>(tiles, index, own);
  uint outside = 0;  // columns
  int run = stored_runs_before<Kind>(tiles, index, own);
  visit_bits(background.starts, [&](int start) {
    if (!holes.fills(holes.records[run++])) outside |= run_of(background, start);
  });
  const ivec2 first = origin_of<Kind>(place);
  const int x = first.x + own % TILE_WORDS * WORD_COLUMNS;
  const int y = first.y + own / TILE_WORDS * Kind::rows;
  if (x >= tiles.image.width) return;
  const uint inside = first_columns(tiles.image.width - x);
  const PixelTarget& target = batch.images[place.image].target;
  if (y < tiles.image.height) store_label(target, x / WORD_COLUMNS, y, ~(background.upper & outside) & inside);
  if (y + 1 < tiles.image.height) store_label(target, x / WORD_COLUMNS, y + 1, ~(background.lower & outside) & inside);
}

}  // namespace glccl::cuda
