// Kernels sum_nodes and mark_kept_roots: settle_nodes for a filter by limits. Between the two all areas are known.
#pragma once

#include <cuda_runtime.h>

#include <bit>

#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// The areas of a tile's nodes by their roots, in shared memory: a hash table.
template <class Shape>
struct RootAreas {
  static constexpr int place_bits = std::bit_width(static_cast<unsigned>(Shape::most_nodes));
  static constexpr uint places = 1U << place_bits;
  static_assert(Shape::most_nodes < places);
  uint keys[places];   ///< 1 + a root; 0: the place is free.
  uint areas[places];  ///< | AT_IMAGE_BORDER

  __device__ void add(uint root, uint area) {
    const uint key = root + 1;
    uint place = key * 0x9E3779B1U >> (32 - place_bits);  // A hash by the bits of the golden ratio.
    uint found = atomicCAS(keys + place, 0U, key);
    while (found != 0 && found != key) {
      place = (place + 1) % places;
      found = atomicCAS(keys + place, 0U, key);
    }
    add_area(areas[place], area);
  }
};

/// Hangs every node right below its root, and adds its area to that of the root, once for each root of the tile's
/// nodes. A root that the limits already drop needs no more: most images have one component all over that is at the
/// border. grid: tiles, images; block: node_threads.
template <class Shape>
__global__ void __launch_bounds__(node_threads) sum_nodes(Tiles tiles, Areas areas) {
  wait_for_kernels_before();
  __shared__ RootAreas<Shape> of_roots;
  const uint tile = own_tile<Shape>(tiles).index;
  for (uint i = threadIdx.x; i < of_roots.places; i += node_threads) of_roots.keys[i] = of_roots.areas[i] = 0;
  __syncthreads();

  for (uint i = threadIdx.x; i < tiles.counts[tile].nodes; i += node_threads) {
    const uint node = node_of_tile<Shape>(tile, i);
    const uint root = find_root(tiles.nodes, node).node;
    if (root == node) continue;
    store_parent(tiles.nodes, node, root);
    of_roots.add(root, areas.of_nodes[node]);
  }
  __syncthreads();

  for (uint i = threadIdx.x; i < of_roots.places; i += node_threads) {
    if (of_roots.keys[i] == 0) continue;
    uint& all = areas.of_nodes[of_roots.keys[i] - 1];
    if (!areas.is_beyond(*static_cast<const volatile uint*>(&all))) add_area(all, of_roots.areas[i]);
  }
}

/// Marks the roots among the nodes that the filter keeps, and counts what it drops. grid: tiles, images; block:
/// node_threads.
template <class Shape>
__global__ void __launch_bounds__(node_threads) mark_kept_roots(Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ uint dropped;
  const TilePlace place = own_tile<Shape>(tiles);
  const uint tile = place.index;
  if (threadIdx.x == 0) dropped = areas.dropped[tile];
  __syncthreads();

  for (uint i = threadIdx.x; i < tiles.counts[tile].nodes; i += node_threads) {
    const uint node = node_of_tile<Shape>(tile, i);
    const Node own = tiles.nodes[node];
    if (own.parent != node) continue;
    if (areas.passes_limits(areas.of_nodes[node])) {
      mark_root(ranks, place.image, pixel_of_node<Shape>(tiles, node, own.label));
    } else {
      atomicAdd(&dropped, 1U);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && dropped != 0) atomicAdd(&areas.searches[place.image].dropped, dropped);
}

}  // namespace glccl::cuda
