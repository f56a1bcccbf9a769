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

#include "cuda/fast/links/pack_pixels.cuh"
#include "cuda/fast/links/tile_links.cuh"

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
  /// Per run: WORD_COLUMNS * word + first column. With bands of several rows also the place of its first element << 16,
  /// and for a root at last that of its component. With bands of one row of one word the two are the same, and a root
  /// begins with the first element of its component.
  std::conditional_t<Shape::band_rows == 1, std::uint16_t, uint> places[Shape::most_runs];
  uint parents[Shape::most_runs];
  static constexpr uint most_links = Shape::values && !Shape::is_plane ? 2 * most_listed_links : most_listed_links;
  uint link_list[most_links];  ///< A run << 16 | a run with a smaller number; 0: no link.
  /// Volumes: a bit per run, set if the run has an element at the tile's border.
  uint border_runs[Shape::is_plane ? 1 : Shape::most_runs / 32];
  uint border_roots[Shape::most_runs / 32];  ///< A bit per run: the root of a component that reaches the tile's border.
  static constexpr int word_warps = Shape::band_words / warp_threads;
  int runs_of_warps[word_warps];  ///< Number of runs in 32 words each.
  typename WordScan::TempStorage scans[word_warps];

  /// A bit per element, word by word of the rows: it is known to be the first of its component. They lie where links
  /// have been listed, once these are united.
  __device__ uint* roots() {
    static_assert(Shape::tile_words <= most_links);
    return link_list;
  }
  __device__ const uint* roots() const { return link_list; }
};

/// The links of the block's tile. Words and bands are counted in the tile; outside of it there are no elements.
template <class Shape>
struct TileView {
  static constexpr int AXES = Shape::axes;
  static constexpr int ROWS_Y = Shape::rows_y;
  static constexpr int ROWS_Z = Shape::rows_z;
  static constexpr bool PLANE = Shape::is_plane;
  const Tile<Shape>& tile;

  __device__ uint bits_of(int word, int y, int z) const { return tile.bits.words[tile.bits.index_of(word, y, z)]; }

  __device__ uint links_of(int word, int y, int z, int direction) const {
    if constexpr (!Shape::values) return ALL_COLUMNS;
    if constexpr (Shape::is_plane) return tile.links.of(word, y, direction_in_plane(direction));
    if (word < 0 || word >= Shape::words || y < 0 || y >= Shape::tile_y || z < 0) return 0;
    return tile.links.of(word, z * Shape::tile_y + y, direction);
  }

  __device__ Word word_of(int own) {
    const BandWord at = band_word<Shape>(own);
    return {band_bits(at.word, at.y, at.z), tile.starts[own]};
  }

  /// The run that starts at column `start` of a word.
  __device__ BandBits<Shape> run_at(int own, int start) {
    BandBits<Shape> run = {{}, 1U << start};
    const uint columns = run_of(word_of(own), start);
#pragma unroll
    for (int i = 0; i < Shape::band_rows; ++i) {
      const Voxel row = row_of_band<Shape>(band_word<Shape>(own), i);
      run.rows[i] = bits_of(row.x / WORD_COLUMNS, row.y, row.z) & columns;
    }
    return run;
  }

  __device__ uint starts_of_word(int own) {
    const BandWord at = band_word<Shape>(own);
    return starts_in(at.word, at.y, at.z);
  }

#include "glsl/shared/contacts.h"
#include "glsl/shared/links.h"
// After links.h:
#include "glsl/shared/uniting_links.h"
};

/// Calls visit(run) for the runs of a thread. The threads of a warp go on together.
template <class Shape, class Visit>
__device__ void visit_runs(const Tile<Shape>& tile, const Visit& visit) {
  const int count = tile.run_count;
  const int lane = threadIdx.x % warp_threads;
  for (int first = threadIdx.x - lane; first < count; first += blockDim.x) {
    if (first + lane < count) visit(first + lane);
    __syncwarp();
  }
}

/// The same for a `visit` that all threads of a warp must call together. Several threads may visit the last run.
template <class Shape, class Visit>
__device__ void visit_runs_together(const Tile<Shape>& tile, const Visit& visit) {
  const int count = tile.run_count;
  const int lane = threadIdx.x % warp_threads;
  for (int first = threadIdx.x - lane; first < count; first += blockDim.x) {
    visit(min(first + lane, count - 1));
  }
}

/// Finds where runs start and counts them. A thread takes a word. Returns whether all elements of the tile are set;
/// false for volumes and for values. All threads of the block must call it; the caller needs a barrier after it.
template <class Shape>
__device__ bool list_runs(TileView<Shape>& view, Tile<Shape>& tile) {
  constexpr int band_words = Shape::band_words;
  const int own = threadIdx.x;
  const int warp = own / warp_threads;
  uint starts = 0;
  int before = 0;
  bool full = Shape::is_plane && !Shape::values;
  if (own < band_words) {
    starts = view.starts_of_word(own);
    tile.starts[own] = starts;
    int all = 0;
    WordScan(tile.scans[warp]).ExclusiveSum(bitCount(starts), before, all);
    if (own % warp_threads == 0) tile.runs_of_warps[warp] = all;
    for (int i = 0; i < Shape::band_rows; ++i) {
      const Voxel row = row_of_band<Shape>(band_word<Shape>(own), i);
      full = full && view.bits_of(row.x / WORD_COLUMNS, row.y, row.z) == ALL_COLUMNS;
    }
  }
  full = __syncthreads_or(!full) == 0;
  if (own >= band_words) return full;
#pragma unroll
  for (int i = 0; i + 1 < Tile<Shape>::word_warps; ++i) before += i < warp ? tile.runs_of_warps[i] : 0;
  tile.runs_before[own] = before;
  if (own == band_words - 1) tile.run_count = before + bitCount(starts);
  visit_bits(starts,
             [&](int start) { tile.places[before++] = static_cast<std::uint16_t>(WORD_COLUMNS * own + start); });
  return full;
}

/// The word of a run, and its first column there.
template <class Shape>
__device__ int word_of_run(const Tile<Shape>& tile, int run) {
  return (tile.places[run] & 0xFFFFU) / WORD_COLUMNS;
}
template <class Shape>
__device__ int start_of_run(const Tile<Shape>& tile, int run) {
  return tile.places[run] % WORD_COLUMNS;
}

/// The run at an occupied column of a word.
template <class Shape>
__device__ int run_at(const Tile<Shape>& tile, int word, int column) {
  return tile.runs_before[word] + bitCount(tile.starts[word] & up_to(column)) - 1;
}

}  // namespace glccl::cuda
