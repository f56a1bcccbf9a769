// Kernel label_tiles: packs a tile into bits, solves it in shared memory, and makes a node of each component that
// reaches the tile's border.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/links/link_cells.cuh"
#include "cuda/fast/links/mask_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tile_components.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// Records a root's component: makes its node, or marks the root's bit if no other tile has elements of the component.
/// The record goes to the upper half of the root's entry.
template <class Shape>
__device__ void record_root(Tile<Shape>& tile, const Tiles& tiles, const TilePlace& place, int run) {
  uint record = first_place_of_root(tile, run);
  if ((tile.border_roots[run / 32] >> (run % 32) & 1U) != 0) {
    const uint own = atomicAdd(&tile.nodes, 1U);
    const uint node = node_of_tile<Shape>(place.index, own);
    const bool by_place = !Shape::is_plane && tiles.large;
    tiles.nodes[node] = {node, by_place ? record : label_of(tiles, pixel_in_tile<Shape>(tiles, place.origin, record))};
    record = AT_BORDER | own;
  } else {
    atomicOr(tile.roots() + record / WORD_COLUMNS, 1U << (record % WORD_COLUMNS));
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
__device__ void store_tile(const Tile<Shape>& tile, const Tiles& tiles, const TilePlace& place) {
  const std::size_t index = place.index;
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    tiles.bits[index * Shape::tile_words + i] = tile.bits.words[tile.bits.index_of_word(i)];
  }
  if (threadIdx.x < Shape::band_words) {
    const std::size_t own = index * Shape::band_words + threadIdx.x;
    tiles.runs_before[own] = static_cast<std::uint16_t>(tile.runs_before[threadIdx.x]);
    if (Shape::stores_starts) tiles.starts[own] = tile.starts[threadIdx.x];
  }
  if constexpr (!Shape::is_plane) {
    if constexpr (Shape::values) {
      for (int i = threadIdx.x; i < Shape::link_words; i += blockDim.x) {
        tiles.links[index * Shape::link_words + i] = tile.links.words[i];
      }
    }
    store_sides(tile, tiles.sides + index * Shape::sides_words);
  } else if constexpr (Shape::values) {
    store_border_links(tile.links, tiles.links + index * BORDER_LINKS);
  }
  if (threadIdx.x == 0) tiles.counts[index] = {static_cast<uint>(tile.run_count), tile.nodes};
  visit_runs(tile, [&](int run) { tiles.records[index * Shape::most_runs + run] = record_of_run(tile, run); });
}

/// Stores the bits of known roots, in all words of the tile: this also clears the words without roots.
template <class Shape>
__device__ void store_roots(const Tile<Shape>& tile, const Tiles& tiles, const Ranks& ranks, const TilePlace& place) {
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    const Voxel voxel = voxel_in_tile<Shape>(place.origin, i * WORD_COLUMNS);
    if (has<Shape>(tiles.extent, voxel)) {
      ranks.root_bits[root_word_of(ranks, place.image, pixel_of<Shape>(tiles, voxel))] = tile.roots()[i];
    }
  }
}

/// Clears the bits of the tile that begins at `origin` and that the mask leaves out. A warp takes a word.
template <class Shape>
__device__ void mask_tile(const ByteMask& mask, const Extent& extent, Voxel origin, TileBits<Shape>& bits) {
#pragma unroll(Shape::is_plane ? 4 : 1)
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += blockDim.x / warp_threads) {
    const Voxel first = voxel_in_tile<Shape>(origin, i * WORD_COLUMNS);
    const uint inside = mask.word_at(extent, first.x, first.y, first.z);
    if (threadIdx.x % warp_threads == 0) bits.words[bits.index_of_word(i)] &= inside;
  }
}

