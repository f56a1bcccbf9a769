// The borders of tiles where one launch labels an image of foreground. A block leaves the nodes of its last row and its
// last column to the blocks below and to the right, pixel by pixel, so that these need one load to find a node. Its own
// first row and column it has in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/label_tiles.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/tile_runs.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// The border nodes of a tile: a byte for each column of its last row, then one for each row of its last column; 1 +
/// the number of the pixel's node in the tile, 0 for background.
template <class Shape>
constexpr int border_pixels = TILE_COLUMNS + Shape::tile_rows;

/// The border node of a pixel of the block's own tile.
template <class Shape>
__device__ uint border_node_at(const TileView<Shape>& view, int column, int row) {
  const int word = column / WORD_COLUMNS;
  const int bit = column % WORD_COLUMNS;
  if ((view.bits_of(word, row, 0) >> bit & 1U) == 0) return 0;
  const int run = run_at(view.tile, row / Shape::rows_y * TILE_WORDS + word, bit);
  return (record_of_run(view.tile, run) & ~AT_BORDER) + 1U;
}

/// Stores the tile's counts and border nodes. A thread takes a pixel.
template <class Shape>
__device__ void store_border_nodes(const TileView<Shape>& view, const Tiles& tiles, const TilePlace& place) {
  static_assert(border_pixels<Shape> <= tile_threads && Shape::most_nodes < 256);
  const int own = threadIdx.x;
  if (own >= border_pixels<Shape>) return;
  const bool in_row = own < TILE_COLUMNS;
  const uint node =
      border_node_at(view, in_row ? own : TILE_COLUMNS - 1, in_row ? Shape::tile_rows - 1 : own - TILE_COLUMNS);
  const uint index = place.index;
  if (own == 0) tiles.counts[index] = {static_cast<uint>(view.tile.run_count), view.tile.nodes};
  tiles.border_nodes[std::size_t{index} * border_pixels<Shape> + own] = static_cast<std::uint8_t>(node);
}

constexpr uint no_node = 0xFFFFFFFFU;

/// The node, at one of its border pixels, of the tile that is `dx` tiles to the right and `dy` below; no_node for
/// background, and where the image has no such tile.
template <class Shape>
__device__ uint node_of_border(const Tiles& tiles, const TilePlace& place, int dx, int dy, int pixel) {
  const int x = place.origin.x + dx * Shape::columns;
  if (x < 0 || x >= tiles.extent.width || place.origin.y + dy * Shape::tile_y < 0) return no_node;
  const uint index = place.index + dy * tiles.count.width + dx;
  const uint node = tiles.border_nodes[std::size_t{index} * border_pixels<Shape> + pixel];
  return node == 0 ? no_node : node_of_tile<Shape>(index, node - 1);
}

/// A pixel at the border of the block's tile, its neighbours along the border, and the nodes of the three pixels across
/// the border.
struct BorderPixel {
  uint own;              ///< The pixel's border node.
  bool before;           ///< Whether the pixel before it, to the left or above, is foreground.
  bool behind;           ///< Whether the pixel behind it is foreground.
  uint opposite;         ///< The node of the pixel across the border; no_node for background.
  uint before_opposite;  ///< The same of the pixel before that one.
  uint behind_opposite;  ///< The same of the pixel behind that one.
};

/// Unites a pixel with those across the border, except where a neighbour's links imply it.
template <class Shape>
__device__ void unite_pixel(const Tiles& tiles, uint tile, const BorderPixel& pixel) {
  if (pixel.own == 0) return;
  uint first = pixel.opposite;
  uint second = no_node;
  if (first != no_node) {
    if (pixel.before && pixel.before_opposite != no_node) return;
  } else if (Shape::axes == 2) {
    if (!pixel.before) first = pixel.before_opposite;
    if (!pixel.behind) second = pixel.behind_opposite;
  }
  const uint own = node_of_tile<Shape>(tile, pixel.own - 1);
#pragma unroll 1
  for (int i = 0; i < 2; ++i) {
    const uint other = i == 0 ? first : second;
    if (other != no_node) unite(tiles.nodes, own, other);
  }
}

/// Unites the tile's nodes with those of the tiles above and to the left. A thread takes a pixel of the first row or
/// the first column.
template <class Shape>
__device__ void merge_tile(const TileView<Shape>& view, const Tiles& tiles, const TilePlace& place) {
  const int thread = threadIdx.x;
  if (thread >= border_pixels<Shape>) return;
  BorderPixel pixel = {};
  if (thread < TILE_COLUMNS) {
    const auto node_above = [&](int column) {
      const int dx = column < 0 ? -1 : column >= TILE_COLUMNS ? 1 : 0;
      return node_of_border<Shape>(tiles, place, dx, -1, column - dx * TILE_COLUMNS);
    };
    const auto own_at = [&](int column) { return (view.bits_of(column >> 5, 0, 0) >> (column & 31) & 1U) != 0; };
    pixel = {border_node_at(view, thread, 0),
             thread > 0 && own_at(thread - 1),
             thread < TILE_COLUMNS - 1 && own_at(thread + 1),
             node_above(thread),
             node_above(thread - 1),
             node_above(thread + 1)};
  } else {
    const int row = thread - TILE_COLUMNS;
    const auto node_left = [&](int y) {
      return y < 0 || y >= Shape::tile_rows ? no_node : node_of_border<Shape>(tiles, place, -1, 0, TILE_COLUMNS + y);
    };
    const auto own_at = [&](int y) {
      return y >= 0 && y < Shape::tile_rows && (view.bits_of(0, y, 0) & FIRST_COLUMN) != 0;
    };
    pixel = {border_node_at(view, 0, row), own_at(row - 1),   own_at(row + 1), node_left(row),
             node_left(row - 1),           node_left(row + 1)};
  }
  unite_pixel<Shape>(tiles, place.index, pixel);
}

}  // namespace glccl::cuda
