// Properties of the components of a solved tile: which of them reach the tile's border, and their first elements.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/tile_forest.cuh"
#include "cuda/fast/tiles.cuh"
#include "glsl/shared/seams.h"

namespace glccl::cuda {

/// The place of the first element of a root's component.
template <class Shape>
__device__ uint first_place_of_root(const Tile<Shape>& tile, int root) {
  return Shape::band_rows > 1 ? tile.places[root] >> 16 : tile.places[root];
}

/// Hangs every run right below its root. Of a volume, finds which components reach the border. With bands of several
/// rows, finds the first elements of components: they may lie in any run in the rows (bands of two rows) or slices
/// (bands of two slices) of their roots' bands. All threads of the block must call it; the caller needs a barrier after
/// it.
template <class Shape>
__device__ void survey_components(Tile<Shape>& tile) {
  constexpr uint layer = Shape::columns * (Shape::rows_z == 2 ? 2 * Shape::tile_y : Shape::rows_y);
  visit_runs_together(tile, [&](int run) {
    const uint root = find_together(tile.parents, run);
    if (load_parent(tile.parents, run) != root) hang_below(tile.parents, run, root);
    if constexpr (Shape::band_rows > 1) {
      const uint place = load_parent(tile.places, run);
      const uint of_root = load_parent(tile.places, root);
      if (place >> 16 < of_root >> 16 && (place >> 16) / layer == (of_root >> 16) / layer) {
        // The lower half stays: it says where the root itself is.
        atomicMin(tile.places + root, (place & 0xFFFF0000U) | (of_root & 0xFFFFU));
      }
    }
    if constexpr (!Shape::is_plane) {
      if ((tile.border_runs[run / 32] >> (run % 32) & 1U) != 0) {
        const uint bit = 1U << (root % 32);
        if ((load_parent(tile.border_roots, root / 32) & bit) == 0) atomicOr(tile.border_roots + root / 32, bit);
      }
    }
  });
}

/// Marks the components with pixels at a border of the tile that is not the image's, or is the seam of a periodic axis.
/// A thread takes a column of the first or last row, then a band of the first or last column. A tile at the end of the
/// image is a smaller tile there, so it has no more components at its borders than others. All threads of the block
/// must call it; the caller needs a barrier after it.
template <class Shape>
__device__ void mark_border(TileView<Shape>& view, Tile<Shape>& tile, const Tiles& tiles, const TilePlace& place) {
  if (tile.run_count == 0) return;
  const auto mark_if = [&](bool marks, int word, int column) {
    const uint root = find_together(tile.parents, marks ? run_at(tile, word, column) : 0);
    if (marks) atomicOr(tile.border_roots + root / 32, 1U << (root % 32));
  };
  const Voxel origin = place.origin;
  for (int i = threadIdx.x; i < 2 * TILE_COLUMNS; i += blockDim.x) {
    const bool last = i >= TILE_COLUMNS;
    if (!has_axis(tiles.periodic, 1) && (last ? origin.y + Shape::tile_y >= tiles.extent.height : origin.y == 0))
      continue;
    const int index = i / WORD_COLUMNS % TILE_WORDS;
    const int row = last ? min(Shape::tile_rows, tiles.extent.height - origin.y) - 1 : 0;
    const int word = row / Shape::rows_y * TILE_WORDS + index;
    const uint bits = view.bits_of(index, row, 0);
    const uint once = bits & (~(bits << 1) | tile.starts[word]);  // a pixel of every run
    mark_if((once >> (i % WORD_COLUMNS) & 1U) != 0, word, i % WORD_COLUMNS);
  }
  constexpr int bands = Shape::bands_y > warp_threads ? Shape::bands_y : warp_threads;
  for (int i = threadIdx.x; i < 2 * bands; i += blockDim.x) {
    const bool last = i >= bands;
    if (!has_axis(tiles.periodic, 0) && (last ? origin.x + Shape::columns >= tiles.extent.width : origin.x == 0))
      continue;
    const int column = last ? min(TILE_COLUMNS, tiles.extent.width - origin.x) - 1 : 0;
    const int index = column / WORD_COLUMNS;
    const int band = i % bands;
    const bool marks = band < Shape::bands_y && (view.band_bits(index, band, 0) >> column % WORD_COLUMNS & 1U) != 0;
    mark_if(marks, band * TILE_WORDS + index, column % WORD_COLUMNS);
  }
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
__device__ bool reaches_border(TileView<Shape>& view, const OpenSides& open, BandWord at, uint columns) {
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
