// Kernel settle_nodes: hangs every node right below its root, and marks the roots.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// grid: tiles, images; block: node_threads.
template <class Shape>
__global__ void __launch_bounds__(node_threads) settle_nodes(Tiles tiles, Ranks ranks) {
  wait_for_kernels_before();
  const TilePlace tile = own_tile<Shape>(tiles);
  for (uint i = threadIdx.x; i < tiles.counts[tile.index].nodes; i += node_threads) {
    const uint node = node_of_tile<Shape>(tile.index, i);
    const Root root = find_root(tiles.nodes, node);
    if (root.node == node) {
      mark_root(ranks, tile.image, pixel_of_node<Shape>(tiles, node, root.label));
    } else {
      store_parent(tiles.nodes, node, root.node);
    }
  }
}

}  // namespace glccl::cuda
