// Kernel label_at_once: all of the method in one launch, for an image whose tiles fit on the GPU together. A block
// takes a tile and keeps it in shared memory. Between the steps, where the other kernels end, all blocks wait for each
// other. A small image takes less time than the launches of the other kernels; its tiles are lower, so that they are
// shared among more multiprocessors.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "cuda/fast/begin_rows.cuh"
#include "cuda/fast/label_tiles.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/merge_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/strip_ranks.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/fast/write_labels.cuh"
#include "cuda/measure/table.cuh"

namespace glccl::cuda {

/// A tile that one block labels from beginning to end.
template <class Shape>
struct WholeTile {
  Tile<Shape> solved;
  LabeledTile<Shape> labeled;
  StripRanks strips;
  uint rows_before[Shape::tile_rows];  ///< Roots of the image before each row of the tile.
};

/// Takes words, runs and records of a solved tile.
template <class Shape>
__device__ void keep_tile(const TileView<Shape>& view, LabeledTile<Shape>& labeled) {
  const Tile<Shape>& tile = view.tile;
  for (int i = threadIdx.x; i < Shape::tile_words; i += tile_threads) {
    labeled.bits[i] = view.bits_of(i % TILE_WORDS, i / TILE_WORDS, 0);
  }
  if (threadIdx.x < Shape::band_words) {
    labeled.starts[threadIdx.x] = tile.starts[threadIdx.x];
    labeled.runs_before[threadIdx.x] = tile.runs_before[threadIdx.x];
  }
  visit_runs(tile, [&](int run) { labeled.own_records[run] = record_of_run(tile, run); });
}

/// Finds the labels of the roots of the tile's nodes, and marks the roots of these.
template <class Shape>
__device__ void find_roots(const Tiles& tiles, const TilePlace& place, WholeTile<Shape>& tile) {
  const Voxel origin = place.origin;
  for (uint i = threadIdx.x; i < tile.solved.nodes; i += tile_threads) {
    const uint node = node_of_tile<Shape>(place.index, i);
    const Root root = find_root(tiles.nodes, node);
    tile.labeled.node_labels[i] = root.label;
    if (root.node != node) continue;
    const ivec2 pixel = pixel_of_label(tiles, root.label);
    const uint first = static_cast<uint>((pixel.y - origin.y) * TILE_COLUMNS + pixel.x - origin.x);
    atomicOr(tile.solved.roots() + first / WORD_COLUMNS, 1U << (first % WORD_COLUMNS));
  }
}

/// Turns the labels of roots into numbers, and finds the number of roots before each row. All threads of the block must
/// call it. With tables it also starts the rows of roots among the nodes.
template <class Shape, Output output>
__device__ void number_tile(const TableView& table, const Tiles& tiles, const Ranks& ranks, const TilePlace& place,
                            WholeTile<Shape>& tile) {
  const uint count = add_up_strips(tiles, ranks, tile.strips);
  if (place.is_first() && threadIdx.x == 0) {
    *ranks.count = count;
    if constexpr (output == Output::table) write_header(table, count, count);
  }
  __syncthreads();

  const Voxel origin = place.origin;
  const int row = threadIdx.x;
  if (row < Shape::tile_rows && origin.y + row < tiles.extent.height) {
    tile.rows_before[row] = roots_before(ranks, tile.strips, strip_of(tiles, {origin.x, origin.y + row}));
  }
  for (uint i = threadIdx.x; i < tile.solved.nodes; i += tile_threads) {
    const ivec2 root = pixel_of_label(tiles, tile.labeled.node_labels[i]);
    const uint number = number_of(tiles, ranks, tile.strips, root);
    tile.labeled.node_labels[i] = number;
    if constexpr (output == Output::table) {
      const uint node = node_of_tile<Shape>(place.index, i);
      if (load_node(tiles.nodes, node).parent == node)
        begin_row_of_root<Shape>(table, number, voxel_of<Shape>(tiles, root));
    }
  }
}

/// Finds the labels of the tile's runs.
template <class Shape, Output output>
__device__ void label_runs(const Tiles& tiles, const TilePlace& place, WholeTile<Shape>& tile) {
  for (uint run = threadIdx.x; run < static_cast<uint>(tile.solved.run_count); run += tile_threads) {
    const Record record = tile.labeled.own_records[run];
    uint label = 0;
    if ((record & AT_BORDER) != 0) {
      label = tile.labeled.node_labels[record & ~AT_BORDER];
    } else if (output == Output::roots) {
      label = label_of(tiles, pixel_in_tile<Shape>(tiles, place.origin, record));
    } else {
      const int row = record / TILE_COLUMNS;
      label = tile.rows_before[row] + roots_up_to(tile.solved.roots() + row * TILE_WORDS, record % TILE_COLUMNS);
    }
    tile.labeled.run_labels[run + 1] = label;
  }
}

/// A cooperative launch. grid: tiles of one image; block: tile_threads.
template <class Shape, Output output>
__global__ void __launch_bounds__(tile_threads)
    label_at_once(PixelSource source, PixelTarget target, JobTable memory, Tiles tiles, Ranks ranks) {
  __shared__ WholeTile<Shape> tile;
  const cooperative_groups::grid_group all_blocks = cooperative_groups::this_grid();
  const TableView table = make_table_view(memory, source, tiles.extent);
  const TilePlace place = own_tile<Shape>(tiles);
  const TileView<Shape> view = {tile.solved};
  label_tile(VolumeSource{source, 0}, tiles, place, tile.solved);
  store_border_nodes<Shape>(view, tiles, place);
  keep_tile<Shape>(view, tile.labeled);
  all_blocks.sync();

  merge_tile<Shape>(view, tiles, place);
  all_blocks.sync();

  find_roots<Shape>(tiles, place, tile);
  __syncthreads();
  if constexpr (output != Output::roots) {
    store_roots(tile.solved, tiles, ranks, place);
    count_roots<Shape>(tiles, ranks, place, tile.solved.roots());
    all_blocks.sync();
    number_tile<Shape, output>(table, tiles, ranks, place, tile);
    __syncthreads();
  }
  label_runs<Shape, output>(tiles, place, tile);
  __syncthreads();

  write_tile(tile.labeled, tiles.extent, place.origin, {target, 0});
  if constexpr (output == Output::table) {
    all_blocks.sync();
    measure_components<Shape>(table, tiles, ranks, place, tile.labeled);
  }
}

}  // namespace glccl::cuda
