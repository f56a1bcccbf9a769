// Kernel merge_volume_tiles: unites the nodes that are linked across the borders of tiles of a volume.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/core/launch.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/tiles.cuh"
#include "glsl/shared/volume_crossings.h"

namespace glccl::cuda {

/// The words and nodes of voxels at borders.
template <class Shape>
struct VolumeBorders {
  static constexpr int AXES = Shape::axes;
  static constexpr bool LINKED = Shape::values;
  static constexpr int WORDS_X = Shape::words;
  static constexpr int SIDE_Y = Shape::tile_y;
  static constexpr int SIDE_Z = Shape::tile_z;
  const Tiles& tiles;

  __device__ int tiles_in_y() const { return tiles.count.height; }
  __device__ int tiles_in_z() const { return tiles.count.depth; }

  __device__ uint index_of(Place tile) const { return index_of_tile<Shape>(tiles, {tile.x, tile.y, tile.z}, 0); }
  __device__ uint stored_row(Place tile, int plane, int word, int y, int z) const {
    const int place = (z * Shape::tile_y + y) * Shape::words + word;
    if (plane == 0) return stored_bits<Shape>(tiles, index_of(tile), place);
    return tiles.links[std::size_t{index_of(tile)} * Shape::link_words + (plane - 1) * Shape::tile_words + place];
  }
  __device__ uint stored_column(Place tile, int plane, bool last, int z) const {
    const int side = (last ? Shape::side_planes : 0) + plane;
    return tiles.sides[std::size_t{index_of(tile)} * Shape::sides_words + side * Shape::side_words + z / 2] >>
               (z % 2 * 16) &
           0xFFFFU;
  }

  /// The line of a number, counted through all tiles.
  __device__ BorderLine line_at(int across, unsigned line) {
    const auto lines = static_cast<unsigned>(lines_across(across));
    const int words = across == ACROSS_X ? 1 : Shape::words;
    const auto tile = static_cast<int>(line / lines);
    const auto own = static_cast<int>(line % lines);
    const int row = tile / tiles.count.width;
    return {across,
            {tile % tiles.count.width, row % tiles.count.height, row / tiles.count.height},
            own % words,
            own / words};
  }

  /// The node of a voxel at a border.
  __device__ uint node_at(Place voxel) const {
    const auto x = static_cast<uint>(voxel.x);
    const auto y = static_cast<uint>(voxel.y);
    const auto z = static_cast<uint>(voxel.z);
    const Place tile = {static_cast<int>(x / Shape::columns), static_cast<int>(y / Shape::tile_y),
                        static_cast<int>(z / Shape::tile_z)};
    const uint band = z % Shape::tile_z / Shape::rows_z * Shape::bands_y + y % Shape::tile_y / Shape::rows_y;
    const auto own = static_cast<int>(band * Shape::words + x % Shape::columns / WORD_COLUMNS);
    return node_at_column<Shape>(tiles, index_of(tile), own, static_cast<int>(x % WORD_COLUMNS));
  }

#include "glsl/shared/volume_borders.h"
};

/// The crossings of the lines of a block.
struct CrossingList {
  static constexpr uint most = 2048;  ///< Beyond, a thread unites the voxels itself.
  uint count;
  Place lines[merge_threads];  ///< By thread: the voxel at column 0 of its line.
  std::uint16_t crossings[most];
};
static_assert(merge_threads <= 128, "a crossing has 7 bits for a line");

template <class Shape, bool large>
__device__ void unite_crossing(const VolumeBorders<Shape>& borders, int across, const Place& line, uint crossing) {
  const int column = column_of_crossing(crossing);
  const Place own = moved_along(across, line, column, 0);
  const Place other =
      moved_across(across, moved_along(across, line, column + du_of_crossing(crossing), dv_of_crossing(crossing)));
  unite_nodes<Shape, large>(borders.tiles, borders.node_at(own), borders.node_at(other));
}

/// Lists the crossings of a thread's line.
template <class Shape, bool large>
__device__ void list_crossings(VolumeBorders<Shape>& borders, const BorderLine& line, CrossingList& list) {
  const BorderWords own = borders.words_of_line(line, false);
  if ((own.own.own & borders.columns_across(line.across)) == 0) return;
  const BorderWords other = borders.words_of_line(line, true);
  BorderLinks links = no_links();
  if constexpr (Shape::values) links = borders.border_links(line, own, other);
  const Place first = borders.first_of_line(line);
  list.lines[threadIdx.x] = first;
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const int du = i % 3 - 1;
    const int dv = i / 3 - 1;
    const uint united = borders.crossings_of_line(line, own, other, links, du, dv);
    if (united == 0) continue;
    uint place = atomicAdd(&list.count, static_cast<uint>(bitCount(united)));
    visit_bits(united, [&](int column) {
      const uint crossing = crossing_of(threadIdx.x, column, du, dv);
      if (place < CrossingList::most) {
        list.crossings[place++] = static_cast<std::uint16_t>(crossing);
      } else {
        unite_crossing<Shape, large>(borders, line.across, first, crossing);
      }
    });
  }
}

/// Blocks of merge_volume_tiles: for the most lines of a direction, and for each direction.
template <class Shape>
dim3 merge_grid(const Tiles& tiles) {
  const int lines = Shape::words * std::max(Shape::tile_y, Shape::tile_z);
  return dim3(blocks_for(tiles.count.elements() * lines, merge_threads), DIRECTIONS_ACROSS);
}

/// A thread finds the crossings of a line in a direction across borders, and the block shares them out. All threads of
/// the block must call it.
template <class Shape, bool large>
__device__ void merge_lines(const Tiles& tiles, int across) {
  __shared__ CrossingList list;
  if (threadIdx.x == 0) list.count = 0;
  __syncthreads();
  VolumeBorders<Shape> borders = {tiles};
  const BorderLine line = borders.line_at(across, blockIdx.x * merge_threads + threadIdx.x);
  const int before = across == ACROSS_X ? line.tile.x : across == ACROSS_Y ? line.tile.y : line.tile.z;
  if (before > 0 && line.tile.z < tiles.count.depth) list_crossings<Shape, large>(borders, line, list);
  __syncthreads();
  const uint count = min(list.count, CrossingList::most);
  for (uint i = threadIdx.x; i < count; i += merge_threads) {
    const uint crossing = list.crossings[i];
    unite_crossing<Shape, large>(borders, across, list.lines[line_of_crossing(crossing)], crossing);
  }
}

/// `large` is that of the tiles: known to the compiler, it costs other volumes nothing. grid: merge_grid(); block:
/// merge_threads.
template <class Shape, bool large>
__global__ void __launch_bounds__(merge_threads) merge_volume_tiles(Tiles tiles) {
  wait_for_kernels_before();
  merge_lines<Shape, large>(tiles, static_cast<int>(blockIdx.y));
}

}  // namespace glccl::cuda
