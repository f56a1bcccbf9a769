// Kernel label_volume_tiles: packs a tile of a volume into bits, solves it in shared memory, and makes a node of each
// component that reaches the tile's border.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/fast/mask_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/pack_pixels.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/volumes/link_voxels.cuh"
#include "cuda/fast/volumes/volume_tile.cuh"

namespace glccl::cuda {

/// Packs the tile that begins at voxel `first` from bytes in linear memory. A thread takes 16 voxels, half of a word,
/// at a time.
template <class Shape>
__device__ void pack_bytes(const VolumeSource& source, Extent extent, Voxel first, VolumeTile<Shape>& tile) {
  constexpr int row_halves = Shape::columns / loaded_pixels;
  constexpr int rounds = (Shape::tile_rows * row_halves + least_tile_threads - 1) / least_tile_threads;
  const int half = threadIdx.x % row_halves;
  const int count = extent.width - (first.x + half * loaded_pixels);
  auto* halves = reinterpret_cast<std::uint16_t*>(tile.bits);
  Bytes bytes[rounds];
#pragma unroll
  for (int i = 0; i < rounds; ++i) {  // All loads come first, so that they are in flight together.
    const int row = (threadIdx.x + i * blockDim.x) / row_halves;
    const int y = first.y + row % Shape::tile_y;
    const int z = first.z + row / Shape::tile_y;
    const bool inside = row < Shape::tile_rows && y < extent.height && z < extent.depth && count > 0;
    const unsigned char* begin = source.pixels.pixels + static_cast<std::size_t>(z) * source.slice_pitch +
                                 static_cast<std::size_t>(y) * source.pixels.pitch;
    bytes[i] = inside ? load_bytes(begin + first.x + half * loaded_pixels, count) : Bytes{};
  }
  const uint in_row = first_columns(count);
#pragma unroll
  for (int i = 0; i < rounds; ++i) {
    const int row = (threadIdx.x + i * blockDim.x) / row_halves;
    if (row >= Shape::tile_rows) return;
    uint set = 0;
    for (int k = 0; k < loaded_pixels / 4; ++k) {
      set |= bits_of_bytes(bytes_in_range(source.pixels, bytes[i].words[k])) << (4 * k);
    }
    const int y = row % Shape::tile_y;
    const int z = row / Shape::tile_y;
    const uint inside = first.y + y < extent.height && first.z + z < extent.depth ? in_row : 0U;
    halves[2 * tile.index_of_bits(0, y, z) + half] =
        static_cast<std::uint16_t>((source.pixels.inverted ? ~set : set) & inside);
  }
}

/// Packs the tile that begins at voxel `first`, of any format, where is_set(slice, x, y) tells what is foreground. A
/// warp takes a word, a thread a voxel.
template <class Shape, class IsSet>
__device__ void pack_voxels(const IsSet& is_set, const VolumeSource& source, Extent extent, Voxel first,
                            VolumeTile<Shape>& tile) {
  const int lane = threadIdx.x % warp_threads;
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += blockDim.x / warp_threads) {
    const int word = i % Shape::words;
    const int y = i / Shape::words % Shape::tile_y;
    const int z = i / Shape::words / Shape::tile_y;
    const int x = first.x + WORD_COLUMNS * word + lane;
    const bool inside = x < extent.width && first.y + y < extent.height && first.z + z < extent.depth;
    const uint bits = __ballot_sync(whole_warp, inside && is_set(slice_of(source, first.z + z), x, first.y + y));
    if (lane == 0) tile.bits[tile.index_of_bits(word, y, z)] = bits;
  }
}

/// Packs the tile that begins at voxel `first`.
template <class Shape>
__device__ void pack_tile(const VolumeSource& source, Extent extent, Voxel first, VolumeTile<Shape>& tile) {
  if (is_byte(source.pixels.format) && source.pixels.sign_bit == 0 && source.pixels.pixels != nullptr) {
    pack_bytes(source, extent, first, tile);
  } else if (source.pixels.format == PixelFormat::rg32u) {
    pack_voxels([](const PixelSource& slice, int x, int y) { return is_id_set(slice, words_at(slice, x, y)); }, source,
                extent, first, tile);
  } else {
    pack_voxels([](const PixelSource& slice, int x, int y) { return is_foreground_at(slice, x, y); }, source, extent,
                first, tile);
  }
}

