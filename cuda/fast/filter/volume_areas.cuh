// Kernels begin_volume_areas and measure_volume_areas: begin_areas and measure_areas in space.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/core/launch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/volumes/measure_volume.cuh"
#include "cuda/fast/volumes/write_volume_labels.cuh"

namespace glccl::cuda {

/// grid: tiles; block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads) begin_volume_areas(VolumeTiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  for (uint i = threadIdx.x; i < tiles.counts[blockIdx.x].nodes; i += node_threads) {
    const uint node = node_of_tile<Kind>(blockIdx.x, i);
    const Node own = tiles.nodes[node];
    if (own.parent != node) continue;
    areas.values[number_of(ranks, 0, pixel_of_node<Kind>(tiles, node, own.label)) - 1] = 0;
  }
  if (blockIdx.x == 0) begin_search(*areas.searches, areas.largest, threadIdx.x, node_threads);
}

/// Adds the runs that belong to components `first` to `first` + summed_areas - 1. A thread takes a word.
template <class Kind>
__device__ void sum_volume_areas(const LabeledVolumeTile<Kind>& tile, const Record* records,
                                 const ComponentOrder<Kind>& order, const Extent& volume, Voxel origin, int border_axes,
                                 uint first, TileAreas& sums) {
  const int own = threadIdx.x;
  if (own >= Kind::band_words) return;
  const BandWord at = band_word<Kind>(own);
  const Word word = tile.word_of(own);
  const int x = origin.x + at.word * WORD_COLUMNS;
  const auto ends = [](int place, int side) { return place == 0 || place == side - 1; };
  int run = tile.runs_before[own];
  visit_bits(word.starts, [&](int start) {
    const Record record = records[run++];
    const uint index = order.index_of_component(record) - first;
    if (index >= summed_areas) return;
    uint area = 0;
    bool at_border = false;
    for (int i = 0; i < Kind::rows_y * Kind::rows_z; ++i) {
      const int y = at.y * Kind::rows_y + i % Kind::rows_y;
      const int z = at.z * Kind::rows_z + i / Kind::rows_y;
      const uint bits = tile.bits_of(at.word, y, z) & run_of(word, start);
      area += static_cast<uint>(bitCount(bits));
      const bool row_at_border = (has_axis(border_axes, 1) && ends(origin.y + y, volume.height)) ||
                                 (has_axis(border_axes, 2) && ends(origin.z + z, volume.depth));
      at_border = at_border || are_at_border(bits, x, volume.width, has_axis(border_axes, 0), row_at_border);
    }
    sums.add(index, record, area, at_border);
  });
}

/// grid: tiles; block: tile_threads.
template <class Kind>
__global__ void __launch_bounds__(tile_threads) measure_volume_areas(VolumeTiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ LabeledVolumeTile<Kind> tile;
  __shared__ ComponentOrder<Kind> order;
  __shared__ TileAreas sums;
  const std::size_t index = blockIdx.x;
  const TileCounts counts = tiles.counts[index];
  look_up_volume_tile<Kind, Output::numbers>(tiles, ranks, blockIdx.x, counts, tile);
  __syncthreads();

  const Voxel origin = own_origin<Kind>(tiles);
  const Record* records = tiles.records + index * Kind::most_runs;
  const uint all = order_components<Kind>(
      counts.nodes, tile.node_labels, [&](int word) { return roots_of_word<Kind>(tiles, ranks, origin, word); }, order);
  for (uint first = 0; first < all; first += summed_areas) {
    const uint count = min(all - first, summed_areas);
    for (uint i = threadIdx.x; i < count; i += tile_threads) sums.areas[i] = 0;
    __syncthreads();

    sum_volume_areas<Kind>(tile, records, order, tiles.volume, origin, areas.border_axes, first, sums);
    __syncthreads();

    for (uint i = threadIdx.x; i < count; i += tile_threads) {
      if (sums.areas[i] == 0) continue;
      const uint area = sums.areas[i];
      const Record record = sums.records[i];
      if ((record & AT_BORDER) != 0) {
        add_area(areas.values[tile.node_labels[record & ~AT_BORDER] - 1], area);
      } else {
        areas.values[number_of(ranks, 0, pixel_in_volume<Kind>(tiles, origin, record)) - 1] = area;
      }
    }
    __syncthreads();
  }
}

}  // namespace glccl::cuda
