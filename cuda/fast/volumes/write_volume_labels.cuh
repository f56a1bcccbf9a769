// Kernel write_volume_labels: writes the label of every voxel, also of background, once. With a table it measures the
// components.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/core/launch.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/volumes/measure_volume.cuh"
#include "cuda/fast/volumes/volume_tiles.cuh"
#include "cuda/fast/write_labels.cuh"

namespace glccl::cuda {

/// A tile whose labels are written.
template <class Kind>
struct LabeledVolumeTile {
  uint bits[Kind::tile_words];
  uint starts[Kind::band_words];
  int runs_before[Kind::band_words];
  uint node_labels[Kind::most_nodes];
  uint run_labels[Kind::most_runs + 1];  ///< From 1 on.

  __device__ uint bits_of(int word, int y, int z) const { return bits[(z * Kind::tile_y + y) * Kind::words + word]; }
  __device__ Word word_of(int own) const {
    const BandWord at = band_word<Kind>(own);
    uint columns = 0;
    for (int i = 0; i < Kind::rows_y * Kind::rows_z; ++i) {
      columns |= bits_of(at.word, at.y * Kind::rows_y + i % Kind::rows_y, at.z * Kind::rows_z + i / Kind::rows_y);
    }
    return {columns, 0, starts[own]};
  }
};

/// Stores four labels from voxel `x` of a row on, as many as the row has.
inline __device__ void store_four(uint* row, int x, int width, uint4 four) {
  if (x + 3 < width) {
    *reinterpret_cast<uint4*>(row + x) = four;
    return;
  }
  if (x < width) row[x] = four.x;
  if (x + 1 < width) row[x + 1] = four.y;
  if (x + 2 < width) row[x + 2] = four.z;
}

/// Writes the tile, four labels of a row by a thread.
template <class Kind, class Number>
__device__ void write_by_four(const LabeledVolumeTile<Kind>& tile, const Extent& extent, Voxel origin,
                              const VolumeTarget& target, const Number& number) {
  constexpr int row_threads = Kind::columns / 4;
  const int column = threadIdx.x % row_threads * 4;
  const int word = column / WORD_COLUMNS;
  const int bit = column % WORD_COLUMNS;
  for (int row = threadIdx.x / row_threads; row < Kind::tile_rows; row += tile_threads / row_threads) {
    const int y = row % Kind::tile_y;
    const int z = row / Kind::tile_y;
    if (origin.y + y >= extent.height || origin.z + z >= extent.depth) continue;
    const int own = (z / Kind::rows_z * Kind::bands_y + y / Kind::rows_y) * Kind::words + word;
    const uint starts = tile.starts[own];
    const uint bits = tile.bits[row * Kind::words + word] >> bit;
    uint labels[4];
    int run = tile.runs_before[own] + bitCount(starts & up_to(bit));
    for (int i = 0; i < 4; ++i) {
      if (i > 0) run += starts >> (bit + i) & 1U;
      labels[i] = (bits >> i & 1U) != 0 ? number(tile.run_labels[run]) : 0U;
    }
    const PixelTarget slice = slice_of(target, origin.z + z);
    auto* begin = reinterpret_cast<unsigned char*>(slice.values) + static_cast<std::size_t>(origin.y + y) * slice.pitch;
    store_four(reinterpret_cast<uint*>(begin), origin.x + column, extent.width,
               {labels[0], labels[1], labels[2], labels[3]});
  }
}

/// Writes the tile to any target. A warp takes a word of a row, a thread a voxel.
template <class Kind, class Number>
__device__ void write_one_by_one(const LabeledVolumeTile<Kind>& tile, const Extent& extent, Voxel origin,
                                 const VolumeTarget& target, const Number& number) {
  const int lane = threadIdx.x % warp_threads;
  for (int i = threadIdx.x / warp_threads; i < Kind::tile_words; i += tile_threads / warp_threads) {
    const Voxel voxel = voxel_in_tile<Kind>(origin, i * WORD_COLUMNS + lane);
    if (!has(extent, voxel)) continue;
    const int row = i / Kind::words;
    const int band = row / Kind::tile_y / Kind::rows_z * Kind::bands_y + row % Kind::tile_y / Kind::rows_y;
    const int own = band * Kind::words + i % Kind::words;
    const uint label = tile.run_labels[tile.runs_before[own] + bitCount(tile.starts[own] & up_to(lane))];
    store_label(slice_of(target, voxel.z), voxel.x, voxel.y, (tile.bits[i] >> lane & 1U) != 0 ? number(label) : 0U);
  }
}

/// Writes the labels of the tile's voxels, as `number` has them.
template <class Kind, class Number>
__device__ void write_tile(const LabeledVolumeTile<Kind>& tile, const Extent& extent, Voxel origin,
                           const VolumeTarget& target, const Number& number) {
  if (is_aligned(target.labels) && target.slice_pitch % 16 == 0) {
    write_by_four(tile, extent, origin, target, number);
  } else {
    write_one_by_one(tile, extent, origin, target, number);
  }
}

/// The label of a node. With numbers, nodes hang right below their roots. Without, other blocks may shorten the same
/// paths at the same time, but the paths always lead to the same roots.
template <class Kind, Output output>
__device__ uint label_of_node(const VolumeTiles& tiles, const Ranks& ranks, uint node) {
  if constexpr (output == Output::roots) {
    return shorten_path(tiles.nodes, node).label;
  } else {
    const uint root = tiles.nodes[node].parent;
    return number_of(ranks, 0, pixel_of_node<Kind>(tiles, root, tiles.nodes[root].label));
  }
}

/// The label of a component that no other tile has.
template <class Kind, Output output>
__device__ uint label_of_place(const VolumeTiles& tiles, const Ranks& ranks, Voxel origin, uint place) {
  if constexpr (output == Output::roots) return label_in_volume<Kind>(tiles, origin, place);
  return number_of(ranks, 0, pixel_in_volume<Kind>(tiles, origin, place));
}

/// Looks up the tile's bits and the labels of its nodes. The caller needs a barrier after it.
template <class Kind, Output output>
__device__ void look_up_volume_tile(const VolumeTiles& tiles, const Ranks& ranks, std::size_t index, TileCounts counts,
                                    LabeledVolumeTile<Kind>& tile) {
  for (int i = threadIdx.x; i < Kind::tile_words; i += tile_threads) {
    tile.bits[i] = tiles.bits[index * Kind::tile_words + i];
  }
  if (threadIdx.x < Kind::band_words) {
    tile.starts[threadIdx.x] = tiles.starts[index * Kind::band_words + threadIdx.x];
    tile.runs_before[threadIdx.x] = tiles.runs_before[index * Kind::band_words + threadIdx.x];
  }
  for (uint i = threadIdx.x; i < counts.nodes; i += tile_threads) {
    tile.node_labels[i] = label_of_node<Kind, output>(tiles, ranks, node_of_tile<Kind>(static_cast<uint>(index), i));
  }
}

/// Writes and measures tile `index`. All threads of the block must call it.
template <class Kind, Output output, class Number>
__device__ void write_and_measure(const VolumeTiles& tiles, const Ranks& ranks, const VolumeTarget& target,
                                  const TableView& table, std::uint32_t index, const Number& number) {
  __shared__ LabeledVolumeTile<Kind> tile;
  const TileCounts counts = tiles.counts[index];
  look_up_volume_tile<Kind, output>(tiles, ranks, index, counts, tile);
  __syncthreads();

  const Voxel origin = origin_of_tile<Kind>(tiles, index);
  for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) {
    const Record record = tiles.records[std::size_t{index} * Kind::most_runs + run];
    const bool has_node = (record & AT_BORDER) != 0;
    tile.run_labels[run + 1] =
        has_node ? tile.node_labels[record & ~AT_BORDER] : label_of_place<Kind, output>(tiles, ranks, origin, record);
  }
  __syncthreads();

