// Kernel write_labels: writes the label of every element, also of background, once; with a component table it also
// measures.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/runtime/arrays.cuh"
#include "cuda/runtime/label_numbers.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// The variants that write_labels is compiled for.
enum class Output {
  roots,    ///< Labels are those of roots.
  numbers,  ///< Labels are numbered.
  table,    ///< Labels are numbered, and components are measured.
};

/// The label of a node. With numbers, nodes hang right below their roots. Without, other blocks may shorten the same
/// paths at the same time, but the paths always lead to the same roots.
template <class Shape, Output output>
__device__ uint label_of_node(const Tiles& tiles, const Ranks& ranks, int image, uint node) {
  if constexpr (output == Output::roots) {
    return shorten_path(tiles.nodes, node).label;
  } else {
    const uint root = tiles.nodes[node].parent;
    return number_of(ranks, image, pixel_of_node<Shape>(tiles, root, tiles.nodes[root].label));
  }
}

/// Looks up the tile's words, its records and the labels of its nodes, all at once, for each takes its own way through
/// memory. The caller needs a barrier after it.
template <class Shape, Output output>
__device__ void look_up_tile(const Tiles& tiles, const Ranks& ranks, const TilePlace& place, TileCounts counts,
                             LabeledTile<Shape>& tile) {
  if constexpr (LabeledTile<Shape>::has_records) {
    const Record* records = stored_records<Shape>(tiles, place.index);
    for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) tile.own_records[run] = records[run];
  }
  if (threadIdx.x < Shape::band_words) {
    tile.store_word(threadIdx.x, stored_word<Shape>(tiles, place.index, threadIdx.x));
    tile.runs_before[threadIdx.x] = stored_runs_before<Shape>(tiles, place.index, threadIdx.x);
  }
  for (uint i = threadIdx.x; i < counts.nodes; i += tile_threads) {
    const uint node = node_of_tile<Shape>(place.index, i);
    tile.node_labels[i] = label_of_node<Shape, output>(tiles, ranks, place.image, node);
  }
}

template <class Shape, Output output>
__device__ uint label_of_record(const Tiles& tiles, const Ranks& ranks, const TilePlace& place,
                                const LabeledTile<Shape>& tile, Record record) {
  if ((record & AT_BORDER) != 0) return tile.node_labels[record & ~AT_BORDER];
  const ivec2 pixel = pixel_in_tile<Shape>(tiles, place.origin, record);
  return output == Output::roots ? label_of(tiles, pixel) : number_of(ranks, place.image, pixel);
}

/// The labels of four columns next to each other, as `number` has them. The label of a column outside of all runs is
/// arbitrary.
struct FourLabels {
  uint of[4];

  template <class Shape, class Number>
  __device__ FourLabels(const LabeledTile<Shape>& tile, int word, int column, const Number& number) {
    const uint starts = tile.starts[word];
    int run = tile.runs_before[word] + bitCount(starts & up_to(column));
    for (int i = 0; i < 4; ++i) {
      if (i > 0) run += starts >> (column + i) & 1U;
      of[i] = number(tile.run_labels[run]);
    }
  }

  /// The labels of the elements that are set in bits 0 to 3, else 0.
  __device__ uint4 where(uint bits) const {
    return {(bits & 1U) != 0 ? of[0] : 0U, (bits & 2U) != 0 ? of[1] : 0U, (bits & 4U) != 0 ? of[2] : 0U,
            (bits & 8U) != 0 ? of[3] : 0U};
  }
};

inline __device__ void store_label(const PixelTarget& target, int x, int y, uint label) {
  if (target.values == nullptr) {
    store_on_surface(target, x, y, label);
    return;
  }
  auto* row = reinterpret_cast<unsigned char*>(target.values) + static_cast<std::size_t>(y) * target.pitch;
  reinterpret_cast<uint*>(row)[x] = label;
}

/// Whether four labels can be stored at once.
inline __device__ bool is_aligned(const VolumeTarget& target) {
  const PixelTarget& labels = target.labels;
  return labels.values != nullptr &&
         (reinterpret_cast<std::uintptr_t>(labels.values) | labels.pitch | target.slice_pitch) % 16 == 0;
}

/// Stores four labels from element `x` of a row on, as many as the row has.
inline __device__ void store_four(uint* row, int x, int width, uint4 four) {
  if (x + 3 < width) {
    *reinterpret_cast<uint4*>(row + x) = four;
    return;
  }
  if (x < width) row[x] = four.x;
  if (x + 1 < width) row[x + 1] = four.y;
  if (x + 2 < width) row[x + 2] = four.z;
}

