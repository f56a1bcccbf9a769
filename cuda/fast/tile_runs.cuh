// A tile in shared memory: its words and its runs.
//
// Runs are counted word by word, so that each thread takes one run after another whatever words they are in, and the
// number of a run is its place in the forest: `parents`. A run hangs below a run with a smaller number, so a root is
// the leftmost run of its component's top band.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/warp/warp_scan.cuh>
#include <type_traits>

#include "cuda/fast/link_pixels.cuh"
#include "cuda/fast/pack_pixels.cuh"

namespace glccl::cuda {

using WordScan = cub::WarpScan<int>;

/// Capacity of the list of a tile's links between runs. If there are more, unite_all() goes through all of them again.
constexpr int most_listed_links = 1024;

/// A block's tile.
template <class Shape>
struct Tile {
  TileBits<Shape> bits;
  TileLinks<Shape> links;
  uint starts[Shape::band_words];      ///< Where runs start.
  int runs_before[Shape::band_words];  ///< Number of runs in the words before.
  int run_count;
  uint listed_links;
  uint nodes;  ///< Number of components that reach the tile's border.
  /// Per run: WORD_COLUMNS * word + first column. With bands of two rows also the place of its first pixel << 16, and
  /// for a root at last that of its component. With bands of one row the two are the same.
  std::conditional_t<Shape::rows_y == 2, uint, std::uint16_t> places[Shape::most_runs];
  uint parents[Shape::most_runs];
  static constexpr uint most_links = most_listed_links;
  uint link_list[most_links];                ///< A run << 16 | a run with a smaller number; 0: no link.
  uint border_roots[Shape::most_runs / 32];  ///< A bit per run: the root of a component that reaches the tile's border.
  uint roots[Shape::tile_words];             ///< A bit per pixel: it is known to be the first of its component.
  static constexpr int word_warps = Shape::band_words / warp_threads;
  int runs_of_warps[word_warps];  ///< Number of runs in 32 words each.
  typename WordScan::TempStorage scans[word_warps];
};

/// The links of the block's tile. Words and bands are counted in the tile; outside of it there are no pixels.
template <class Shape>
struct TileView {
  static constexpr int CONNECTIVITY = Shape::axes == 1 ? 4 : 8;
  static constexpr int ROWS = Shape::rows_y;
  const Tile<Shape>& tile;

  __device__ uint bits_of(int word, int row) const {
    return tile.bits.words[TileBits<Shape>::index_of_bits(word, row)];
  }

  __device__ uint links_of(int word, int row, int direction) const { return tile.links.of(word, row, direction); }

  __device__ Word word_of(uint own) const {
    const int word = own % TILE_WORDS;
    const int row = own / TILE_WORDS * Shape::rows_y;
    Word found = {};
    found.upper = bits_of(word, row);
    if (Shape::rows_y == 2) found.lower = bits_of(word, row + 1);
    found.starts = tile.starts[own];
    return found;
  }

  __device__ uint starts_of_word(int own) {
    return band_bits(own % TILE_WORDS, own / TILE_WORDS) &
           ~linked_left(own % TILE_WORDS, own / TILE_WORDS, ~FIRST_COLUMN);
  }

#include "glsl/shared/links.h"
#include "glsl/shared/run_contacts.h"
};

/// Calls visit(run) for the runs of a thread. The threads of a warp go on together.
template <class AnyTile, class Visit>
__device__ void visit_runs(const AnyTile& tile, const Visit& visit) {
  const int count = tile.run_count;
  const int lane = threadIdx.x % warp_threads;
  for (int first = threadIdx.x - lane; first < count; first += blockDim.x) {
    if (first + lane < count) visit(first + lane);
    __syncwarp();
  }
}

/// The same for a `visit` that all threads of a warp must call together. Several threads may visit the last run.
template <class AnyTile, class Visit>
__device__ void visit_runs_together(const AnyTile& tile, const Visit& visit) {
  const int count = tile.run_count;
  const int lane = threadIdx.x % warp_threads;
  for (int first = threadIdx.x - lane; first < count; first += blockDim.x) {
    visit(min(first + lane, count - 1));
  }
}

/// Finds where runs start and counts them. A thread takes a word. All threads of the block must call it; the caller
/// needs a barrier after it.
template <class View, class AnyTile>
__device__ void list_runs(View& view, AnyTile& tile) {
  constexpr int band_words = sizeof(tile.starts) / sizeof(uint);
  const int own = threadIdx.x;
  const int warp = own / warp_threads;
  uint starts = 0;
  int before = 0;
  if (own < band_words) {
    starts = view.starts_of_word(own);
    tile.starts[own] = starts;
    int all = 0;
    WordScan(tile.scans[warp]).ExclusiveSum(bitCount(starts), before, all);
    if (own % warp_threads == 0) tile.runs_of_warps[warp] = all;
  }
  __syncthreads();
  if (own >= band_words) return;
  for (int i = 0; i < warp; ++i) before += tile.runs_of_warps[i];
  tile.runs_before[own] = before;
  if (own == band_words - 1) tile.run_count = before + bitCount(starts);
  visit_bits(starts,
             [&](int start) { tile.places[before++] = static_cast<std::uint16_t>(WORD_COLUMNS * own + start); });
}

/// The word of a run, and its first column there.
template <class AnyTile>
__device__ int word_of_run(const AnyTile& tile, int run) {
  return (tile.places[run] & 0xFFFFU) / WORD_COLUMNS;
}
template <class AnyTile>
__device__ int start_of_run(const AnyTile& tile, int run) {
  return tile.places[run] % WORD_COLUMNS;
}

/// The run at an occupied column of a word.
template <class AnyTile>
__device__ int run_at(const AnyTile& tile, int word, int column) {
  return tile.runs_before[word] + bitCount(tile.starts[word] & up_to(column)) - 1;
}

}  // namespace glccl::cuda
