// Kernel begin_areas: areas of 0 for the components that have nodes, to which several tiles may add.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// grid: tiles, images; block: node_threads.
template <class Shape>
__global__ void __launch_bounds__(node_threads) begin_areas(Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  const TilePlace tile = own_tile<Shape>(tiles);
  for (uint i = threadIdx.x; i < tiles.counts[tile.index].nodes; i += node_threads) {
    const uint own = node_of_tile<Shape>(tile.index, i);
    const Node node = tiles.nodes[own];
    if (node.parent != own) continue;
    const ivec2 first = pixel_of_node<Shape>(tiles, own, node.label);
    areas.of_image(tile.image)[number_of(ranks, tile.image, first) - 1] = 0;
  }
  if (tile.is_first()) begin_search(areas.searches[tile.image], areas.largest, threadIdx.x, node_threads);
}

}  // namespace glccl::cuda