/// Writes the tile four labels at a time. A thread takes four columns of a band.
template <class Shape, class Number>
__device__ void write_by_four(const LabeledTile<Shape>& tile, const Extent& extent, Voxel origin,
                              const VolumeTarget& target, const Number& number) {
  constexpr int band_threads = Shape::columns / 4;
  constexpr int bands = Shape::bands_y * Shape::bands_z;
  const int column = threadIdx.x % band_threads * 4;
  const int bit = column % WORD_COLUMNS;
  for (int band = threadIdx.x / band_threads; band < bands; band += tile_threads / band_threads) {
    const int own = band * Shape::words + column / WORD_COLUMNS;
    const FourLabels labels(tile, own, bit, number);
#pragma unroll
    for (int i = 0; i < Shape::band_rows; ++i) {
      const Voxel row = row_of_band<Shape>(band_word<Shape>(own), i);
      const int y = origin.y + row.y;
      const int z = origin.z + row.z;
      if (y >= extent.height || z >= extent.depth) continue;
      const PixelTarget slice = slice_of(target, z);
      auto* begin = reinterpret_cast<unsigned char*>(slice.values) + static_cast<std::size_t>(y) * slice.pitch;
      store_four(reinterpret_cast<uint*>(begin), origin.x + column, extent.width,
                 labels.where(tile.bits_of(row) >> bit));
    }
  }
}

/// Writes the tile to any target. A warp takes a word of a row, a thread an element.
template <class Shape, class Number>
__device__ void write_one_by_one(const LabeledTile<Shape>& tile, const Extent& extent, Voxel origin,
                                 const VolumeTarget& target, const Number& number) {
  const int lane = threadIdx.x % warp_threads;
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += tile_threads / warp_threads) {
    const Voxel voxel = voxel_in_tile<Shape>(origin, i * WORD_COLUMNS + lane);
    if (!has<Shape>(extent, voxel)) continue;
    const int own = word_of_row<Shape>(i);
    const uint label = tile.run_labels[tile.runs_before[own] + bitCount(tile.starts[own] & up_to(lane))];
    store_label(slice_of(target, voxel.z), voxel.x, voxel.y, (tile.bits[i] >> lane & 1U) != 0 ? number(label) : 0U);
  }
}

/// Writes the labels of the tile's elements, as `number` has them.
template <class Shape, class Number = AsFound>
__device__ void write_tile(const LabeledTile<Shape>& tile, const Extent& extent, Voxel origin,
                           const VolumeTarget& target, const Number& number = {}) {
  if (is_aligned(target)) {
    write_by_four(tile, extent, origin, target, number);
  } else {
    write_one_by_one(tile, extent, origin, target, number);
  }
}

/// Writes and measures a tile. All threads of the block must call it.
template <class Shape, Output output, class Number>
__device__ void write_and_measure(const Batch& batch, const Tiles& tiles, const Ranks& ranks, const TilePlace& place,
                                  const Number& number) {
  __shared__ LabeledTile<Shape> tile;
  const TileCounts counts = tiles.counts[place.index];
  look_up_tile<Shape, output>(tiles, ranks, place, counts, tile);
  __syncthreads();

  const Record* records = tile.records(tiles, place.index);
  for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) {
    tile.run_labels[run + 1] = label_of_record<Shape, output>(tiles, ranks, place, tile, records[run]);
  }
  __syncthreads();

  write_tile(tile, tiles.extent, place.origin, target_of(batch, place.image), number);
  if constexpr (output == Output::table) {
    measure_components<Shape>(table_of(batch, place.image, tiles.extent), tiles, ranks, place, tile);
  }
}

/// grid: tiles, images; block: tile_threads.
template <class Shape, Output output>
__global__ void __launch_bounds__(tile_threads) write_labels(Batch batch, Tiles tiles, Ranks ranks) {
  wait_for_kernels_before();
  write_and_measure<Shape, output>(batch, tiles, ranks, own_tile<Shape>(tiles), AsFound());
}

/// The same with final numbers. The table has the labels that tiles have found.
template <class Shape, Output output>
__global__ void __launch_bounds__(tile_threads)
    write_final_labels(Batch batch, Tiles tiles, Ranks ranks, LabelNumbers numbers) {
  wait_for_kernels_before();
  write_and_measure<Shape, output>(batch, tiles, ranks, own_tile<Shape>(tiles), AsNumbered{numbers});
}

/// The tiles of one row of tiles of an image, or of one slice of tiles of a volume.
template <class Shape>
__host__ __device__ uint tiles_of_layer(const Extent& count) {
  return static_cast<uint>(count.width) * (Shape::is_plane ? 1U : static_cast<uint>(count.height));
}

/// The same for the first and the last of these layers alone. grid: their tiles, images.
template <class Shape>
__global__ void __launch_bounds__(tile_threads) write_border_labels(Batch batch, Tiles tiles, Ranks ranks) {
  wait_for_kernels_before();
  const uint layer = tiles_of_layer<Shape>(tiles.count);
  const int layers = Shape::is_plane ? tiles.count.height : tiles.count.depth;
  const uint tile = blockIdx.x < layer ? blockIdx.x : blockIdx.x + layer * static_cast<uint>(max(layers - 2, 0));
  const TilePlace place = tile_at<Shape>(tiles, tile, static_cast<int>(blockIdx.y));
  write_and_measure<Shape, Output::numbers>(batch, tiles, ranks, place, AsFound());
}

}  // namespace glccl::cuda
