// Kernel begin_areas: areas of 0 for the components that have nodes, to which several tiles may add.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"

namespace glccl::cuda {

/// grid: tiles, images; block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads) begin_areas(Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  const TilePlace place = own_tile<Kind>();
  const uint tile = index_of_tile(tiles, place);
  for (uint i = threadIdx.x; i < tiles.counts[tile].nodes; i += node_threads) {
    const uint node = node_of_tile<Kind>(tile, i);
    const Node own = tiles.nodes[node];
    if (own.parent != node) continue;
    areas.of_image(place.image)[number_of(ranks, place.image, pixel_of_label(tiles, own.label)) - 1] = 0;
  }
  if (place.x == 0 && place.y == 0) {
    begin_search(areas.searches[place.image], areas.largest, threadIdx.x, node_threads);
  }
}

}  // namespace glccl::cuda
