// A tile in shared memory: its runs, the links between them, and their union-find.
//
// Runs are counted word by word, so that a thread can have one run after another whatever words they are in, and the
// number of a run is its place in the forest: `parents`. A run hangs below one with a smaller number, so a root is the
// leftmost run of its component's top band.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/warp/warp_scan.cuh>

#include "cuda/fast/links.cuh"
#include "cuda/fast/pixels.cuh"
#include "cuda/fast/planes.cuh"

namespace glccl::cuda {

using WordScan = cub::WarpScan<int>;
constexpr int word_warps = words_in_tile / warp_threads;

/// Links of a tile that are listed; where there are more, unite_all() goes through all of them again.
constexpr int most_links = 1024;

/// What a block keeps of its tile.
template <class Kind>
struct Tile {
  TileBits<Kind> bits;
  std::uint32_t starts[words_in_tile];  ///< of runs
  int runs_before[words_in_tile];       ///< how many lie in the words before
  int runs;                             ///< all of them
  std::uint32_t links_found;
  std::uint32_t nodes;                    ///< how many components reach the border
  std::uint16_t places[Kind::most_runs];  ///< of runs: word_columns * word + first column
  std::uint32_t parents[Kind::most_runs];
  std::uint32_t links[most_links];  ///< a run << 16 | one with a smaller number; 0: none
  /// Of roots, with bands of two rows: the place of the first pixel that other runs of the component have in the root's
  /// band; tile_pixels: none.
  std::uint32_t first_pixels[Kind::band_rows == 2 ? Kind::most_runs : 1];
  /// Bit run % 32 of word run / 32, of roots: the component reaches the tile's border.
  std::uint32_t border_roots[Kind::most_runs / 32];
  std::uint32_t roots[tile_words * Kind::tile_rows];  ///< bit x % 32 of word y * tile_words + x / 32: known roots
  int runs_of_warps[word_warps];                      ///< of 32 words each
  typename WordScan::TempStorage scans[word_warps];
};

/// The View of fast_links.cuh on the block's tile: words and bands are counted in the tile, and beyond it there is
/// nothing.
template <class Kind>
struct TileView {
  const PixelSource& source;
  const Tile<Kind>& tile;
  Place origin;  ///< the tile's first pixel

  __device__ std::uint32_t bits_of(int word, int row) const {
    return tile.bits.words[TileBits<Kind>::index_of(word, row)];
  }

  __device__ Place pixel_of(int word, int row) const { return {origin.x + word_columns * word, origin.y + row}; }

