// From voxels to links as bits, where neighbours are connected by their values: link_pixels.cuh in space.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/link_pixels.cuh"
#include "cuda/fast/volumes/volume_tile.cuh"

namespace glccl::cuda {

/// A thread's voxel and those beside it, in its row and in the rows of the bands before.
template <class Cell>
struct CellsAround {
  ThreeCells<Cell> own;
  ThreeCells<Cell> before[BANDS_BEFORE];
};

/// Loads rows of cells of a slice, by the threads of a warp. Where the volume has no voxel, another one is loaded.
/// Links with it do not count, for its bit is 0.
template <class Cells, int count>
__device__ void load_rows(const Cells& cells, Extent extent, int x, const int (&rows)[count],
                          ThreeCells<typename Cells::Cell> (&loaded)[count]) {
  using Cell = typename Cells::Cell;
  const int lane = threadIdx.x % warp_threads;
  int at[count];
  for (int i = 0; i < count; ++i) at[i] = min(max(rows[i], 0), extent.height - 1);
  Cell own[count];
  Cell beside[count];
  cells.load(min(x + lane, extent.width - 1), at, own);
  cells.load(lane == 0 ? max(x - 1, 0) : min(x + lane + 1, extent.width - 1), at, beside);
  for (int i = 0; i < count; ++i) loaded[i] = three_cells(own[i], beside[i]);
}

/// Finds the bits and links of a word, whose first voxel is `first`, with `here` and `behind` for the cells of its
/// slice and of the slice before it.
template <class Kind, class Cells>
__device__ void link_word(const Cells& here, const Cells& behind, Extent extent, Voxel first, int own,
                          VolumeTile<Kind>& tile) {
  using Cell = typename Cells::Cell;
  ThreeCells<Cell> slice[2];
  ThreeCells<Cell> slice_before[3];
  load_rows(here, extent, first.x, {first.y, first.y - 1}, slice);
  load_rows(behind, extent, first.x, {first.y, first.y - 1, first.y + 1}, slice_before);
  const ThreeCells<Cell>& cells = slice[0];
  const ThreeCells<Cell>* before[BANDS_BEFORE] = {};
  before[BEFORE] = slice_before;
  before[ABOVE] = slice + 1;
  before[BEFORE_ABOVE] = slice_before + 1;
  before[BEFORE_BELOW] = slice_before + 2;
  const bool first_lane = threadIdx.x % warp_threads == 0;
  const auto store = [&](int direction, bool linked) {
    const uint links = __ballot_sync(whole_warp, linked);
    if (first_lane) tile.links[direction * Kind::tile_words + own] = links;
  };
  store(LEFT_DIRECTION, here.is_linked(cells.own, cells.left));
#pragma unroll
  for (int band = 0; band < BANDS_BEFORE; ++band) {
    const int axes = band == BEFORE || band == ABOVE ? 1 : 2;
    if (axes > Kind::axes) continue;
    store(direction_to(band, 0), here.is_linked(cells.own, before[band]->own));
    if (axes == Kind::axes) continue;
    store(direction_to(band, -1), here.is_linked(cells.own, before[band]->left));
    store(direction_to(band, 1), here.is_linked(cells.own, before[band]->right));
  }
  const uint set = __ballot_sync(whole_warp, here.is_set(cells.own));
  if (!first_lane) return;
  const BandWord at = band_word<Kind>(own);
  const bool inside = first.y < extent.height && first.z < extent.depth;
  tile.bits[tile.index_of_bits(at.word, at.y, at.z)] = inside ? set & first_columns(extent.width - first.x) : 0U;
}

/// Finds the bits and links of the tile that begins at voxel `origin`. A warp takes a word, a thread a voxel.
template <class Kind, bool by_measure>
__device__ void link_voxels(const VolumeSource& source, Extent extent, Voxel origin, VolumeTile<Kind>& tile) {
  const auto link = [&](const auto& cells) {
    using Cells = std::decay_t<decltype(cells)>;
    for (int own = threadIdx.x / warp_threads; own < Kind::tile_words; own += blockDim.x / warp_threads) {
      const Voxel first = voxel_in_tile<Kind>(origin, own * WORD_COLUMNS);
      const int z = min(first.z, extent.depth - 1);
      const PixelSource here = slice_of(source, z);
      const PixelSource behind = slice_of(source, max(z - 1, 0));
      link_word(Cells{here}, Cells{behind}, extent, first, own, tile);
    }
  };
  if constexpr (by_measure) {
    with_cells_by_measure(source.pixels, link);
  } else {
    with_cells(source.pixels, link);
  }
}

}  // namespace glccl::cuda
