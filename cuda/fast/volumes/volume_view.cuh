// The links of a tile of a volume in shared memory, and its borders.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/tile_forest.cuh"
#include "glsl/shared/seams.h"

namespace glccl::cuda {

/// The links of the block's tile. Words and bands are counted in the tile; outside of it there are no voxels.
template <class Shape>
requires(!Shape::is_plane) struct TileView<Shape> {
  static constexpr int AXES = Shape::axes;
  static constexpr int ROWS_Y = Shape::rows_y;
  static constexpr int ROWS_Z = Shape::rows_z;
  const Tile<Shape>& tile;

  __device__ uint bits_of(int word, int y, int z) const { return tile.bits.words[tile.bits.index_of(word, y, z)]; }
  __device__ uint links_of(int word, int y, int z, int direction) const {
    if (Shape::values && (word < 0 || word >= Shape::words || y < 0 || y >= Shape::tile_y || z < 0)) return 0;
    return tile.links.of(word, z * Shape::tile_y + y, direction);
  }
  __device__ Word word_of(int own) {
    const BandWord at = band_word<Shape>(own);
    return {band_bits(at.word, at.y, at.z), 0, tile.starts[own]};
  }
  __device__ uint starts_of_word(int own) {
    const BandWord at = band_word<Shape>(own);
    return starts_in(at.word, at.y, at.z);
  }

#include "glsl/shared/volume_contacts.h"
#include "glsl/shared/volume_links.h"
// After volume_links.h:
#include "glsl/shared/volume_uniting_links.h"
};

/// Calls take_link(other) for the runs with smaller numbers that a run is linked with.
template <class Shape, class TakeLink>
requires(!Shape::is_plane) __device__ void take_links(TileView<Shape>& view, int run, const TakeLink& take_link) {
  const Tile<Shape>& tile = view.tile;
  const int own = word_of_run(tile, run);
  const int start = start_of_run(tile, run);
  const BandWord at = band_word<Shape>(own);
  const uint columns = run_of(view.word_of(own), start);
  uint before = 0;  // the columns of all runs of BEFORE and of ABOVE that the run is linked with
  uint above = 0;
#pragma unroll
  for (int band = 0; band < BANDS_BEFORE; ++band) {
    const auto contacts = view.contacts_with(at.word, at.y, at.z, band, columns);
    const int other = own + (band_dz(band) * Shape::bands_y + band_dy(band)) * Shape::words;
    if (contacts.left) take_link(tile.runs_before[other] - 1);
    if (contacts.right) take_link(tile.runs_before[other + 1]);
    if (contacts.columns == 0) continue;
    const uint reached = view.reached_columns(at.word, at.y, at.z, band, before, above);
    const Word word = view.word_of(other);
    for (uint rest = contacts.columns; rest != 0;) {
      const int column = findLSB(rest);
      const uint linked = run_of(word, findMSB(word.starts & up_to(column)));
      if ((linked & reached) == 0) take_link(run_at(tile, other, column));
      if (band == BEFORE) before |= linked;
      if (band == ABOVE) above |= linked;
      rest = behind_run(rest, word.starts, column);
    }
  }
  if (start == 0 && view.needs_left(at.word, at.y, at.z)) take_link(tile.runs_before[own] - 1);
}

/// Calls take_link(run, other, first) for links that unite all runs whose values connect them, with runs of smaller
/// numbers. A thread takes a word; `first`: the same thread calls for all links of the run with `first`. A word's links
/// to faces are one thread's, those to edges and corners another's, for which `first` is never set.
template <class Shape, class TakeLink>
__device__ void take_links_of_values(TileView<Shape>& view, const TakeLink& take_link) {
  static_assert(Shape::words == 1 && 2 * Shape::band_words == least_tile_threads);
  const Tile<Shape>& tile = view.tile;
  const int own = threadIdx.x % Shape::band_words;
  const bool faces = threadIdx.x < Shape::band_words;
  const BandWord at = band_word<Shape>(own);
  const auto take_bits = [&](int band, int dx) {
    const int other = own + band_dz(band) * Shape::bands_y + band_dy(band);
    visit_bits(view.uniting_links(at.word, at.y, at.z, band, dx),
               [&](int column) { take_link(run_at(tile, own, column), run_at(tile, other, column + dx), faces); });
  };
  if (view.bits_of(at.word, at.y, at.z) == 0) return;
  if (faces) {
    take_bits(ABOVE, 0);
    take_bits(BEFORE, 0);
    return;
  }
#pragma unroll
  for (int band = 0; band < BANDS_BEFORE; ++band) {
    const int axes = band == BEFORE || band == ABOVE ? 1 : 2;
    if (axes == 2 && Shape::axes > 1) take_bits(band, 0);
    if (axes >= Shape::axes) continue;
    take_bits(band, -1);
    take_bits(band, 1);
  }
}

/// Unites all links of values one by one.
template <class Shape>
requires(!Shape::is_plane && Shape::values) __device__ void unite_all(TileView<Shape>& view, Tile<Shape>& tile) {
  take_links_of_values(view, [&](uint run, uint other, bool) { unite_in_tile(tile.parents, run, other); });
}

/// Lists links of values.
template <class Shape>
requires(!Shape::is_plane && Shape::values) __device__ void list_links(TileView<Shape>& view, Tile<Shape>& tile) {
  visit_runs(tile, [&](int run) { tile.parents[run] = run; });
  __syncthreads();
  take_links_of_values(view, [&](uint run, uint other, bool first) {
    if (first && tile.parents[run] == run) {
      tile.parents[run] = other;
      return;
    }
    const uint link = atomicAdd(&tile.listed_links, 1U);
    if (link < tile.most_links) tile.link_list[link] = run << 16 | other;
  });
}

/// The sides of a tile behind which the volume goes on, also across the seam of a periodic axis, and the coordinates
/// in the tile of the last voxel that it has of the volume.
struct OpenSides {
  bool left;
  bool right;
  bool above;
  bool below;
  bool before;
  bool behind;
  Voxel last;
};

template <class Shape>
__device__ OpenSides open_sides(const Tiles& tiles, Voxel origin) {
  const bool in_x = has_axis(tiles.periodic, 0);
  const bool in_y = has_axis(tiles.periodic, 1);
  const bool in_z = has_axis(tiles.periodic, 2);
  const Voxel rest = {tiles.extent.width - origin.x, tiles.extent.height - origin.y, tiles.extent.depth - origin.z};
  OpenSides open;
  open.left = in_x || origin.x > 0;
  open.right = in_x || Shape::columns < rest.x;
  open.above = in_y || origin.y > 0;
  open.below = in_y || Shape::tile_y < rest.y;
  open.before = in_z || origin.z > 0;
  open.behind = in_z || Shape::tile_z < rest.z;
  open.last = {min(Shape::columns, rest.x) - 1, min(Shape::tile_y, rest.y) - 1, min(Shape::tile_z, rest.z) - 1};
  return open;
}

/// Whether a run has a voxel at an open side.
template <class Shape>
__device__ bool reaches_border(const TileView<Shape>& view, const OpenSides& open, BandWord at, uint columns) {
  uint found = 0;
  if (at.word == 0 && open.left) found |= columns & FIRST_COLUMN;
  if (at.word == open.last.x / WORD_COLUMNS && open.right) found |= columns & 1U << open.last.x % WORD_COLUMNS;
#pragma unroll
  for (int i = 0; i < Shape::band_rows; ++i) {
    const Voxel row = row_of_band<Shape>(at, i);
    const bool is_open = (row.y == 0 && open.above) || (row.y == open.last.y && open.below) ||
                         (row.z == 0 && open.before) || (row.z == open.last.z && open.behind);
    if (is_open) found |= view.bits_of(at.word, row.y, row.z) & columns;
  }
  return found != 0;
}

/// Marks the runs at open sides, 32 runs at once, before places change. All threads of the block must call it; the
/// caller needs a barrier after it.
template <class Shape>
__device__ void mark_border_runs(TileView<Shape>& view, Tile<Shape>& tile, const OpenSides& open) {
  const int count = tile.run_count;
  const int lane = threadIdx.x % warp_threads;
  for (int first = threadIdx.x - lane; first < count; first += blockDim.x) {
    bool reaches = false;
    if (first + lane < count) {
      const int own = word_of_run(tile, first + lane);
      const uint columns = run_of(view.word_of(own), start_of_run(tile, first + lane));
      reaches = reaches_border(view, open, band_word<Shape>(own), columns);
    }
    const uint runs = __ballot_sync(whole_warp, reaches);
    if (lane == 0) tile.border_runs[first / 32] = runs;
  }
}

/// Stores the first and the last column of each slice (Tiles::sides), 32 voxels by a warp.
template <class Shape>
__device__ void store_sides(const Tile<Shape>& tile, uint* sides) {
  for (int i = threadIdx.x; i < Shape::side_planes * Shape::tile_rows; i += blockDim.x) {
    const int plane = i / Shape::tile_rows;
    const int row = i % Shape::tile_rows;
    uint first = 0;
    uint last = 0;
    if (plane == 0) {
      first = tile.bits.words[tile.bits.index_of(0, row % Shape::tile_y, row / Shape::tile_y)];
      last = tile.bits.words[tile.bits.index_of(Shape::words - 1, row % Shape::tile_y, row / Shape::tile_y)];
    } else {
      const uint* words = tile.links.words + (plane - 1) * Shape::tile_words + row * Shape::words;
      first = words[0];
      last = words[Shape::words - 1];
    }
    first = __ballot_sync(whole_warp, (first & FIRST_COLUMN) != 0);
    last = __ballot_sync(whole_warp, (last & LAST_COLUMN) != 0);
    if (threadIdx.x % warp_threads != 0) continue;
    sides[i / WORD_COLUMNS] = first;
    sides[Shape::side_planes * Shape::side_words + i / WORD_COLUMNS] = last;
  }
}

}  // namespace glccl::cuda
