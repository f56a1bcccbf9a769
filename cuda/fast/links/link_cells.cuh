// From values to links as bits, where neighbours are connected by their values: every element is compared with the
// neighbours that come before it in raster order.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "cuda/fast/links/cells.cuh"
#include "cuda/fast/links/link_bytes.cuh"
#include "cuda/fast/links/pack_pixels.cuh"
#include "cuda/fast/links/tile_links.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/slices.cuh"

namespace glccl::cuda {

inline __device__ uint cell_of_lane(uint cell, int lane) { return __shfl_sync(whole_warp, cell, lane); }
inline __device__ uint2 cell_of_lane(const uint2& cell, int lane) {
  return {__shfl_sync(whole_warp, cell.x, lane), __shfl_sync(whole_warp, cell.y, lane)};
}
inline __device__ uint4 cell_of_lane(const uint4& cell, int lane) {
  return {__shfl_sync(whole_warp, cell.x, lane), __shfl_sync(whole_warp, cell.y, lane),
          __shfl_sync(whole_warp, cell.z, lane), __shfl_sync(whole_warp, cell.w, lane)};
}

/// A cell of a row and the one to its right, which the last thread of a warp does not have.
template <class Cell>
struct TwoCells {
  Cell own;
  Cell right;
};

template <class Cell>
__device__ TwoCells<Cell> two_cells(const Cell& own) {
  return {own, cell_of_lane(own, threadIdx.x % warp_threads + 1)};
}

/// Loads cells of an image or slice, whose places count from the element `first`. Where there is no element, the
/// nearest one is loaded, so that no load waits for a branch. Links with it do not count, for its bit is 0.
template <class Cells>
struct NearestCells {
  using Cell = typename Cells::Cell;
  const Cells& cells;
  const Extent& extent;
  Voxel first;

  /// Loads `count` cells of a column, from row `y` on.
  template <int count>
  __device__ void load(int x, int y, Cell (&loaded)[count]) const {
    int rows[count];
    for (int i = 0; i < count; ++i) rows[i] = min(max(first.y + y + i, 0), extent.height - 1);
    cells.load(min(max(first.x + x, 0), extent.width - 1), rows, loaded);
  }

