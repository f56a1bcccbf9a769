// Union-find over the runs of a tile. Concurrent unions are exact, as nodes.cuh says.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/tile_runs.cuh"

namespace glccl::cuda {

/// An entry as other threads last left it.
inline __device__ uint load_parent(const uint* parents, uint run) {
  return *static_cast<const volatile uint*>(parents + run);
}

/// Hangs a run below another of its ancestors, unless it already hangs below a run with a smaller number.
inline __device__ void hang_below(uint* parents, uint run, uint ancestor) { atomicMin(parents + run, ancestor); }

/// The root above a run. All threads of the warp must call it, and walk until all have arrived: threads that leave a
/// loop at different times would go on apart, and the code behind the loop would run several times.
inline __device__ uint find_together(const uint* parents, uint run) {
  uint parent = load_parent(parents, run);
  while (__any_sync(whole_warp, parent != run)) {
    run = parent;
    parent = load_parent(parents, run);
  }
  return run;
}

/// The root above a run. Hangs every other run on the way below its grandparent.
inline __device__ uint shorten_in_tile(uint* parents, uint run) {
  while (true) {
    const uint parent = load_parent(parents, run);
    if (parent == run) return run;
    const uint grandparent = load_parent(parents, parent);
    if (grandparent == parent) return parent;
    hang_below(parents, run, grandparent);
    run = grandparent;
  }
}

/// Makes one tree of the trees of two runs.
inline __device__ void unite_in_tile(uint* parents, uint a, uint b) {
  while (true) {
    a = shorten_in_tile(parents, a);
    b = shorten_in_tile(parents, b);
    if (a == b) return;
    const uint larger = max(a, b);
    b = min(a, b);
    a = atomicCAS(parents + larger, larger, b);
    if (a == larger) return;
  }
}

/// Calls take_link(other) for the runs with smaller numbers that a run is linked with.
template <class Shape, class TakeLink>
__device__ void take_links(TileView<Shape>& view, int run, const TakeLink& take_link) {
  const Tile<Shape>& tile = view.tile;
  const int own = word_of_run(tile, run);
  const int start = start_of_run(tile, run);
  const BandWord at = band_word<Shape>(own);
  const uint columns = run_of(view.word_of(own), start);
  uint before = 0;  // the columns of all runs of BEFORE and of ABOVE that the run is linked with
  uint above = 0;
#pragma unroll
  for (int band = 0; band < BANDS_BEFORE; ++band) {
    if (Shape::is_plane && band != ABOVE) continue;
    const auto contacts = view.contacts_with(at.word, at.y, at.z, band, columns);
    const int other = own + (band_dz(band) * Shape::bands_y + band_dy(band)) * Shape::words;
    if (contacts.left) take_link(tile.runs_before[other] - 1);
    if (contacts.right) take_link(tile.runs_before[other + 1]);
    if (contacts.columns == 0) continue;
    const uint reached = view.reached_columns(at.word, at.y, at.z, band, before, above);
    const Word word = view.word_of(other);
    const int runs_before = tile.runs_before[other];  // Once: the compiler cannot tell that links do not change it.
    for (uint rest = contacts.columns; rest != 0;) {
      const int column = findLSB(rest);
      const uint starts = word.starts & up_to(column);
      const uint linked = run_of(word, findMSB(starts));
      if ((linked & reached) == 0) take_link(runs_before + bitCount(starts) - 1);
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

/// The place in the tile, in raster order, of the first element of a run with these columns of word `own`.
template <class Shape>
__device__ uint first_place_of(const Tile<Shape>& tile, int own, uint columns) {
  uint place = 0;
#pragma unroll
  for (int i = Shape::band_rows - 1; i >= 0; --i) {  // The first row comes last.
    const int word = word_in_tile<Shape>(row_of_band<Shape>(band_word<Shape>(own), i));
    const uint bits = tile.bits.words[tile.bits.index_of_word(word)] & columns;
    if (bits != 0) place = word * WORD_COLUMNS + findLSB(bits);
  }
  return place;
}

/// Lists a link of a run with another.
template <class Shape>
__device__ void list_link(Tile<Shape>& tile, uint run, uint other) {
  const uint link = atomicAdd(&tile.listed_links, 1U);
  if (link < tile.most_links) tile.link_list[link] = run << 16 | other;
}

/// Hangs every run below the first run that it is linked with, and lists its other links. Finds its first element.
template <class Shape>
__device__ void list_links(TileView<Shape>& view, Tile<Shape>& tile) {
  if constexpr (Shape::links_words) {
    visit_runs(tile, [&](int run) { tile.parents[run] = run; });
    __syncthreads();
    take_links_of_values(view, [&](uint run, uint other, bool first) {
      if (first && tile.parents[run] == run) {
        tile.parents[run] = other;
      } else {
        list_link(tile, run, other);
      }
    });
    return;
  }
  visit_runs(tile, [&](int run) {
    uint place = tile.places[run];
    if constexpr (Shape::band_rows > 1) {
      const int own = word_of_run(tile, run);
      place |= first_place_of(tile, own, run_of(view.word_of(own), start_of_run(tile, run))) << 16;
    }
    uint parent = run;
    take_links(view, run, [&](uint other) {
      if (parent == static_cast<uint>(run)) {
        parent = other;
      } else {
        list_link(tile, run, other);
      }
    });
    tile.parents[run] = parent;
    if constexpr (Shape::band_rows > 1) tile.places[run] = place;
  });
}

constexpr int hops = 3;

/// Hangs every run below an ancestor, up to `hops` above its parent. It takes a fixed time, whereas in shorten_paths()
/// the threads of a warp wait for the longest path.
template <class Shape>
__device__ void hop(Tile<Shape>& tile) {
  visit_runs(tile, [&](int run) {
    uint ancestor = load_parent(tile.parents, run);
    const uint parent = ancestor;
#pragma unroll
    for (int i = 0; i < hops; ++i) ancestor = load_parent(tile.parents, ancestor);
    if (ancestor != parent) hang_below(tile.parents, run, ancestor);
  });
}

/// Hangs all runs below their roots.
template <class Shape>
__device__ void shorten_paths(Tile<Shape>& tile) {
  visit_runs_together(tile, [&](int run) {
    const uint root = find_together(tile.parents, run);
    if (load_parent(tile.parents, run) != root) hang_below(tile.parents, run, root);
  });
}

/// Unites all listed links, as unite_in_tile() does. The threads of a warp go on until the links of all are done.
template <class Shape>
__device__ void unite_listed(Tile<Shape>& tile) {
  const uint lane = threadIdx.x % warp_threads;
  for (uint first = threadIdx.x - lane; first < tile.listed_links; first += blockDim.x) {
    const uint link = first + lane < tile.listed_links ? tile.link_list[first + lane] : 0U;
    uint a = link >> 16;
    uint b = link & 0xFFFFU;
    while (__any_sync(whole_warp, a != b)) {
      const uint above_a = load_parent(tile.parents, a);
      const uint above_b = load_parent(tile.parents, b);
      const bool at_roots = above_a == a && above_b == b;
      a = above_a;
      b = above_b;
      if (at_roots && a != b) {
        const uint larger = max(a, b);
        b = min(a, b);
        a = atomicCAS(tile.parents + larger, larger, b);
        if (a == larger) a = b;
      }
    }
  }
}

/// Unites all links one by one: the last resort if there are too many links to list.
template <class Shape>
__device__ void unite_all(TileView<Shape>& view, Tile<Shape>& tile) {
  if constexpr (Shape::links_words) {
    take_links_of_values(view, [&](uint run, uint other, bool) { unite_in_tile(tile.parents, run, other); });
    return;
  }
  visit_runs(tile,
             [&](int run) { take_links(view, run, [&](uint other) { unite_in_tile(tile.parents, run, other); }); });
}

/// Makes a tree of each component, by list_links(). Most links need no atomic operation: a
/// run is hung below the first run that it is linked with. All threads of the block must call it; it ends with a
/// barrier.
template <class Shape>
__device__ void solve_tile(TileView<Shape>& view, Tile<Shape>& tile) {
  list_links(view, tile);
  __syncthreads();
  hop(tile);
  __syncthreads();
  shorten_paths(tile);
  __syncthreads();
  if (tile.listed_links <= tile.most_links) {
    unite_listed(tile);
  } else {
    unite_all(view, tile);
  }
  __syncthreads();
}

}  // namespace glccl::cuda
