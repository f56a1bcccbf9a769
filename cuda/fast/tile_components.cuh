// Properties of the components of a solved tile: which of them reach the tile's border, and their first pixels.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/tile_forest.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// Whether the run that starts at column `start` of word `own` has pixels at a border of its tile that is not the
/// image's.
template <class Kind>
__device__ bool is_at_border(const TileView<Kind>& view, const Tiles& tiles, TilePlace place, int own, int start) {
  const int index = own % TILE_WORDS;
  const int band = own / TILE_WORDS;
  if (index == 0 && start == 0 && place.x > 0) return true;
  if (index != TILE_WORDS - 1 && band != 0 && band != Kind::bands - 1) return false;
  const Word word = view.word_of(own);
  const uint columns = run_of(word, start);
  if (index == TILE_WORDS - 1 && (columns & LAST_COLUMN) != 0 && place.x + 1 < tiles.count.width) return true;
  if (band == 0 && (word.upper & columns) != 0 && place.y > 0) return true;
  const uint last_row = Kind::rows == 2 ? word.lower : word.upper;
  return band == Kind::bands - 1 && (last_row & columns) != 0 && place.y + 1 < tiles.count.height;
}

/// The place in the tile, in raster order, of the first pixel of the run that starts at column `start` of word `own`.
template <class Kind>
__device__ uint first_place_of(const Word& word, int own, int start) {
  const ivec2 pixel = first_pixel_of(word, run_of(word, start), Kind::rows);
  const int y = own / TILE_WORDS * Kind::rows + pixel.y;
  return y * TILE_COLUMNS + own % TILE_WORDS * WORD_COLUMNS + pixel.x;
}

/// The place of the first pixel of a root's component.
template <class Kind>
__device__ uint first_place_of_root(const TileView<Kind>& view, const Tile<Kind>& tile, int root) {
  const int own = tile.places[root] / WORD_COLUMNS;
  const uint first = first_place_of<Kind>(view.word_of(own), own, tile.places[root] % WORD_COLUMNS);
  return Kind::rows == 2 ? min(first, tile.first_places[root]) : first;
}

/// Hangs every run right below its root. Finds the components that reach the tile's border, and with bands of two rows
/// the first pixels of other runs in their roots' bands. All threads of the block must call it; the caller needs a
/// barrier after it.
template <class Kind>
__device__ void survey_components(const TileView<Kind>& view, Tile<Kind>& tile, const Tiles& tiles, TilePlace place) {
  visit_runs(tile, [&](int run) {
    const uint root = find_in_tile(tile.parents, run);
    if (load_parent(tile.parents, run) != root) hang_below(tile.parents, run, root);
    const int own = tile.places[run] / WORD_COLUMNS;
    const int start = tile.places[run] % WORD_COLUMNS;
    if (is_at_border<Kind>(view, tiles, place, own, start)) {
      atomicOr(tile.border_roots + root / 32, 1U << (root % 32));
    }
    if constexpr (Kind::rows == 2) {
      // The root may begin in the lower row of its band, and another run of the band in the upper row.
      const bool same_band = own / TILE_WORDS == tile.places[root] / (WORD_COLUMNS * TILE_WORDS);
      if (same_band && root != static_cast<uint>(run)) {
        atomicMin(tile.first_places + root, first_place_of<Kind>(view.word_of(own), own, start));
      }
    }
  });
}

}  // namespace glccl::cuda