/// Packs and solves the tile, and makes its nodes. `by_measure`: the criterion is Difference by another measure than
/// the sum. All threads of the block must call it.
template <class Shape, bool by_measure = false, class Mask = EveryElement>
__device__ void label_tile(const VolumeSource& source, const Tiles& tiles, const TilePlace& place, Tile<Shape>& tile,
                           [[maybe_unused]] const Mask& mask = {}) {
  TileView<Shape> view = {tile};
  if (threadIdx.x == 0) tile.nodes = tile.listed_links = 0;
  for (int i = threadIdx.x; i < Shape::most_runs / 32; i += blockDim.x) tile.border_roots[i] = 0;
  tile.bits.clear_frame();
  if constexpr (Shape::values) {
    link_tile<Shape, by_measure>(source, tiles.extent, place.origin, tile.bits, tile.links);
  } else {
    pack_tile(source, tiles.extent, place.origin, tile.bits);
  }
  __syncthreads();
  if constexpr (Mask::masks) {
    mask_tile(mask, tiles.extent, place.origin, tile.bits);
    __syncthreads();
  }

  const bool full = list_runs(view, tile);
  __syncthreads();

  if constexpr (!Shape::is_plane) mark_border_runs(view, tile, open_sides<Shape>(tiles, place.origin));
  if (full) {
    // One component, whose first element is that of the first run.
    visit_runs(tile, [&](int run) { tile.parents[run] = 0; });
    __syncthreads();
  } else if (tile.run_count > 0) {
    solve_tile(view, tile);
    survey_components(tile);
  }
  if constexpr (Shape::is_plane) mark_border(view, tile, tiles, place);
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) tile.roots()[i] = 0;
  __syncthreads();

  visit_runs(tile, [&](int run) {
    if (tile.parents[run] == static_cast<uint>(run)) record_root(tile, tiles, place, run);
  });
  __syncthreads();
}

/// Packs, solves and stores the block's tile.
template <class Shape, bool by_measure, class Mask>
__device__ void label_and_store(const VolumeSource& source, const Tiles& tiles, const Ranks& ranks,
                                const TilePlace& place, const Mask& mask) {
  __shared__ Tile<Shape> tile;
  label_tile<Shape, by_measure>(source, tiles, place, tile, mask);
  store_tile(tile, tiles, place);
  if (ranks.root_bits != nullptr) store_roots(tile, tiles, ranks, place);
}

/// What label_tiles takes: the batch of images and their masks, or the volume and its mask. A batch as the parameter of
/// a kernel for volumes would cost five registers.
template <class Shape>
using Sources = std::conditional_t<Shape::is_plane, Batch, VolumeSource>;
template <class Shape>
using Masks = std::conditional_t<Shape::is_plane, ByteMasks, JobMask>;

inline __device__ const VolumeSource& source_of(const VolumeSource& source, int) { return source; }
inline __device__ const JobMask& mask_of(const ByteMasks& masks, int image) { return masks.images[image]; }
inline __device__ const JobMask& mask_of(const JobMask& mask, int) { return mask; }

/// Threads of the largest block.
template <class Shape>
constexpr int most_threads = Shape::is_plane ? most_tile_threads : least_tile_threads;
/// Blocks that a multiprocessor is to have registers for; 0: no such wish. Comparing values of volumes would take 127
/// registers a thread, which leave two blocks: too few to work while others wait for their loads.
template <class Shape>
constexpr int least_blocks = Shape::is_plane ? 0
                             : Shape::values ? 4
                                             : 1;

/// Ranks without memory: labels are those of roots. grid: tiles, images; block: least_tile_threads to most_threads.
/// Other measures than the sum have kernels of their own, so that those of the sum are as short as without them.
template <class Shape, bool by_measure>
__global__ void __launch_bounds__(most_threads<Shape>, least_blocks<Shape>)
    label_tiles(Sources<Shape> sources, Tiles tiles, Ranks ranks) {
  const TilePlace place = own_tile<Shape>(tiles);
  label_and_store<Shape, by_measure>(source_of(sources, place.image), tiles, ranks, place, EveryElement());
}

/// The same with masks.
template <class Shape, bool by_measure>
__global__ void __launch_bounds__(most_threads<Shape>, least_blocks<Shape>)
    label_masked_tiles(Sources<Shape> sources, Masks<Shape> masks, Tiles tiles, Ranks ranks) {
  const TilePlace place = own_tile<Shape>(tiles);
  const ByteMask mask = {mask_of(masks, place.image)};
  label_and_store<Shape, by_measure>(source_of(sources, place.image), tiles, ranks, place, mask);
}

}  // namespace glccl::cuda
