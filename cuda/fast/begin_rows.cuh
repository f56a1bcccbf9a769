// Kernel begin_rows: starts the component table: the header, and the rows of roots among the nodes, to which several
// tiles may add.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"

namespace glccl::cuda {

/// Starts the row of a root: areas and sums start at 0, the box is that of the first pixel.
inline __device__ void begin_row_of_root(const TableView& table, uint number, ivec2 first) {
  const ComponentSums none = {number, 0, {}};
  for (int vector = 0; vector < ROW_VECTORS; ++vector) write_vector(table, none, first, vector);
}

/// `areas` are those of the filter. grid: tiles, images; block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads) begin_rows(Batch batch, Tiles tiles, Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  const TilePlace place = own_tile<Kind>();
  const TableView table = table_of(batch, place.image, tiles.image);
  const uint tile = index_of_tile(tiles, place);
  if (place.x == 0 && place.y == 0 && threadIdx.x == 0) {
    const uint count = ranks.count[place.image];
    write_header(table, count, areas.found(place.image, count));
  }
  for (uint i = threadIdx.x; i < tiles.counts[tile].nodes; i += node_threads) {
    const Node node = tiles.nodes[node_of_tile<Kind>(tile, i)];
    if (node.parent != node_of_tile<Kind>(tile, i)) continue;
    const ivec2 first = pixel_of_label(tiles, node.label);
    const uint number = number_of(ranks, place.image, first);
    if (number != 0) begin_row_of_root(table, number, first);
  }
}

}  // namespace glccl::cuda