  __device__ Word word_at(int index) const {
    const int row = index / tile_words * Kind::band_rows;
    Word found = {};
    found.upper = bits_of(index % tile_words, row);
    if (Kind::band_rows == 2) found.lower = bits_of(index % tile_words, row + 1);
    found.starts = tile.starts[index];
    return found;
  }
};

/// Calls visit(run) for the runs that a thread has.
template <class Kind, class Visit>
__device__ void visit_runs(const Tile<Kind>& tile, const Visit& visit) {
  for (int run = threadIdx.x; run < tile.runs; run += blockDim.x) visit(run);
}

/// Finds where runs start and counts them. A thread has a word. To be called by all threads of a block, with a barrier
/// behind it.
template <class Kind>
__device__ void list_runs(const TileView<Kind>& view, Tile<Kind>& tile) {
  const int own = threadIdx.x;
  const int warp = own / warp_threads;
  std::uint32_t starts = 0;
  int before = 0;
  if (own < words_in_tile) {
    const int word = own % tile_words;
    const int band = own / tile_words;
    starts = band_bits<Kind>(view, word, band) & ~linked_left<Kind>(view, word, band, ~first_column);
    tile.starts[own] = starts;
    int all = 0;
    WordScan(tile.scans[warp]).ExclusiveSum(count_bits(starts), before, all);
    if (own % warp_threads == 0) tile.runs_of_warps[warp] = all;
  }
  __syncthreads();
  if (own >= words_in_tile) return;
  for (int i = 0; i < warp; ++i) before += tile.runs_of_warps[i];
  tile.runs_before[own] = before;
  if (own == words_in_tile - 1) tile.runs = before + count_bits(starts);
  visit_bits(starts,
             [&](int start) { tile.places[before++] = static_cast<std::uint16_t>(word_columns * own + start); });
}

/// The run that an occupied column of a word is in.
template <class Kind>
__device__ int run_at(const Tile<Kind>& tile, int word, int column) {
  return tile.runs_before[word] + count_bits(tile.starts[word] & up_to(column)) - 1;
}

/// What a run is linked with in the tile, among the runs with smaller numbers.
struct RunContacts {
  bool left = false;      ///< with the last run of the word to the left
  bool up_left = false;   ///< with the last run of the word above that one
  bool up_right = false;  ///< with the first run of the word above and to the right
  std::uint32_t up = 0;   ///< with these columns of the word above
};

/// The contacts of run `start` of a word, without those that others stand for:
///
///     a b     where the run of y touches b, a-y is not needed if a-b is a link, and x-y is not if a-b and a-x are;
///     x y     a and x are the last columns of the words to the left
///
/// Of links with the word above and to the right the same can be said as of a-y.
template <class Kind>
__device__ RunContacts contacts_of(const TileView<Kind>& view, int own, int start) {
  const int word = own % tile_words;
  const int band = own / tile_words;
  RunContacts contacts;
  contacts.left = start == 0 && linked_left<Kind>(view, word, band, first_column) != 0;
  if (band == 0) return contacts;
  const std::uint32_t columns = run_of(view.word_at(own), start);
  const std::uint32_t straight = linked_up<Kind>(view, word, band, 0, columns);
  contacts.up = straight;
  if constexpr (Kind::connectivity == 8) {
    const std::uint32_t left = linked_up<Kind>(view, word, band, -1, columns);
    const std::uint32_t right = linked_up<Kind>(view, word, band, 1, columns);
    contacts.up |= left >> 1 | right << 1;
    contacts.up_left = (left & first_column) != 0;
    contacts.up_right = (right & last_column) != 0;
  }
  if ((contacts.up_left || contacts.left) && (contacts.up & first_column) != 0 &&
      linked_left<Kind>(view, word, band - 1, first_column) != 0) {
    contacts.up_left = false;
    if (linked_up<Kind>(view, word - 1, band, 0, last_column) != 0) contacts.left = false;
  }
  if (contacts.up_right && (contacts.up & last_column) != 0 &&
      linked_left<Kind>(view, word + 1, band - 1, first_column) != 0) {
    contacts.up_right = false;
  }
  return contacts;
}

/// Calls visit(other) for the runs that a run is linked with, until it returns false.
template <class Kind, class Visit>
__device__ void visit_contacts(const TileView<Kind>& view, int run, const Visit& visit) {
  const Tile<Kind>& tile = view.tile;
  const int own = tile.places[run] / word_columns;
  const RunContacts contacts = contacts_of<Kind>(view, own, tile.places[run] % word_columns);
  const int above = own - tile_words;
  if (contacts.left && !visit(run - 1)) return;
  if (contacts.up_left && !visit(tile.runs_before[above] - 1)) return;
  for (std::uint32_t up = contacts.up; up != 0;) {
    const int column = lowest_bit(up);
    if (!visit(run_at(tile, above, column))) return;
    up = behind_run(up, tile.starts[above], column);
  }
  if (contacts.up_right) visit(tile.runs_before[above + 1]);
}

/// An entry as other threads last left it.
inline __device__ std::uint32_t load_parent(const std::uint32_t* parents, std::uint32_t run) {
  return *static_cast<const volatile std::uint32_t*>(parents + run);
}

/// Hangs a run below another of its ancestors, unless it hangs below one with a smaller number already.
inline __device__ void hang_below(std::uint32_t* parents, std::uint32_t run, std::uint32_t ancestor) {
  atomicMin(parents + run, ancestor);
}

/// The root above a run.
inline __device__ std::uint32_t find_in_tile(const std::uint32_t* parents, std::uint32_t run) {
  std::uint32_t parent = load_parent(parents, run);
  while (parent != run) {
    run = parent;
    parent = load_parent(parents, run);
  }
  return run;
}

/// The same, with every other run on the way hung below its grandparent.
inline __device__ std::uint32_t shorten_in_tile(std::uint32_t* parents, std::uint32_t run) {
  while (true) {
    const std::uint32_t parent = load_parent(parents, run);
    if (parent == run) return run;
    const std::uint32_t grandparent = load_parent(parents, parent);
    if (grandparent == parent) return parent;
    hang_below(parents, run, grandparent);
    run = grandparent;
  }
}

/// Hangs all runs below their roots, or near them.
template <class Kind>
__device__ void shorten_paths(Tile<Kind>& tile) {
  visit_runs(tile, [&](int run) {
    const std::uint32_t root = shorten_in_tile(tile.parents, run);
    if (load_parent(tile.parents, run) != root) hang_below(tile.parents, run, root);
  });
}

/// Hangs every run below the first that it is linked with, and lists its other links.
template <class Kind>
__device__ void list_links(const TileView<Kind>& view, Tile<Kind>& tile) {
  visit_runs(tile, [&](int run) {
    std::uint32_t parent = run;
    visit_contacts<Kind>(view, run, [&](std::uint32_t other) {
      if (parent == static_cast<std::uint32_t>(run)) {
        parent = other;
      } else {
        const std::uint32_t link = atomicAdd(&tile.links_found, 1U);
        if (link < most_links) tile.links[link] = static_cast<std::uint32_t>(run) << 16 | other;
      }
      return true;
    });
    tile.parents[run] = parent;
    if (Kind::band_rows == 2) tile.first_pixels[run] = Kind::tile_pixels;
  });
}

/// Hangs a root below a smaller one for every listed link between two trees, unless another link has done so with that
/// root. True where a link is left, for its root was hung by another: it has its turn again when paths have been
/// shortened.
template <class Kind>
__device__ bool hang_roots(Tile<Kind>& tile) {
  bool left = false;
  const std::uint32_t links = min(tile.links_found, static_cast<std::uint32_t>(most_links));
  for (std::uint32_t i = threadIdx.x; i < links; i += blockDim.x) {
    const std::uint32_t link = tile.links[i];
    if (link == 0) continue;
    const std::uint32_t a = load_parent(tile.parents, link >> 16);
    const std::uint32_t b = load_parent(tile.parents, link & 0xFFFFU);
    const std::uint32_t larger = max(a, b);
    if (a == b || atomicCAS(tile.parents + larger, larger, min(a, b)) == larger) {
      tile.links[i] = 0;
    } else {
      left = true;
    }
  }
  return left;
}

/// Makes one tree of those of two runs, at once.
inline __device__ void unite_in_tile(std::uint32_t* parents, std::uint32_t a, std::uint32_t b) {
  while (true) {
    a = shorten_in_tile(parents, a);
    b = shorten_in_tile(parents, b);
    if (a == b) return;
    const std::uint32_t larger = max(a, b);
    b = min(a, b);
    a = atomicCAS(parents + larger, larger, b);
    if (a == larger) return;
  }
}

/// The last resort where there are too many links to list: all of them, one by one.
template <class Kind>
__device__ void unite_all(const TileView<Kind>& view, Tile<Kind>& tile) {
  visit_runs(tile, [&](int run) {
    visit_contacts<Kind>(view, run, [&](std::uint32_t other) {
      unite_in_tile(tile.parents, run, other);
      return true;
    });
  });
}

/// Hangs every run below its root, or near it. Most links need no atomic operation: a run is hung below the first that
/// it is linked with. To be called by all threads of a block; a barrier lies behind it.
template <class Kind>
__device__ void solve_tile(const TileView<Kind>& view, Tile<Kind>& tile) {
  list_links<Kind>(view, tile);
  do {
    __syncthreads();
    shorten_paths(tile);
    __syncthreads();
  } while (__syncthreads_or(hang_roots(tile)) != 0);
  if (tile.links_found > most_links) unite_all<Kind>(view, tile);
  __syncthreads();
}

}  // namespace glccl::cuda