  write_tile(tile, tiles.volume, origin, target, number);
  if constexpr (output == Output::table) measure_volume<Kind>(table, tiles, ranks, origin, tile);
}

/// grid: tiles; block: tile_threads.
template <class Kind, Output output>
__global__ void __launch_bounds__(tile_threads)
    write_volume_labels(VolumeTiles tiles, Ranks ranks, VolumeTarget target, TableView table) {
  wait_for_kernels_before();
  write_and_measure<Kind, output>(tiles, ranks, target, table, blockIdx.x, AsFound());
}

/// The same with final numbers. The table has the labels that tiles have found.
template <class Kind, Output output>
__global__ void __launch_bounds__(tile_threads)
    write_final_volume_labels(VolumeTiles tiles, Ranks ranks, VolumeTarget target, TableView table,
                              LabelNumbers numbers) {
  wait_for_kernels_before();
  write_and_measure<Kind, output>(tiles, ranks, target, table, blockIdx.x, AsNumbered{numbers});
}

/// The same for the tiles of the first and the last slice alone. grid: these.
template <class Kind>
__global__ void __launch_bounds__(tile_threads)
    write_border_volume_labels(VolumeTiles tiles, Ranks ranks, VolumeTarget target) {
  wait_for_kernels_before();
  const auto layer = static_cast<std::uint32_t>(tiles.count.width) * static_cast<std::uint32_t>(tiles.count.height);
  const std::uint32_t between = layer * static_cast<std::uint32_t>(max(tiles.count.depth - 2, 0));
  const std::uint32_t index = blockIdx.x < layer ? blockIdx.x : blockIdx.x + between;
  write_and_measure<Kind, Output::numbers>(tiles, ranks, target, TableView(), index, AsFound());
}

}  // namespace glccl::cuda
