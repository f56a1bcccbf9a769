// Kernel write_labels: writes the label of every pixel, also of background, once; with a component table it also
// measures.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/arrays.cuh"
#include "cuda/core/label_numbers.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/pack_pixels.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// The variants that write_labels is compiled for.
enum class Output {
  roots,    ///< Labels are those of roots.
  numbers,  ///< Labels are numbered.
  table,    ///< Labels are numbered, and components are measured.
};

/// The label of a node. With numbers, nodes hang right below their roots. Without, other blocks may shorten the same
/// paths at the same time, but the paths always lead to the same roots.
template <Output output>
__device__ uint label_of_node(const Tiles& tiles, const Ranks& ranks, TilePlace place, uint node) {
  if constexpr (output == Output::roots) {
    return shorten_path(tiles.nodes, node).label;
  } else {
    const uint root = tiles.nodes[tiles.nodes[node].parent].label;
    return number_of(ranks, place.image, pixel_of_label(tiles, root));
  }
}

/// Looks up the tile's words, its records and the labels of its nodes, all at once, for each takes its own way through
/// memory. The caller needs a barrier after it.
template <class Kind, Output output>
__device__ void look_up_tile(const Tiles& tiles, const Ranks& ranks, TilePlace place, TileCounts counts,
                             LabeledTile<Kind>& tile) {
  const uint index = index_of_tile(tiles, place);
  for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) {
    tile.records[run] = stored_record<Kind>(tiles, index, run);
  }
  if (threadIdx.x < Kind::band_words) {
    tile.words[threadIdx.x] = stored_word<Kind>(tiles, index, threadIdx.x);
    tile.runs_before[threadIdx.x] = stored_runs_before<Kind>(tiles, index, threadIdx.x);
  }
  for (uint i = threadIdx.x; i < counts.nodes; i += tile_threads) {
    tile.node_labels[i] = label_of_node<output>(tiles, ranks, place, node_of_tile<Kind>(index, i));
  }
}

template <class Kind, Output output>
__device__ uint label_of_record(const Tiles& tiles, const Ranks& ranks, TilePlace place, const LabeledTile<Kind>& tile,
                                Record record) {
  if ((record & AT_BORDER) != 0) return tile.node_labels[record & ~AT_BORDER];
  const ivec2 pixel = pixel_in_tile<Kind>(place, record);
  return output == Output::roots ? label_of(tiles, pixel) : number_of(ranks, place.image, pixel);
}

/// The labels of four columns next to each other, as `number` has them. The label of a column outside of all runs is
/// arbitrary.
struct FourLabels {
  uint of[4];

  template <class Kind, class Number>
  __device__ FourLabels(const LabeledTile<Kind>& tile, int word, int column, const Number& number) {
    const uint starts = tile.words[word].starts;
    int run = tile.runs_before[word] + bitCount(starts & up_to(column));
    for (int i = 0; i < 4; ++i) {
      if (i > 0) run += starts >> (column + i) & 1U;
      of[i] = number(tile.run_labels[run]);
    }
  }

