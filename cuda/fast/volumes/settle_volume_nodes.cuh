// Kernel settle_volume_nodes: hangs every node right below its root, and marks the first voxels of roots.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/volumes/volume_tiles.cuh"

namespace glccl::cuda {

/// grid: tiles; block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads) settle_volume_nodes(VolumeTiles tiles, Ranks ranks) {
  wait_for_kernels_before();
  for (uint i = threadIdx.x; i < tiles.counts[blockIdx.x].nodes; i += node_threads) {
    const uint node = node_of_tile<Kind>(blockIdx.x, i);
    const Root root = find_root(tiles.nodes, node);
    if (root.node == node) {
      mark_root(ranks, 0, pixel_of_node<Kind>(tiles, node, root.label));
    } else {
      store_parent(tiles.nodes, node, root.node);
    }
  }
}

}  // namespace glccl::cuda
