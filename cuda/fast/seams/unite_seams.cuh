// Kernel merge_tiles_and_seams: with periodic axes it also unites the nodes that are linked across seams. label_tiles
// has made nodes of all components at seams.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/seams/seam_elements.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// Whether the elements before two elements at a seam, opposite to each other, are occupied too: then these pairs are
/// united already where all occupied neighbours are linked.
template <class Shape>
__device__ bool is_implied(const SeamElements<Shape>& elements, Element own, Element other, int axis) {
  if (own.at[axis] == 0) return false;
  --own.at[axis];
  --other.at[axis];
  return elements.is_occupied(own) && elements.is_occupied(other);
}

/// A thread takes an element at the beginning of an axis and its neighbours at the end, also those across the seams of
/// other axes.
template <class Shape>
__device__ void unite_seam(const Tiles& tiles, const Batch& batch, int axis, int image) {
  const SeamElements<Shape> elements = {tiles, image};
  const int axes = tiles.periodic;
  const int u = (axis + 1) % AXIS_COUNT;
  const int v = (axis + 2) % AXIS_COUNT;
  const uint job = blockIdx.x * merge_threads + threadIdx.x;
  const auto across = static_cast<uint>(elements.count(u));
  if (!has_axis(axes, axis) || job / across >= static_cast<uint>(elements.count(v))) return;
  Element own;
  own.at[axis] = 0;
  own.at[u] = static_cast<int>(job % across);
  own.at[v] = static_cast<int>(job / across);
  if (!elements.is_occupied(own)) return;

  const uint node = elements.node_of(own);
  for (int i = 0; i < 9; ++i) {
    const int pair = (i + 4) % 9;  // the opposite element comes first
    const int du = pair % 3 - 1;
    const int dv = pair / 3 - 1;
    if (1 + (du != 0 ? 1 : 0) + (dv != 0 ? 1 : 0) > Shape::axes) continue;
    Element other;
    other.at[axis] = elements.count(axis) - 1;
    other.at[u] = across_seam(own.at[u] + du, elements.count(u), has_axis(axes, u));
    other.at[v] = across_seam(own.at[v] + dv, elements.count(v), has_axis(axes, v));
    if (other.at[u] < 0 || other.at[v] < 0 || !elements.is_occupied(other)) continue;
    if constexpr (Shape::values) {
      if (are_values_linked(source_of(batch, image), own, other)) elements.unite(node, elements.node_of(other));
    } else {
      const bool implied = i == 0 && is_implied(elements, own, other, u);
      if (!implied) elements.unite(node, elements.node_of(other));
      if (i == 0) return;  // the opposite element touches all others of these
    }
  }
}

/// merge_tiles with periodic axes: one launch unites nodes across the borders of tiles and across seams. No union
/// depends on another, so their order does not matter. grid: blocks for merge_jobs() and the largest side, merge_parts
/// + AXIS_COUNT, images; block: merge_threads.
template <class Shape, bool large>
__global__ void __launch_bounds__(merge_threads) merge_tiles_and_seams(Tiles tiles, Borders borders, Batch batch) {
  wait_for_kernels_before();
  const int part = static_cast<int>(blockIdx.y);
  if (part < merge_parts<Shape>) {
    merge_borders<Shape, large>(tiles, borders);
  } else {
    unite_seam<Shape>(tiles, batch, part - merge_parts<Shape>, static_cast<int>(blockIdx.z));
  }
}

}  // namespace glccl::cuda
