// Kernel measure_areas: the areas of all components, and which of them are at the border of the image. The tile's part
// of each component is summed in shared memory. It is then the area of a component that does not reach the tile's
// border; to the area of another component it is added, once per tile.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/write_labels.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// Adds the runs that belong to components `first` to `first` + summed_areas - 1.
template <class Shape>
__device__ void sum_areas(const LabeledTile<Shape>& tile, const Record* records, const ComponentOrder<Shape>& order,
                          const Extent& extent, Voxel origin, int borders, uint first, TileAreas& sums) {
  take_part_of_word(tile, records, [&](Record record, int, BandWord at, const BandBits<Shape>& bits) {
    const uint index = order.index_of_component(record) - first;
    if (index >= summed_areas) return;
    const RunArea run = area_of_run(extent, origin, at, borders, bits);
    sums.add(index, record, run.area, run.at_border);
  });
}

/// grid: tiles, images; block: tile_threads.
template <class Shape>
__global__ void __launch_bounds__(tile_threads) measure_areas(Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ LabeledTile<Shape> tile;
  __shared__ ComponentOrder<Shape> order;
  __shared__ TileAreas sums;
  const TilePlace place = own_tile<Shape>(tiles);
  const TileCounts counts = tiles.counts[place.index];
  look_up_tile<Shape, Output::numbers>(tiles, ranks, place, counts, tile);
  __syncthreads();

  uint* const all_areas = areas.of_image(place.image);
  const Record* records = tile.records(tiles, place.index);
  const uint all = order_components<Shape>(
      counts.nodes, tile.node_labels, [&](int word) { return roots_of_word<Shape>(tiles, ranks, place, word); }, order);
  for (uint first = 0; first < all; first += summed_areas) {
    const uint count = min(all - first, summed_areas);
    for (uint i = threadIdx.x; i < count; i += tile_threads) sums.areas[i] = 0;
    __syncthreads();

    sum_areas<Shape>(tile, records, order, tiles.extent, place.origin, areas.borders, first, sums);
    __syncthreads();

    for (uint i = threadIdx.x; i < count; i += tile_threads) {
      if (sums.areas[i] == 0) continue;
      const uint area = sums.areas[i];
      const Record record = sums.records[i];
      if ((record & AT_BORDER) != 0) {
        add_area(all_areas[tile.node_labels[record & ~AT_BORDER] - 1], area);
      } else {
        all_areas[number_of(ranks, place.image, pixel_in_tile<Shape>(tiles, place.origin, record)) - 1] = area;
      }
    }
    __syncthreads();
  }
}

}  // namespace glccl::cuda
