// Kernel begin_volume_rows: starts the component table of a volume: the header, and the rows of roots among the nodes,
// to which several tiles may add.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/volumes/measure_volume.cuh"

namespace glccl::cuda {

/// Starts the row of a root: area and sums of no voxels, the box of the first voxel.
inline __device__ void begin_row_of_root(const TableView& table, uint number, Voxel first) {
  if (number > table.capacity) return;
  const VolumeComponent none = {number, 0, {}};
  for (int vector = 0; vector < VOLUME_ROW_VECTORS; ++vector) {
    row_vectors(table, number)[vector] = vector_of_row(table, none, first, first, vector);
  }
}

/// `searches` are those of the filter, or null. grid: tiles; block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads)
    begin_volume_rows(VolumeTiles tiles, Ranks ranks, TableView table, const KeySearch* searches) {
  wait_for_kernels_before();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    write_header(table, *ranks.count, searches != nullptr ? searches->found : *ranks.count);
  }
  for (uint i = threadIdx.x; i < tiles.counts[blockIdx.x].nodes; i += node_threads) {
    const uint node = node_of_tile<Kind>(blockIdx.x, i);
    const Node own = tiles.nodes[node];
    if (own.parent != node) continue;
    const ivec2 pixel = pixel_of_node<Kind>(tiles, node, own.label);
    const int height = tiles.volume.height;
    const uint number = number_of(ranks, 0, pixel);
    if (number != 0) begin_row_of_root(table, number, {pixel.x, pixel.y % height, pixel.y / height});
  }
}

}  // namespace glccl::cuda
