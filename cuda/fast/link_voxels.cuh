// From voxels to links as bits, where neighbours are connected by their values: link_pixels.cuh in space.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/link_pixels.cuh"
#include "cuda/fast/tile_links.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// Loads the cells of a slice row by row, by the threads of a warp, and the cells beside a row once for all of them.
/// Where the volume has no voxel, another one is loaded. Links with it do not count, for its bit is 0.
template <class Cells, bool wide>
class SliceRows {
 public:
  using Cell = typename Cells::Cell;

  /// Of the rows from that of the voxel `first` on, and the one before it. With `wide` also the voxels to the right.
  __device__ SliceRows(const Cells& cells, Extent extent, Voxel first)
      : cells_(cells), extent_(extent), first_(first), x_(min(first.x + lane(), extent.width - 1)) {
    const int rows[1] = {row_at(lane() - 1)};
    cells_.load(max(first.x - 1, 0), rows, left_);
    if (wide) cells_.load(min(first.x + WORD_COLUMNS, extent.width - 1), rows, right_);
  }

  /// The cells of `count` rows from row `y` on, -1 to 16.
  template <int count>
  __device__ void load(int y, ThreeCells<Cell> (&loaded)[count]) const {
    int rows[count];
    Cell own[count];
    for (int i = 0; i < count; ++i) rows[i] = row_at(y + i);
    cells_.load(x_, rows, own);
#pragma unroll
    for (int i = 0; i < count; ++i) {
      Cell beside = cell_of_lane(left_[0], y + i + 1);
      if (wide) {
        const Cell right = cell_of_lane(right_[0], y + i + 1);
        if (lane() != 0) beside = right;
      }
      loaded[i] = three_cells(own[i], beside);
    }
  }

 private:
  static __device__ int lane() { return static_cast<int>(threadIdx.x % warp_threads); }
  __device__ int row_at(int y) const { return min(max(first_.y + y, 0), extent_.height - 1); }

  const Cells& cells_;
  Extent extent_;
  Voxel first_;
  int x_;
  Cell left_[1];   ///< Of the lane: beside row lane - 1.
  Cell right_[1];  ///< Likewise.
};

/// Finds the bits and links of a slice of the tile, whose first voxel is `first`, with `here` and `behind` for the
/// cells of its slice and of the slice before it.
template <class Shape, class Cells>
__device__ void link_slice(const Cells& here, const Cells& behind, Extent extent, Voxel first, int z,
                           TileBits<Shape>& bits, TileLinks<Shape>& links) {
  using Cell = typename Cells::Cell;
  static_assert(Shape::words == 1 && Shape::tile_y + 2 <= warp_threads);
  constexpr int at_once = 2;
  const bool first_lane = threadIdx.x % warp_threads == 0;
  const SliceRows<Cells, (Shape::axes > 1)> own_rows(here, extent, first);
  const SliceRows<Cells, (Shape::axes > 1)> rows_before(behind, extent, first);
  ThreeCells<Cell> before[BANDS_BEFORE];
  {
    ThreeCells<Cell> above[1];
    own_rows.load(-1, above);
    before[ABOVE] = above[0];
    ThreeCells<Cell> two[2];
    rows_before.load(-1, two);
    before[BEFORE_ABOVE] = two[0];
    before[BEFORE] = two[1];
  }
  const uint columns = first.z < extent.depth ? first_columns(extent.width - first.x) : 0U;
#pragma unroll 1
  for (int row = 0; row < Shape::tile_y; row += at_once) {
    ThreeCells<Cell> own[at_once];
    ThreeCells<Cell> below[at_once];
    own_rows.load(row, own);
    rows_before.load(row + 1, below);
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const ThreeCells<Cell>& cells = own[i];
      const int y = row + i;
      before[BEFORE_BELOW] = below[i];
      const auto store = [&](int direction, bool linked) {
        const uint word = __ballot_sync(whole_warp, linked);
        if (first_lane) links.words[links.index_of(0, z * Shape::tile_y + y, direction)] = word;
      };
      store(LEFT_DIRECTION, here.is_linked(cells.own, cells.left));
#pragma unroll
      for (int band = 0; band < BANDS_BEFORE; ++band) {
        const int axes = band == BEFORE || band == ABOVE ? 1 : 2;
        if (axes > Shape::axes) continue;
        store(direction_to(band, 0), here.is_linked(cells.own, before[band].own));
        if (axes == Shape::axes) continue;
        store(direction_to(band, -1), here.is_linked(cells.own, before[band].left));
        store(direction_to(band, 1), here.is_linked(cells.own, before[band].right));
      }
      const uint set = __ballot_sync(whole_warp, here.is_set(cells.own));
      if (first_lane) bits.words[bits.index_of(0, y, z)] = first.y + y < extent.height ? set & columns : 0U;
      before[ABOVE] = cells;
      before[BEFORE_ABOVE] = before[BEFORE];
      before[BEFORE] = below[i];
    }
  }
}

/// The same of a volume. A warp takes a slice, a thread a column.
template <class Shape, bool by_measure>
requires(!Shape::is_plane) __device__ void link_tile(const VolumeSource& source, const Extent& extent, Voxel origin,
                                                     TileBits<Shape>& bits, TileLinks<Shape>& links) {
  const auto link = [&](const auto& cells) {
    using Cells = std::decay_t<decltype(cells)>;
    for (int z = threadIdx.x / warp_threads; z < Shape::tile_z; z += blockDim.x / warp_threads) {
      const Voxel first = {origin.x, origin.y, origin.z + z};
      const PixelSource here = slice_of(source, min(first.z, extent.depth - 1));
      const PixelSource behind = slice_of(source, min(max(first.z - 1, 0), extent.depth - 1));
      link_slice(Cells{here}, Cells{behind}, extent, first, z, bits, links);
    }
  };
  if constexpr (by_measure) {
    with_cells_by_measure(source.pixels, link);
  } else {
    with_cells(source.pixels, link);
  }
}

}  // namespace glccl::cuda