/// Stores background around the tile, and clears what the block counts.
template <class Shape>
__device__ void clear_tile(VolumeTile<Shape>& tile) {
  using Tile = VolumeTile<Shape>;
  if (threadIdx.x == 0) tile.nodes = tile.listed_links = 0;
  for (int i = threadIdx.x; i < Shape::most_runs / 32; i += blockDim.x) tile.border_roots[i] = 0;
  for (int i = threadIdx.x; i < Tile::framed_words; i += blockDim.x) {
    const int row = i / Tile::row_words;
    const bool outside = i % Tile::row_words == 0 || row < Tile::slice_rows || row % Tile::slice_rows == 0 ||
                         row % Tile::slice_rows == Tile::slice_rows - 1;
    if (outside) tile.bits[i] = 0;
  }
}

/// The bits of first voxels of components that no other tile has, word by word in raster order of the tile, once the
/// list of links is done with.
template <class Shape>
__device__ uint* root_bits_of(VolumeTile<Shape>& tile) {
  static_assert(Shape::tile_words <= VolumeTile<Shape>::most_links);
  return tile.link_list;
}

/// Records a root's component: makes its node, or gives the place of its first voxel, and marks it, if no other tile
/// has voxels of it. The record goes to the upper half of the root's entry.
template <class Shape>
__device__ void record_root(VolumeTile<Shape>& tile, const Tiles& tiles, Voxel origin, int run) {
  uint record = Shape::values ? tile.places[run] : tile.places[run] >> 16;
  if ((tile.border_roots[run / 32] >> (run % 32) & 1U) != 0) {
    const uint own = atomicAdd(&tile.nodes, 1U);
    const uint node = node_of_tile<Shape>(blockIdx.x, own);
    tiles.nodes[node] = {node, tiles.large ? record : label_of(tiles, pixel_in_tile<Shape>(tiles, origin, record))};
    record = AT_BORDER | own;
  } else {
    atomicOr(root_bits_of(tile) + record / WORD_COLUMNS, 1U << (record % WORD_COLUMNS));
  }
  tile.parents[run] = record << 16 | run;
}

/// Stores the first and the last column of each slice, 32 voxels by a warp.
template <class Shape>
__device__ void store_sides(const VolumeTile<Shape>& tile, const Tiles& tiles) {
  uint* sides = tiles.sides + std::size_t{blockIdx.x} * Shape::sides_words;
  for (int i = threadIdx.x; i < Shape::side_planes * Shape::tile_rows; i += blockDim.x) {
    const int plane = i / Shape::tile_rows;
    const int row = i % Shape::tile_rows;
    uint first = 0;
    uint last = 0;
    if (plane == 0) {
      first = tile.bits[tile.index_of_bits(0, row % Shape::tile_y, row / Shape::tile_y)];
      last = tile.bits[tile.index_of_bits(Shape::words - 1, row % Shape::tile_y, row / Shape::tile_y)];
    } else {
      const uint* words = tile.links + (plane - 1) * Shape::tile_words + row * Shape::words;
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

/// Stores the tile for the next kernels.
template <class Shape>
__device__ void store_tile(const VolumeTile<Shape>& tile, const Tiles& tiles) {
  const std::size_t index = blockIdx.x;
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    const int row = i / Shape::words;
    tiles.bits[index * Shape::tile_words + i] =
        tile.bits[tile.index_of_bits(i % Shape::words, row % Shape::tile_y, row / Shape::tile_y)];
  }
  if constexpr (Shape::values) {
    for (int i = threadIdx.x; i < Shape::link_words; i += blockDim.x) {
      tiles.links[index * Shape::link_words + i] = tile.links[i];
    }
  }
  store_sides(tile, tiles);
  if (threadIdx.x < Shape::band_words) {
    tiles.starts[index * Shape::band_words + threadIdx.x] = tile.starts[threadIdx.x];
    tiles.runs_before[index * Shape::band_words + threadIdx.x] =
        static_cast<std::uint16_t>(tile.runs_before[threadIdx.x]);
  }
  if (threadIdx.x == 0) tiles.counts[index] = {static_cast<uint>(tile.run_count), tile.nodes};
  visit_runs(tile, [&](int run) {
    const uint root = tile.parents[run] & 0xFFFFU;
    tiles.records[index * Shape::most_runs + run] = static_cast<Record>(tile.parents[root] >> 16);
  });
}

/// Stores the bits of first voxels; those of nodes are added later.
template <class Shape>
__device__ void store_root_bits(VolumeTile<Shape>& tile, const Tiles& tiles, const Ranks& ranks, Voxel origin) {
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    const Voxel voxel = voxel_in_tile<Shape>(origin, i * WORD_COLUMNS);
    if (has(tiles.extent, voxel)) {
      ranks.root_bits[root_word_of(ranks, 0, pixel_of<Shape>(tiles, voxel))] = root_bits_of(tile)[i];
    }
  }
}

/// Blocks of label_volume_tiles that a multiprocessor is to have registers for. Comparing values would take 127
/// registers a thread, which leave two blocks: too few to work while others wait for their loads.
template <class Shape>
constexpr int least_blocks = Shape::values ? 4 : 1;

/// Clears the bits of the tile that begins at voxel `first` and that the mask leaves out. A warp takes a word.
template <class Shape>
__device__ void mask_tile(const ByteMask& mask, Extent extent, Voxel first, VolumeTile<Shape>& tile) {
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += blockDim.x / warp_threads) {
    const int word = i % Shape::words;
    const int y = i / Shape::words % Shape::tile_y;
    const int z = i / Shape::words / Shape::tile_y;
    const uint inside = mask.word_at(extent, first.x + WORD_COLUMNS * word, first.y + y, first.z + z);
    if (threadIdx.x % warp_threads == 0) tile.bits[tile.index_of_bits(word, y, z)] &= inside;
  }
}

