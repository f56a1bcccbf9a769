// Kernel begin_rows: starts the component table: the header, and the rows of roots among the nodes, to which several
// tiles may add.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// Starts the row of a root: areas and sums start at 0, the box is that of the first element.
template <class Shape>
__device__ void begin_row_of_root(const TableView& table, uint number, Voxel first) {
  const ComponentSums<Shape> none = {number, 0, {}};
  for (int vector = 0; vector < row_vectors<Shape>; ++vector) write_vector(table, none, first, vector);
}

/// `areas` are those of the filter. grid: tiles, images; block: node_threads.
template <class Shape>
__global__ void __launch_bounds__(node_threads) begin_rows(Batch batch, Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  const TilePlace tile = own_tile<Shape>(tiles);
  const TableView table = table_of(batch, tile.image, tiles.extent);
  if (tile.is_first() && threadIdx.x == 0) {
    const uint count = ranks.count[tile.image];
    write_header(table, count, areas.found(tile.image, count));
  }
  for (uint i = threadIdx.x; i < tiles.counts[tile.index].nodes; i += node_threads) {
    const uint own = node_of_tile<Shape>(tile.index, i);
    const Node node = tiles.nodes[own];
    if (node.parent != own) continue;
    const ivec2 first = pixel_of_node<Shape>(tiles, own, node.label);
    const uint number = number_of(ranks, tile.image, first);
    if (number != 0) begin_row_of_root<Shape>(table, number, voxel_of<Shape>(tiles, first));
  }
}

}  // namespace glccl::cuda
