// A tile of a volume in shared memory: bits, runs, their links, and the properties of components.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/fast/tile_forest.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// A block's tile of a volume.
template <class Shape>
struct VolumeTile {
  /// Rows have a word of background behind them, which is also the one before the next row; the tile has a slice before
  /// it, and each slice a row above and a row below.
  static constexpr int row_words = Shape::words + 1;
  static constexpr int slice_rows = Shape::tile_y + 2;
  static constexpr int framed_words = (Shape::tile_z + 1) * slice_rows * row_words + 1;
  uint bits[framed_words];
  uint links[Shape::values ? Shape::link_words : 1];  ///< As Tiles::links.
  uint starts[Shape::band_words];                     ///< Where runs start.
  int runs_before[Shape::band_words];                 ///< Number of runs in the words before.
  int run_count;
  uint listed_links;
  uint nodes;  ///< Number of components that reach the tile's border.
  /// Per run: WORD_COLUMNS * word + first column, and the place of its first voxel << 16, for a root at last that of
  /// its component. With values, bands are rows of one word, so the two are the same, and a root begins with the first
  /// voxel of its component.
  std::conditional_t<Shape::values, std::uint16_t, uint> places[Shape::most_runs];
  uint parents[Shape::most_runs];
  static constexpr uint most_links = Shape::values ? 2 * most_listed_links : most_listed_links;
  uint link_list[most_links];                ///< A run << 16 | a run with a smaller number; 0: no link.
  uint border_runs[Shape::most_runs / 32];   ///< A bit per run: it has a voxel at the tile's border.
  uint border_roots[Shape::most_runs / 32];  ///< A bit per run: the root of a component with such a run.
  static constexpr int word_warps = Shape::band_words / warp_threads;
  int runs_of_warps[word_warps];  ///< Number of runs in 32 words each.
  typename WordScan::TempStorage scans[word_warps];

  static __device__ int index_of_bits(int word, int y, int z) {
    return ((z + 1) * slice_rows + y + 1) * row_words + word + 1;
  }
};

/// The links of the block's tile. Words and bands are counted in the tile; outside of it there are no voxels.
template <class Shape>
struct VolumeTileView {
  static constexpr int AXES = Shape::axes;
  static constexpr int ROWS_Y = Shape::rows_y;
  static constexpr int ROWS_Z = Shape::rows_z;
  const VolumeTile<Shape>& tile;