/// Labels the block's tile.
template <class Shape, bool by_measure, class Mask>
__device__ void label_volume_tile(const VolumeSource& source, const Tiles& tiles, const Ranks& ranks,
                                  VolumeTile<Shape>& tile, [[maybe_unused]] const Mask& mask) {
  VolumeTileView<Shape> view = {tile};
  const Voxel origin = own_tile<Shape>(tiles).origin;
  clear_tile(tile);
  if constexpr (Shape::values) {
    link_voxels<Shape, by_measure>(source, tiles.extent, origin, tile);
  } else {
    pack_tile(source, tiles.extent, origin, tile);
  }
  __syncthreads();
  if constexpr (Mask::masks) {
    mask_tile(mask, tiles.extent, origin, tile);
    __syncthreads();
  }

  list_runs(view, tile);
  __syncthreads();

  mark_border_runs(view, tile, open_sides<Shape>(tiles, origin));
  solve_tile(view, tile);
  survey_volume(tile);
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) root_bits_of(tile)[i] = 0;
  __syncthreads();

  visit_runs(tile, [&](int run) {
    if (tile.parents[run] == static_cast<uint>(run)) record_root(tile, tiles, origin, run);
  });
  __syncthreads();
  store_tile(tile, tiles);
  if (ranks.root_bits != nullptr) store_root_bits(tile, tiles, ranks, origin);
}

/// `by_measure`: the criterion is Difference by another measure than the sum. Ranks without memory: labels are those of
/// roots. grid: tiles; block: least_tile_threads.
template <class Shape, bool by_measure>
__global__ void __launch_bounds__(least_tile_threads, least_blocks<Shape>)
    label_volume_tiles(VolumeSource source, Tiles tiles, Ranks ranks) {
  __shared__ VolumeTile<Shape> tile;
  label_volume_tile<Shape, by_measure>(source, tiles, ranks, tile, EveryElement());
}

/// The same with a mask.
template <class Shape, bool by_measure>
__global__ void __launch_bounds__(least_tile_threads, least_blocks<Shape>)
    label_masked_volume_tiles(VolumeSource source, JobMask mask, Tiles tiles, Ranks ranks) {
  __shared__ VolumeTile<Shape> tile;
  label_volume_tile<Shape, by_measure>(source, tiles, ranks, tile, ByteMask{mask});
}

}  // namespace glccl::cuda
