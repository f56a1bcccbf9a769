// Kernel measure_areas: the areas of all components, and which of them are at the border of the image. The tile's part
// of each component is summed in shared memory. It is then the area of a component that does not reach the tile's
// border; to the area of another component it is added, once per tile.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/write_labels.cuh"

namespace glccl::cuda {

/// Adds the runs that belong to components `first` to `first` + summed_areas - 1. A thread takes a part of a word.
template <class Kind>
__device__ void sum_areas(const LabeledTile<Kind>& tile, const ComponentOrder<Kind>& order, const Extent& image,
                          ivec2 origin, int border_axes, uint first, TileAreas& sums) {
  constexpr int parts = tile_threads / Kind::band_words;
  constexpr int part_columns = WORD_COLUMNS / parts;
  const int own = threadIdx.x / parts;
  const Word word = tile.words[own];
  const int begin = static_cast<int>(threadIdx.x) % parts * part_columns;
  const int x = origin.x + own % TILE_WORDS * WORD_COLUMNS;
  const int y = origin.y + own / TILE_WORDS * Kind::rows;
  int run = tile.runs_before[own] + bitCount(word.starts & ((1U << begin) - 1));
  visit_bits(word.starts & up_to(part_columns - 1) << begin, [&](int start) {
    const Record record = tile.records[run++];
    const uint index = order.index_of_component(record) - first;
    if (index >= summed_areas) return;
    const uint upper = word.upper & run_of(word, start);
    const uint lower = word.lower & run_of(word, start);
    const bool columns_count = has_axis(border_axes, 0);
    const bool rows_count = has_axis(border_axes, 1);
    const bool at_border =
        are_at_border(upper, x, image.width, columns_count, rows_count && (y == 0 || y == image.height - 1)) ||
        are_at_border(lower, x, image.width, columns_count, rows_count && y + 1 == image.height - 1);
    sums.add(index, record, static_cast<uint>(bitCount(upper) + bitCount(lower)), at_border);
  });
}

/// grid: tiles, images; block: tile_threads.
template <class Kind>
__global__ void __launch_bounds__(tile_threads) measure_areas(Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ LabeledTile<Kind> tile;
  __shared__ ComponentOrder<Kind> order;
  __shared__ TileAreas sums;
  const TilePlace place = own_tile<Kind>();
  const TileCounts counts = tiles.counts[index_of_tile(tiles, place)];
  look_up_tile<Kind, Output::numbers>(tiles, ranks, place, counts, tile);
  __syncthreads();

  uint* const all_areas = areas.of_image(place.image);
  const uint all = order_components<Kind>(
      counts.nodes, tile.node_labels, [&](int word) { return roots_of_word<Kind>(tiles, ranks, place, word); }, order);
  for (uint first = 0; first < all; first += summed_areas) {
    const uint count = min(all - first, summed_areas);
    for (uint i = threadIdx.x; i < count; i += tile_threads) sums.areas[i] = 0;
    __syncthreads();

    sum_areas<Kind>(tile, order, tiles.image, origin_of<Kind>(place), areas.border_axes, first, sums);
    __syncthreads();

    for (uint i = threadIdx.x; i < count; i += tile_threads) {
      if (sums.areas[i] == 0) continue;
      const uint area = sums.areas[i];
      const Record record = sums.records[i];
      if ((record & AT_BORDER) != 0) {
        add_area(all_areas[tile.node_labels[record & ~AT_BORDER] - 1], area);
      } else {
        all_areas[number_of(ranks, place.image, pixel_in_tile<Kind>(place, record)) - 1] = area;
      }
    }
    __syncthreads();
  }
}

}  // namespace glccl::cuda