  __device__ uint bits_of(int word, int y, int z) const {
    return tile.bits[VolumeTile<Shape>::index_of_bits(word, y, z)];
  }
  __device__ uint links_of(int word, int y, int z, int direction) const {
    if constexpr (Shape::values) {
      if (word < 0 || word >= Shape::words || y < 0 || y >= Shape::tile_y || z < 0) return 0;
      return tile.links[direction * Shape::tile_words + (z * Shape::tile_y + y) * Shape::words + word];
    }
    return ALL_COLUMNS;
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
__device__ void take_links(VolumeTileView<Shape>& view, int run, const TakeLink& take_link) {
  const VolumeTile<Shape>& tile = view.tile;
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

/// The place in the tile, in raster order, of the first voxel with these columns of a word.
template <class Shape>
__device__ uint first_place_of_columns(const VolumeTileView<Shape>& view, BandWord at, uint columns) {
  uint place = 0;
#pragma unroll
  for (int i = Shape::rows_y * Shape::rows_z - 1; i >= 0; --i) {  // The first row comes last.
    const int y = at.y * Shape::rows_y + i % Shape::rows_y;
    const int z = at.z * Shape::rows_z + i / Shape::rows_y;
    const uint bits = view.bits_of(at.word, y, z) & columns;
    if (bits != 0) place = (z * Shape::tile_y + y) * Shape::columns + at.word * WORD_COLUMNS + findLSB(bits);
  }
  return place;
}

/// Calls take_link(run, other, first) for links that unite all runs whose values connect them, with runs of smaller
/// numbers. A thread takes a word; `first`: the same thread calls for all links of the run with `first`. A word's links
/// to faces are one thread's, those to edges and corners another's, for which `first` is never set.
template <class Shape, class TakeLink>
__device__ void take_links_of_values(VolumeTileView<Shape>& view, const TakeLink& take_link) {
  static_assert(Shape::words == 1 && 2 * Shape::band_words == least_tile_threads);
  const VolumeTile<Shape>& tile = view.tile;
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
requires(Shape::values) __device__ void unite_all(VolumeTileView<Shape>& view, VolumeTile<Shape>& tile) {
  take_links_of_values(view, [&](uint run, uint other, bool) { unite_in_tile(tile.parents, run, other); });
}

/// Lists links of values.
template <class Shape>
requires(Shape::values) __device__ void list_links(VolumeTileView<Shape>& view, VolumeTile<Shape>& tile) {
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

/// Hangs every run below the first run that it is linked with, and lists its other links. Finds its first voxel.
template <class Shape>
__device__ void list_links(VolumeTileView<Shape>& view, VolumeTile<Shape>& tile) {
  visit_runs(tile, [&](int run) {
    const int own = word_of_run(tile, run);
    const uint columns = run_of(view.word_of(own), start_of_run(tile, run));
    const uint place = first_place_of_columns(view, band_word<Shape>(own), columns);
    uint parent = run;
    take_links(view, run, [&](uint other) {
      if (parent == static_cast<uint>(run)) {
        parent = other;
      } else {
        const uint link = atomicAdd(&tile.listed_links, 1U);
        if (link < tile.most_links) tile.link_list[link] = static_cast<uint>(run) << 16 | other;
      }
    });
    tile.parents[run] = parent;
    tile.places[run] |= place << 16;
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
__device__ bool reaches_border(const VolumeTileView<Shape>& view, const OpenSides& open, BandWord at, uint columns) {
  uint found = 0;
  if (at.word == 0 && open.left) found |= columns & FIRST_COLUMN;
  if (at.word == open.last.x / WORD_COLUMNS && open.right) found |= columns & 1U << open.last.x % WORD_COLUMNS;
#pragma unroll
  for (int i = 0; i < Shape::rows_y * Shape::rows_z; ++i) {
    const int y = at.y * Shape::rows_y + i % Shape::rows_y;
    const int z = at.z * Shape::rows_z + i / Shape::rows_y;
    const bool is_open = (y == 0 && open.above) || (y == open.last.y && open.below) || (z == 0 && open.before) ||
                         (z == open.last.z && open.behind);
    if (is_open) found |= view.bits_of(at.word, y, z) & columns;
  }
  return found != 0;
}

/// Marks the runs at open sides, 32 runs at once, before places change. All threads of the block must call it; the
/// caller needs a barrier after it.
template <class Shape>
__device__ void mark_border_runs(VolumeTileView<Shape>& view, VolumeTile<Shape>& tile, const OpenSides& open) {
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

/// Hangs every run right below its root. Finds the first voxels of components, and which components reach the border.
/// A component's first voxel may lie in any run in the rows (bands of two rows) or slices (bands of two slices) of its
/// root's band. All threads of the block must call it; the caller needs a barrier after it.
template <class Shape>
__device__ void survey_volume(VolumeTile<Shape>& tile) {
  constexpr uint layer = Shape::columns * (Shape::rows_z == 2 ? 2 * Shape::tile_y : Shape::rows_y);
  visit_runs_together(tile, [&](int run) {
    const uint root = find_together(tile.parents, run);
    if (load_parent(tile.parents, run) != root) hang_below(tile.parents, run, root);
    if constexpr (!Shape::values) {
      const uint place = load_parent(tile.places, run);
      const uint of_root = load_parent(tile.places, root);
      if (place >> 16 < of_root >> 16 && (place >> 16) / layer == (of_root >> 16) / layer) {
        atomicMin(tile.places + root, place);
      }
    }
    if ((tile.border_runs[run / 32] >> (run % 32) & 1U) != 0) {
      const uint bit = 1U << (root % 32);
      if ((load_parent(tile.border_roots, root / 32) & bit) == 0) atomicOr(tile.border_roots + root / 32, bit);
    }
  });
}

}  // namespace glccl::cuda
