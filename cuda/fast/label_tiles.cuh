// Kernel label_tiles: packs a tile into bits, solves it in shared memory, and makes a node of each component that
// reaches the tile's border.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/mask_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tile_components.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// Records a root's component: makes its node, or marks the root's bit if no other tile has pixels of the component.
/// The record goes to the upper half of the root's entry.
template <class Shape>
__device__ void record_root(Tile<Shape>& tile, const Tiles& tiles, const TilePlace& place, int run) {
  const uint first = first_place_of_root(tile, run);
  const ivec2 pixel = pixel_in_tile<Shape>(tiles, place.origin, first);
  uint record = first;
  if ((tile.border_roots[run / 32] >> (run % 32) & 1U) != 0) {
    const uint own = atomicAdd(&tile.nodes, 1U);
    const uint node = node_of_tile<Shape>(place.index, own);
    tiles.nodes[node] = {node, label_of(tiles, pixel)};
    record = AT_BORDER | own;
  } else {
    atomicOr(tile.roots + first / WORD_COLUMNS, 1U << (first % WORD_COLUMNS));
  }
  tile.parents[run] = record << 16 | run;
}

/// The record of a run, after those of all roots.
template <class Shape>
__device__ Record record_of_run(const Tile<Shape>& tile, int run) {
  const uint root = tile.parents[run] & 0xFFFFU;
  return static_cast<Record>(tile.parents[root] >> 16);
}

/// Stores the tile for the next kernels.
template <class Shape>
__device__ void store_tile(const TileView<Shape>& view, const Tile<Shape>& tile, const Tiles& tiles,
                           const TilePlace& place) {
  const std::size_t index = place.index;
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    tiles.bits[index * Shape::tile_words + i] = view.bits_of(i % TILE_WORDS, i / TILE_WORDS);
  }
  if (threadIdx.x < Shape::band_words) {
    const std::size_t own = index * Shape::band_words + threadIdx.x;
    tiles.runs_before[own] = static_cast<std::uint16_t>(tile.runs_before[threadIdx.x]);
    if (Shape::values) tiles.starts[own] = tile.starts[threadIdx.x];
  }
  if constexpr (Shape::values) store_border_links(tile.links, tiles.links + index * BORDER_LINKS);
  if (threadIdx.x == 0) tiles.counts[index] = {static_cast<uint>(tile.run_count), tile.nodes};
  visit_runs(tile, [&](int run) { tiles.records[index * Shape::most_runs + run] = record_of_run(tile, run); });
}

/// Stores the bits of known roots, in all words of the tile: this also clears the words without roots.
template <class Shape>
__device__ void store_roots(const Tile<Shape>& tile, const Tiles& tiles, const Ranks& ranks, const TilePlace& place) {
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    const Voxel voxel = voxel_in_tile<Shape>(place.origin, i * WORD_COLUMNS);
    if (has(tiles.extent, voxel)) {
      ranks.root_bits[root_word_of(ranks, place.image, pixel_of<Shape>(tiles, voxel))] = tile.roots[i];
    }
  }
}

/// Clears the bits of the tile that begins at pixel `first` and that the mask leaves out. A warp takes a word.
template <class Shape>
__device__ void mask_tile(const ByteMask& mask, Extent extent, ivec2 first, TileBits<Shape>& bits) {
#pragma unroll 4
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += blockDim.x / warp_threads) {
    const int word = i % TILE_WORDS;
    const int row = i / TILE_WORDS;
    const uint inside = mask.word_at(extent, first.x + WORD_COLUMNS * word, first.y + row, 0);
    if (threadIdx.x % warp_threads == 0) bits.words[bits.index_of_bits(word, row)] &= inside;
  }
}

/// Packs and solves the tile, and makes its nodes. `by_measure`: the criterion is Difference by another measure than
/// the sum. All threads of the block must call it.
template <class Shape, bool by_measure = false, class Mask = EveryElement>
__device__ void label_tile(const PixelSource& source, const Tiles& tiles, const TilePlace& place, TileView<Shape>& view,
                           Tile<Shape>& tile, [[maybe_unused]] const Mask& mask = {}) {
  if (threadIdx.x == 0) tile.nodes = tile.listed_links = 0;
  for (int i = threadIdx.x; i < Shape::most_runs / 32; i += blockDim.x) tile.border_roots[i] = 0;
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) tile.roots[i] = 0;
  clear_frame<Shape>(tile.bits);
  const ivec2 origin = pixel_of<Shape>(tiles, place.origin);
  if constexpr (by_measure) {
    link_tile_by_measure<Shape>(source, tiles.extent, origin, tile.bits, tile.links);
  } else if constexpr (Shape::values) {
    link_tile<Shape>(source, tiles.extent, origin, tile.bits, tile.links);
  } else {
    pack_tile<Shape>(source, tiles.extent, origin, tile.bits);
  }
  __syncthreads();
  if constexpr (Mask::masks) {
    mask_tile<Shape>(mask, tiles.extent, origin, tile.bits);
    __syncthreads();
  }

  list_runs(view, tile);
  __syncthreads();

  solve_tile(view, tile);
  survey_components(tile);
  mark_border<Shape>(view, tile, tiles, place);
  __syncthreads();

  visit_runs(tile, [&](int run) {
    if (tile.parents[run] == static_cast<uint>(run)) record_root(tile, tiles, place, run);
  });
  __syncthreads();
}

/// grid: tiles, images; block: least_tile_threads to most_tile_threads. Other measures than the sum have kernels of
/// their own, so that those of the sum are as short as without them.
template <class Shape, bool by_measure>
__global__ void __launch_bounds__(most_tile_threads) label_tiles(Batch batch, Tiles tiles, Ranks ranks) {
  __shared__ Tile<Shape> tile;
  const TilePlace place = own_tile<Shape>(tiles);
  TileView<Shape> view = {tile};
  label_tile<Shape, by_measure>(source_of(batch, place.image).pixels, tiles, place, view, tile);
  store_tile<Shape>(view, tile, tiles, place);
  if (ranks.root_bits != nullptr) store_roots<Shape>(tile, tiles, ranks, place);
}

/// The same with masks.
template <class Shape, bool by_measure>
__global__ void __launch_bounds__(most_tile_threads)
    label_masked_tiles(Batch batch, ByteMasks masks, Tiles tiles, Ranks ranks) {
  __shared__ Tile<Shape> tile;
  const TilePlace place = own_tile<Shape>(tiles);
  TileView<Shape> view = {tile};
  const ByteMask mask = {masks.images[place.image]};
  label_tile<Shape, by_measure>(source_of(batch, place.image).pixels, tiles, place, view, tile, mask);
  store_tile<Shape>(view, tile, tiles, place);
  if (ranks.root_bits != nullptr) store_roots<Shape>(tile, tiles, ranks, place);
}

}  // namespace glccl::cuda
