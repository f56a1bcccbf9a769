// Kernel 3 of cuda-fast.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/measure.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/pixels.cuh"
#include "cuda/fast/planes.cuh"
#include "cuda/fast/ranks.cuh"

namespace glccl::cuda {

/// What kernel 3 is compiled for.
enum class Output {
  roots,    ///< labels are those of roots
  numbers,  ///< numbered
  table,    ///< numbered, and components are measured
};

/// Looks up the words, the records and the labels of the nodes of the block's tile: all at once, for each takes a way
/// through memory of its own. A barrier has to follow.
template <class Kind, Output output>
__device__ void look_up_tile(const Planes& planes, const Ranks& ranks, TilePlace place, TileCounts counts,
                             LabeledTile<Kind>& tile) {
  const std::uint32_t index = index_of(planes, place);
  const Record* records = planes.records + std::size_t{index} * Kind::most_runs;
  for (std::uint32_t run = threadIdx.x; run < counts.runs; run += tile_threads) tile.records[run] = records[run];
  if (threadIdx.x < words_in_tile) {
    tile.words[threadIdx.x] = load_word<Kind>(planes, index, threadIdx.x);
    tile.runs_before[threadIdx.x] = planes.runs[std::size_t{index} * words_in_tile + threadIdx.x];
  }
  for (std::uint32_t i = threadIdx.x; i < counts.nodes; i += tile_threads) {
    const std::uint32_t node = index * Kind::most_nodes + i;
    if constexpr (output == Output::roots) {
      tile.node_labels[i] = shorten_path(planes.nodes, node).label;
    } else {
      const std::uint32_t root = planes.nodes[planes.nodes[node].parent].label;
      tile.node_labels[i] = number_of(ranks, place.image, pixel_of(planes.image, root));
    }
  }
}

/// The label of a run of the block's tile.
template <class Kind, Output output>
__device__ std::uint32_t label_of_run(const Planes& planes, const Ranks& ranks, TilePlace place,
                                      const LabeledTile<Kind>& tile, Record record) {
  if ((record & at_border) != 0) return tile.node_labels[record & ~at_border];
  const Place pixel = pixel_of<Kind>(place, record);
  return output == Output::roots ? label_of(planes.image, pixel) : number_of(ranks, place.image, pixel);
}

/// The labels of four columns next to each other; where no run has a column, any.
struct FourLabels {
  std::uint32_t of[4];

  template <class Kind>
  __device__ FourLabels(const LabeledTile<Kind>& tile, int word, int column) {
    const std::uint32_t starts = tile.words[word].starts;
    int run = tile.runs_before[word] + count_bits(starts & up_to(column));
    for (int i = 0; i < 4; ++i) {
      if (i > 0) run += starts >> (column + i) & 1U;
      of[i] = tile.labels[run];
    }
  }

  /// Those of the pixels that are set in bits 0 to 3, else 0.
  __device__ uint4 where(std::uint32_t bits) const {
    return {(bits & 1U) != 0 ? of[0] : 0U, (bits & 2U) != 0 ? of[1] : 0U, (bits & 4U) != 0 ? of[2] : 0U,
            (bits & 8U) != 0 ? of[3] : 0U};
  }
};

inline __device__ void store_label(const PixelTarget& target, int x, int y, std::uint32_t label) {
  if (target.values == nullptr) {
    surf2Dwrite(label, target.surface, x * static_cast<int>(sizeof(label)), y);
    return;
  }
  auto* row = reinterpret_cast<unsigned char*>(target.values) + static_cast<std::size_t>(y) * target.pitch;
  reinterpret_cast<std::uint32_t*>(row)[x] = label;
}

/// Memory in which four labels can be stored at once.
inline __device__ bool is_aligned(const PixelTarget& target) {
  return target.values != nullptr && (reinterpret_cast<std::uintptr_t>(target.values) | target.pitch) % 16 == 0;
}

/// Writes the tile four labels at a time: a warp a band, a thread four columns.
template <class Kind>
__device__ void write_by_four(const LabeledTile<Kind>& tile, Extent extent, Place origin, const PixelTarget& target) {
  const int lane = threadIdx.x % warp_threads;
  const int x = origin.x + 4 * lane;
  const int column = 4 * lane % word_columns;
  for (int band = threadIdx.x / warp_threads; band < tile_bands; band += tile_threads / warp_threads) {
    const int word = band * tile_words + 4 * lane / word_columns;
    const FourLabels labels(tile, word, column);
    for (int row = 0; row < Kind::band_rows; ++row) {
      const int y = origin.y + band * Kind::band_rows + row;
      if (y >= extent.height) return;
      const uint4 four = labels.where((row == 0 ? tile.words[word].upper : tile.words[word].lower) >> column);
      auto* begin = reinterpret_cast<unsigned char*>(target.values) + static_cast<std::size_t>(y) * target.pitch;
      auto* own = reinterpret_cast<std::uint32_t*>(begin) + x;
      if (x + 3 < extent.width) {
        *reinterpret_cast<uint4*>(own) = four;
      } else {
        if (x < extent.width) own[0] = four.x;
        if (x + 1 < extent.width) own[1] = four.y;
        if (x + 2 < extent.width) own[2] = four.z;
      }
    }
  }
}

/// Writes the tile anywhere else: a warp a row of a word, a thread a pixel.
template <class Kind>
__device__ void write_one_by_one(const LabeledTile<Kind>& tile, Extent extent, Place origin,
                                 const PixelTarget& target) {
  const int lane = threadIdx.x % warp_threads;
  for (int i = threadIdx.x / warp_threads; i < tile_words * Kind::tile_rows; i += tile_threads / warp_threads) {
    const int row = i / tile_words;
    const int x = origin.x + i % tile_words * word_columns + lane;
    const int y = origin.y + row;
    if (x >= extent.width || y >= extent.height) continue;
    const int word = row / Kind::band_rows * tile_words + i % tile_words;
    const std::uint32_t bits = row % Kind::band_rows == 0 ? tile.words[word].upper : tile.words[word].lower;
    const std::uint32_t label = tile.labels[tile.runs_before[word] + count_bits(tile.words[word].starts & up_to(lane))];
    store_label(target, x, y, (bits >> lane & 1U) != 0 ? label : 0U);
  }
}

/// Kernel 3. With Output::roots others shorten the same chains while a block looks for roots, to which these lead all
/// the time. grid: tiles, images; block: tile_threads.
template <class Kind, Output output>
__global__ void __launch_bounds__(tile_threads) write_labels(Batch batch, Planes planes, Ranks ranks) {
  wait_for_kernels_before();
  __shared__ LabeledTile<Kind> tile;
  const TilePlace place = tile_of_block();
  const TileCounts counts = planes.counts[index_of(planes, place)];
  look_up_tile<Kind, output>(planes, ranks, place, counts, tile);
  __syncthreads();

  for (std::uint32_t run = threadIdx.x; run < counts.runs; run += tile_threads) {
    tile.labels[run + 1] = label_of_run<Kind, output>(planes, ranks, place, tile, tile.records[run]);
  }
  __syncthreads();

  const PixelTarget& target = batch.images[place.image].target;
  if (is_aligned(target)) {
    write_by_four<Kind>(tile, planes.image, origin_of<Kind>(place), target);
  } else {
    write_one_by_one<Kind>(tile, planes.image, origin_of<Kind>(place), target);
  }
  if constexpr (output == Output::table) measure_tile<Kind>(batch, planes, ranks, place, tile);
}

}  // namespace glccl::cuda