  /// The labels of the pixels that are set in bits 0 to 3, else 0.
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
inline __device__ bool is_aligned(const PixelTarget& target) {
  return target.values != nullptr && (reinterpret_cast<std::uintptr_t>(target.values) | target.pitch) % 16 == 0;
}

/// Writes the tile four labels at a time. A warp takes a band, a thread four columns.
template <class Kind, class Number>
__device__ void write_by_four(const LabeledTile<Kind>& tile, Extent extent, ivec2 origin, const PixelTarget& target,
                              const Number& number) {
  const int lane = threadIdx.x % warp_threads;
  const int x = origin.x + 4 * lane;
  const int column = 4 * lane % WORD_COLUMNS;
  for (int band = threadIdx.x / warp_threads; band < Kind::bands; band += tile_threads / warp_threads) {
    const int word = band * TILE_WORDS + 4 * lane / WORD_COLUMNS;
    const FourLabels labels(tile, word, column, number);
    for (int row = 0; row < Kind::rows; ++row) {
      const int y = origin.y + band * Kind::rows + row;
      if (y >= extent.height) return;
      const uint4 four = labels.where((row == 0 ? tile.words[word].upper : tile.words[word].lower) >> column);
      auto* begin = reinterpret_cast<unsigned char*>(target.values) + static_cast<std::size_t>(y) * target.pitch;
      auto* own = reinterpret_cast<uint*>(begin) + x;
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

/// Writes the tile to any target. A warp takes a row of a word, a thread a pixel.
template <class Kind, class Number>
__device__ void write_one_by_one(const LabeledTile<Kind>& tile, Extent extent, ivec2 origin, const PixelTarget& target,
                                 const Number& number) {
  const int lane = threadIdx.x % warp_threads;
  for (int i = threadIdx.x / warp_threads; i < Kind::tile_words; i += tile_threads / warp_threads) {
    const int row = i / TILE_WORDS;
    const int x = origin.x + i % TILE_WORDS * WORD_COLUMNS + lane;
    const int y = origin.y + row;
    if (x >= extent.width || y >= extent.height) continue;
    const int word = row / Kind::rows * TILE_WORDS + i % TILE_WORDS;
    const uint bits = row % Kind::rows == 0 ? tile.words[word].upper : tile.words[word].lower;
    const uint label = tile.run_labels[tile.runs_before[word] + bitCount(tile.words[word].starts & up_to(lane))];
    store_label(target, x, y, (bits >> lane & 1U) != 0 ? number(label) : 0U);
  }
}

/// Writes the labels of the tile's pixels, as `number` has them.
template <class Kind, class Number = AsFound>
__device__ void write_tile(const LabeledTile<Kind>& tile, Extent extent, ivec2 origin, const PixelTarget& target,
                           const Number& number = {}) {
  if (is_aligned(target)) {
    write_by_four<Kind>(tile, extent, origin, target, number);
  } else {
    write_one_by_one<Kind>(tile, extent, origin, target, number);
  }
}

/// Writes and measures a tile. All threads of the block must call it.
template <class Kind, Output output, class Number>
__device__ void write_and_measure(const Batch& batch, const Tiles& tiles, const Ranks& ranks, TilePlace place,
                                  const Number& number) {
  __shared__ LabeledTile<Kind> tile;
  const TileCounts counts = tiles.counts[index_of_tile(tiles, place)];
  look_up_tile<Kind, output>(tiles, ranks, place, counts, tile);
  __syncthreads();

  for (uint run = threadIdx.x; run < counts.runs; run += tile_threads) {
    tile.run_labels[run + 1] = label_of_record<Kind, output>(tiles, ranks, place, tile, tile.records[run]);
  }
  __syncthreads();

  write_tile<Kind>(tile, tiles.image, origin_of<Kind>(place), batch.images[place.image].target, number);
  if constexpr (output == Output::table) {
    measure_components<Kind>(table_of(batch, place.image, tiles.image), tiles, ranks, place, tile);
  }
}

/// grid: tiles, images; block: tile_threads.
template <class Kind, Output output>
__global__ void __launch_bounds__(tile_threads) write_labels(Batch batch, Tiles tiles, Ranks ranks) {
  wait_for_kernels_before();
  write_and_measure<Kind, output>(batch, tiles, ranks, own_tile<Kind>(), AsFound());
}

/// The same with final numbers. The table has the labels that tiles have found.
template <class Kind, Output output>
__global__ void __launch_bounds__(tile_threads)
    write_final_labels(Batch batch, Tiles tiles, Ranks ranks, LabelNumbers numbers) {
  wait_for_kernels_before();
  write_and_measure<Kind, output>(batch, tiles, ranks, own_tile<Kind>(), AsNumbered{numbers});
}

/// The same for the first and the last row of tiles alone. grid: as write_labels, but for one or two rows of tiles.
template <class Kind>
__global__ void __launch_bounds__(tile_threads) write_border_labels(Batch batch, Tiles tiles, Ranks ranks) {
  wait_for_kernels_before();
  TilePlace place = own_tile<Kind>();
  place.y *= tiles.count.height - 1;
  write_and_measure<Kind, Output::numbers>(batch, tiles, ranks, place, AsFound());
}

}  // namespace glccl::cuda
