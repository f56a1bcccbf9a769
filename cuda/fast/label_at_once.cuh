// Kernel label_at_once: all of the method in one launch, for an image whose tiles fit on the GPU together. A block
// takes a tile and keeps it in shared memory. Between the steps, where the other kernels end, all blocks wait for each
// other. A small image takes less time than the launches of the other kernels; its tiles are lower, so that they are
// shared among more multiprocessors.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "cuda/core/table.cuh"
#include "cuda/fast/begin_rows.cuh"
#include "cuda/fast/label_tiles.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/merge_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/strip_ranks.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/fast/write_labels.cuh"

namespace glccl::cuda {

/// A tile that one block labels from beginning to end.
template <class Kind>
struct WholeTile {
  Tile<Kind> solved;
  LabeledTile<Kind> labeled;
  StripRanks strips;
  uint rows_before[Kind::tile_rows];  ///< Roots of the image before each row of the tile.
};

/// Takes words, runs and records of a solved tile.
template <class Kind>
__device__ void keep_tile(const TileView<Kind>& view, LabeledTile<Kind>& labeled) {
  const Tile<Kind>& tile = view.tile;
  if (threadIdx.x < Kind::band_words) {
    labeled.words[threadIdx.x] = view.word_of(threadIdx.x);
    labeled.runs_before[threadIdx.x] = tile.runs_before[threadIdx.x];
  }
  visit_runs(tile, [&](int run) { labeled.records[run] = record_of_run(tile, run); });
}

/// Finds the labels of the roots of the tile's nodes, and marks the roots of these.
template <class Kind>
__device__ void find_roots(const Tiles& tiles, TilePlace place, WholeTile<Kind>& tile) {
  const uint index = index_of_tile(tiles, place);
  const ivec2 origin = origin_of<Kind>(place);
  for (uint i = threadIdx.x; i < tile.solved.nodes; i += tile_threads) {
    const uint node = node_of_tile<Kind>(index, i);
    const Root root = find_root(tiles.nodes, node);
    tile.labeled.node_labels[i] = root.label;
    if (root.node != node) continue;
    const ivec2 pixel = pixel_of_label(tiles, root.label);
    const uint first = static_cast<uint>((pixel.y - origin.y) * TILE_COLUMNS + pixel.x - origin.x);
    atomicOr(tile.solved.roots + first / WORD_COLUMNS, 1U << (first % WORD_COLUMNS));
  }
}

/// Turns the labels of roots into numbers, and finds the number of roots before each row. All threads of the block must
/// call it. With tables it also starts the rows of roots among the nodes.
template <class Kind, Output output>
__device__ void number_tile(const TableView& table, const Tiles& tiles, const Ranks& ranks, TilePlace place,
                            WholeTile<Kind>& tile) {
  const uint count = add_up_strips(tiles, ranks, tile.strips);
  const bool first_tile = place.x == 0 && place.y == 0;
  if (first_tile && threadIdx.x == 0) {
    *ranks.count = count;
    if constexpr (output == Output::table) write_header(table, count, count);
  }
  __syncthreads();

  const ivec2 origin = origin_of<Kind>(place);
  const int row = threadIdx.x;
  if (row < Kind::tile_rows && origin.y + row < tiles.image.height) {
    tile.rows_before[row] = roots_before(ranks, tile.strips, strip_of(tiles, {origin.x, origin.y + row}));
  }
  const uint index = index_of_tile(tiles, place);
  for (uint i = threadIdx.x; i < tile.solved.nodes; i += tile_threads) {
    const ivec2 root = pixel_of_label(tiles, tile.labeled.node_labels[i]);
    const uint number = number_of(tiles, ranks, tile.strips, root);
    tile.labeled.node_labels[i] = number;
    if constexpr (output == Output::table) {
      const uint node = node_of_tile<Kind>(index, i);
      if (load_node(tiles.nodes, node).parent == node) begin_row_of_root(table, number, root);
    }
  }
}

/// Finds the labels of the tile's runs.
template <class Kind, Output output>
__device__ void label_runs(const Tiles& tiles, TilePlace place, WholeTile<Kind>& tile) {
  for (uint run = threadIdx.x; run < static_cast<uint>(tile.solved.run_count); run += tile_threads) {
    const Record record = tile.labeled.records[run];
    uint label = 0;
    if ((record & AT_BORDER) != 0) {
      label = tile.labeled.node_labels[record & ~AT_BORDER];
    } else if (output == Output::roots) {
      label = label_of(tiles, pixel_in_tile<Kind>(place, record));
    } else {
      const int row = record / TILE_COLUMNS;
      label = tile.rows_before[row] + roots_up_to(tile.solved.roots + row * TILE_WORDS, record % TILE_COLUMNS);
    }
    tile.labeled.run_labels[run + 1] = label;
  }
}

/// A cooperative launch. grid: tiles of one image; block: tile_threads.
template <class Kind, Output output>
__global__ void __launch_bounds__(tile_threads)
    label_at_once(PixelSource source, PixelTarget target, JobTable memory, Tiles tiles, Ranks ranks) {
  __shared__ WholeTile<Kind> tile;
  const cooperative_groups::grid_group all_blocks = cooperative_groups::this_grid();
  const TableView table = make_table_view(memory, source, tiles.image);
  const TilePlace place = own_tile<Kind>();
  TileView<Kind> view = {tile.solved};
  label_tile<Kind>(source, tiles, place, view, tile.solved);
  store_border_nodes<Kind>(view, tiles, place);
  keep_tile<Kind>(view, tile.labeled);
  all_blocks.sync();

  merge_tile<Kind>(view, tiles, place);
  all_blocks.sync();

  find_roots<Kind>(tiles, place, tile);
  __syncthreads();
  if constexpr (output != Output::roots) {
    store_roots<Kind>(tile.solved, tiles, ranks, place);
    count_roots<Kind>(tiles, ranks, place, tile.solved.roots);
    all_blocks.sync();
    number_tile<Kind, output>(table, tiles, ranks, place, tile);
    __syncthreads();
  }
  label_runs<Kind, output>(tiles, place, tile);
  __syncthreads();

  write_tile<Kind>(tile.labeled, tiles.image, origin_of<Kind>(place), target);
  if constexpr (output == Output::table) {
    all_blocks.sync();
    measure_components<Kind>(table, tiles, ranks, place, tile.labeled);
  }
}

}  // namespace glccl::cuda