  __device__ Cell at(int x, int y) const {
    Cell loaded[1];
    load(x, y, loaded);
    return loaded[0];
  }
};

/// Finds the bits and links of `count` rows of a tile that are one word wide, at most 16, in one slice. A warp goes
/// down the rows, a thread a column. `first` is their first element; in the tile they begin at row `first_row` of all
/// slices. `own` are the cells of the slice, `behind` of a volume those of the slice before it.
///
/// A thread compares its cell with those to its right, so that a row is shuffled once: a link to the left is a link of
/// the column before to the right. Links with cells beside the word are found for all rows at once.
template <class Shape, class Cells>
__device__ void link_rows(const Cells& own, const Cells& behind, const Extent& extent, Voxel first, int word,
                          int first_row, int count, TileBits<Shape>& bits, TileLinks<Shape>& links) {
  using Cell = typename Cells::Cell;
  constexpr int at_once = Shape::is_plane ? 4 : 2;  // Rows that are loaded together.
  constexpr int first_band = Shape::is_plane ? ABOVE : 0;
  constexpr int bands_end = Shape::is_plane ? ABOVE + 1 : BANDS_BEFORE;
  static_assert(Shape::is_plane || Shape::tile_y == 16, "a warp has lanes for both ends of 16 rows");
  const int lane = threadIdx.x % warp_threads;
  const NearestCells<Cells> own_cells = {own, extent, first};
  const NearestCells<Cells> cells_behind = {behind, extent, first};
  const auto cells_of = [&](int band) -> const NearestCells<Cells>& {
    return band_dz(band) == 0 ? own_cells : cells_behind;
  };
  const auto vote = [&](const Cell& a, const Cell& b) { return __ballot_sync(whole_warp, own.is_linked(a, b)); };
  // The number of coordinates in which elements straight across differ. Elements beside them differ in one more.
  const auto axes_to = [](int band) { return band == BEFORE || band == ABOVE ? 1 : 2; };

  // Bit i has the links of the first cell of row i with those to its left, bit 16 + i the links of its last cell with
  // those to its right.
  const int side = lane < 16 ? 0 : WORD_COLUMNS - 1;
  const int outside = lane < 16 ? -1 : WORD_COLUMNS;
  const Cell inner = own_cells.at(side, lane % 16);
  const uint beside = vote(inner, own_cells.at(outside, lane % 16));
  uint beside_bands[BANDS_BEFORE];
  TwoCells<Cell> before[BANDS_BEFORE];
#pragma unroll
  for (int band = first_band; band < bands_end; ++band) {
    if (axes_to(band) < Shape::axes) {
      beside_bands[band] = vote(inner, cells_of(band).at(outside, lane % 16 + band_dy(band)));
    }
    if (band != BEFORE_BELOW) before[band] = two_cells(cells_of(band).at(lane, band_dy(band)));
  }

  const uint columns = Shape::is_plane || first.z < extent.depth ? first_columns(extent.width - first.x) : 0U;
#pragma unroll 1
  for (int begin = 0; begin < count; begin += at_once) {
    Cell loaded[at_once];
    Cell below[at_once];
    own_cells.load(lane, begin, loaded);
    if constexpr (!Shape::is_plane) cells_behind.load(lane, begin + 1, below);
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const int row = begin + i;
      const int row_in_tile = first_row + row;
      const TwoCells<Cell> here = two_cells(loaded[i]);
      if constexpr (!Shape::is_plane) before[BEFORE_BELOW] = two_cells(below[i]);
      const uint set = __ballot_sync(whole_warp, own.is_set(here.own));
      uint found[Shape::directions];
      const auto links_to = [&](int band, int dx) -> uint& { return found[Shape::place_of(direction_to(band, dx))]; };
      const auto to_left = [&](uint linked, uint of_first) { return linked << 1 | (of_first >> row & 1U); };
      found[LEFT_DIRECTION] = to_left(vote(here.own, here.right), beside);
#pragma unroll
      for (int band = first_band; band < bands_end; ++band) {
        if (axes_to(band) > Shape::axes) continue;
        links_to(band, 0) = vote(here.own, before[band].own);
        if (axes_to(band) == Shape::axes) continue;
        links_to(band, -1) = to_left(vote(here.right, before[band].own), beside_bands[band]);
        links_to(band, 1) = (vote(here.own, before[band].right) & ~LAST_COLUMN) | beside_bands[band] >> (16 + row)
                                                                                                            << 31;
      }
      if (lane == 0) {
        const Voxel at = row_of_tile<Shape>({}, row_in_tile);
        bits.words[bits.index_of(word, at.y, at.z)] = first.y + row < extent.height ? set & columns : 0U;
#pragma unroll
        for (int d = 0; d < Shape::directions; ++d) links.words[links.index_of(word, row_in_tile, d)] = found[d];
      }
      before[ABOVE] = here;
      if constexpr (!Shape::is_plane) {
        before[BEFORE_ABOVE] = before[BEFORE];
        before[BEFORE] = before[BEFORE_BELOW];
      }
    }
  }
}

/// Finds the bits and links of the tile that begins at `origin`. `by_measure`: by a measure of Difference other than
/// the sum; else by Equal, or by the sum of differences.
template <class Shape, bool by_measure>
__device__ void link_tile(const VolumeSource& source, const Extent& extent, Voxel origin, TileBits<Shape>& bits,
                          TileLinks<Shape>& links) {
  const PixelSource& pixels = source.pixels;
  if constexpr (Shape::is_plane && !by_measure) {
    const bool bytes = is_byte(pixels.format) && pixels.pixels != nullptr;
    const ivec2 first = {origin.x, origin.y};
    if (bytes && pixels.equal) return link_bytes<Shape>(pixels, EqualBytes{{pixels}}, extent, first, bits, links);
    if (bytes && pixels.difference && pixels.sign_bit == 0) {
      return link_bytes<Shape>(pixels, SimilarBytes{{pixels}}, extent, first, bits, links);
    }
  }
  static_assert(Shape::is_plane || Shape::tile_z * warp_threads == least_tile_threads, "a warp takes a slice");
  const int warp = threadIdx.x / warp_threads;
  const int rows = Shape::tile_words * warp_threads / blockDim.x;  // Rows of a warp: at most 16.
  const int word = warp % Shape::words;
  const int row = warp / Shape::words * rows;
  with_cells<by_measure>(pixels, [&](const auto& cells) {
    using Cells = std::decay_t<decltype(cells)>;
    Voxel first = row_of_tile<Shape>(origin, row);
    first.x += WORD_COLUMNS * word;
    if constexpr (Shape::is_plane) {
      link_rows(cells, cells, extent, first, word, row, rows, bits, links);
    } else {
      const PixelSource own = slice_of(source, min(first.z, extent.depth - 1));
      const PixelSource behind = slice_of(source, min(max(first.z - 1, 0), extent.depth - 1));
      link_rows(Cells{own}, Cells{behind}, extent, first, word, row, Shape::tile_y, bits, links);
    }
  });
}

}  // namespace glccl::cuda
