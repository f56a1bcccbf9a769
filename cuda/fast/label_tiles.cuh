// Kernel 1 of cuda-fast.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/planes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tile.cuh"

namespace glccl::cuda {

/// Whether a run has pixels at a border of its tile that is not the image's.
template <class Kind>
__device__ bool reaches_border(const TileView<Kind>& view, const Planes& planes, TilePlace place, int own, int start) {
  const int column = own % tile_words;
  const int band = own / tile_words;
  if (column == 0 && start == 0 && place.x > 0) return true;
  if (column != tile_words - 1 && band != 0 && band != tile_bands - 1) return false;
  const Word word = view.word_at(own);
  const std::uint32_t columns = run_of(word, start);
  if (column == tile_words - 1 && (columns & last_column) != 0 && place.x + 1 < planes.tiles.width) return true;
  if (band == 0 && (word.upper & columns) != 0 && place.y > 0) return true;
  const std::uint32_t last = Kind::band_rows == 2 ? word.lower : word.upper;
  return band == tile_bands - 1 && (last & columns) != 0 && place.y + 1 < planes.tiles.height;
}

/// The place of a run's first pixel in the tile, in raster order.
template <class Kind>
__device__ std::uint32_t first_pixel_in_tile(const Word& word, int own, int start) {
  const Place pixel = first_pixel_of<Kind>(word, run_of(word, start));
  const int y = own / tile_words * Kind::band_rows + pixel.y;
  return y * tile_columns + own % tile_words * word_columns + pixel.x;
}

/// Hangs every run right below its root, and finds which components reach the tile's border and with bands of two rows
/// their first pixels. To be called by all threads of a block, with a barrier behind it.
template <class Kind>
__device__ void survey_components(const TileView<Kind>& view, Tile<Kind>& tile, const Planes& planes, TilePlace place) {
  visit_runs(tile, [&](int run) {
    const std::uint32_t root = find_in_tile(tile.parents, run);
    if (load_parent(tile.parents, run) != root) hang_below(tile.parents, run, root);
    const int own = tile.places[run] / word_columns;
    const int start = tile.places[run] % word_columns;
    if (reaches_border<Kind>(view, planes, place, own, start)) {
      atomicOr(tile.border_roots + root / 32, 1U << (root % 32));
    }
    if constexpr (Kind::band_rows == 2) {
      // The root is the leftmost run of the component's top band, but may begin in the lower row, and others in
      // the upper.
      const bool same_band = own / tile_words == tile.places[root] / (word_columns * tile_words);
      if (same_band && root != static_cast<std::uint32_t>(run)) {
        atomicMin(tile.first_pixels + root, first_pixel_in_tile<Kind>(view.word_at(own), own, start));
      }
    }
  });
}

/// The place of the first pixel of a root's component.
template <class Kind>
__device__ std::uint32_t first_pixel_of_root(const TileView<Kind>& view, const Tile<Kind>& tile, int root) {
  const int own = tile.places[root] / word_columns;
  const std::uint32_t first = first_pixel_in_tile<Kind>(view.word_at(own), own, tile.places[root] % word_columns);
  return Kind::band_rows == 2 ? min(first, tile.first_pixels[root]) : first;
}

/// Decides what labels each component, makes the nodes, and marks the roots that are known. The records go to the upper
/// half of the roots' entries. To be called by all threads of a block, with a barrier behind it.
template <class Kind>
__device__ void record_components(const TileView<Kind>& view, Tile<Kind>& tile, const Planes& planes, TilePlace place) {
  const std::uint32_t index = index_of(planes, place);
  visit_runs(tile, [&](int run) {
    if (tile.parents[run] != static_cast<std::uint32_t>(run)) return;
    const std::uint32_t first = first_pixel_of_root<Kind>(view, tile, run);
    const Place pixel = pixel_of<Kind>(place, first);
    std::uint32_t record = first;
    if ((tile.border_roots[run / 32] >> (run % 32) & 1U) != 0) {
      const std::uint32_t count = atomicAdd(&tile.nodes, 1U);
      const std::uint32_t node = index * Kind::most_nodes + count;
      planes.nodes[node] = {node, label_of(planes.image, pixel)};
      record = at_border | count;
    } else {
      atomicOr(tile.roots + first / word_columns, 1U << (first % word_columns));
    }
    tile.parents[run] = record << 16 | run;
  });
}

/// Stores which pixels are roots as far as that is known: all of the tile's words, so that nobody has to clear them.
template <class Kind>
__device__ void store_roots(const Tile<Kind>& tile, const Planes& planes, const Ranks& ranks, TilePlace place) {
  const Place origin = origin_of<Kind>(place);
  for (int i = threadIdx.x; i < tile_words * Kind::tile_rows; i += blockDim.x) {
    const Place pixel = {origin.x + i % tile_words * word_columns, origin.y + i / tile_words};
    if (pixel.x < planes.image.width && pixel.y < planes.image.height) {
      ranks.roots[word_of(ranks, place.image, pixel)] = tile.roots[i];
    }
  }
}

/// Leaves the tile for the kernels that follow.
template <class Kind>
__device__ void store_tile(const TileView<Kind>& view, const Tile<Kind>& tile, const Planes& planes, TilePlace place) {
  const std::size_t index = index_of(planes, place);
  for (int i = threadIdx.x; i < tile_words * Kind::tile_rows; i += blockDim.x) {
    planes.bits[index * (tile_words * Kind::tile_rows) + i] = view.bits_of(i % tile_words, i / tile_words);
  }
  if (threadIdx.x < words_in_tile) {
    const std::size_t own = index * words_in_tile + threadIdx.x;
    planes.runs[own] = static_cast<std::uint16_t>(tile.runs_before[threadIdx.x]);
    if (Kind::values) planes.starts[own] = tile.starts[threadIdx.x];
  }
  if (threadIdx.x == 0) planes.counts[index] = {static_cast<std::uint32_t>(tile.runs), tile.nodes};
  visit_runs(tile, [&](int run) {
    const std::uint32_t root = tile.parents[run] & 0xFFFFU;
    planes.records[index * Kind::most_runs + run] = static_cast<Record>(tile.parents[root] >> 16);
  });
}

/// Kernel 1. grid: tiles, images; block: least_tile_threads to most_tile_threads.
template <class Kind>
__global__ void __launch_bounds__(most_tile_threads) label_tiles(Batch batch, Planes planes, Ranks ranks) {
  __shared__ Tile<Kind> tile;
  const TilePlace place = tile_of_block();
  const PixelSource source = source_of(batch, place.image);
  const TileView<Kind> view = {source, tile, origin_of<Kind>(place)};
  if (threadIdx.x == 0) tile.nodes = tile.links_found = 0;
  for (int i = threadIdx.x; i < Kind::most_runs / 32; i += blockDim.x) tile.border_roots[i] = 0;
  for (int i = threadIdx.x; i < tile_words * Kind::tile_rows; i += blockDim.x) tile.roots[i] = 0;
  pack_tile<Kind>(source, planes.image, view.origin, tile.bits);
  __syncthreads();

  list_runs<Kind>(view, tile);
  __syncthreads();

  solve_tile<Kind>(view, tile);
  survey_components<Kind>(view, tile, planes, place);
  __syncthreads();

  record_components<Kind>(view, tile, planes, place);
  __syncthreads();

  store_tile<Kind>(view, tile, planes, place);
  if (ranks.roots != nullptr) store_roots<Kind>(tile, planes, ranks, place);
}

}  // namespace glccl::cuda
