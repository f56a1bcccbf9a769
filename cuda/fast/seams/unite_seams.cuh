// Kernel unite_seams: unites the nodes that are linked across the seams of periodic axes.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/core/launch.cuh"
#include "cuda/fast/seams/open_seams.cuh"
#include "cuda/fast/seams/seam_elements.cuh"
#include "engine/vocabulary/axis_bits.hpp"

namespace glccl::cuda {

constexpr int unite_threads = 128;

/// An element of an image, and its tile.
struct TileElement {
  uint tile;
  Element at;
};

template <class Elements>
__device__ TileElement in_tile(const Elements& elements, const Element& element, int image) {
  TileElement found = {elements.tile_of(element, image), element};
  for (int axis = 0; axis < AXIS_COUNT; ++axis) found.at.at[axis] %= elements.side(axis);
  return found;
}

template <class Elements>
__device__ bool is_element(const Elements& elements, const Element& element, int image) {
  const TileElement found = in_tile(elements, element, image);
  return elements.is_occupied(found.tile, found.at);
}

template <class Elements>
__device__ uint node_of_element(const Elements& elements, const Element& element, int image) {
  const TileElement found = in_tile(elements, element, image);
  const Record record = record_of_element(elements, found.tile, found.at);
  return node_of_tile<typename Elements::Kind>(found.tile, record & ~AT_BORDER);
}

/// Whether the elements before two elements at a seam, opposite to each other, are occupied too: then these pairs are
/// united already where all occupied neighbours are linked.
template <class Elements>
__device__ bool is_implied(const Elements& elements, Element own, Element other, int axis, int image) {
  if (own.at[axis] == 0) return false;
  --own.at[axis];
  --other.at[axis];
  return is_element(elements, own, image) && is_element(elements, other, image);
}

/// A thread takes an element at the beginning of an axis and its neighbours at the end, also those across the seams of
/// other axes. `values` compares neighbours. grid: threads of the largest side, axes, images; block: unite_threads.
template <class Elements, class Values>
__global__ void __launch_bounds__(unite_threads) unite_seams(Elements elements, Values values, int axes) {
  constexpr bool by_values = Elements::Kind::values;
  wait_for_kernels_before();
  const int image = static_cast<int>(blockIdx.z);
  const int axis = static_cast<int>(blockIdx.y);
  const int u = (axis + 1) % AXIS_COUNT;
  const int v = (axis + 2) % AXIS_COUNT;
  const uint job = blockIdx.x * unite_threads + threadIdx.x;
  const auto across = static_cast<uint>(elements.count(u));
  if (!has_axis(axes, axis) || job / across >= static_cast<uint>(elements.count(v))) return;
  Element own;
  own.at[axis] = 0;
  own.at[u] = static_cast<int>(job % across);
  own.at[v] = static_cast<int>(job / across);
  if (!is_element(elements, own, image)) return;

  const uint node = node_of_element(elements, own, image);
  for (int i = 0; i < 9; ++i) {
    const int pair = (i + 4) % 9;  // the opposite element comes first
    const int du = pair % 3 - 1;
    const int dv = pair / 3 - 1;
    if (1 + (du != 0 ? 1 : 0) + (dv != 0 ? 1 : 0) > Elements::neighbor_axes) continue;
    Element other;
    other.at[axis] = elements.count(axis) - 1;
    other.at[u] = across_seam(own.at[u] + du, elements.count(u), has_axis(axes, u));
    other.at[v] = across_seam(own.at[v] + dv, elements.count(v), has_axis(axes, v));
    if (other.at[u] < 0 || other.at[v] < 0 || !is_element(elements, other, image)) continue;
    if constexpr (by_values) {
      if (values.are_linked(image, own, other)) elements.unite_nodes(node, node_of_element(elements, other, image));
    } else {
      const bool implied = i == 0 && is_implied(elements, own, other, u, image);
      if (!implied) elements.unite_nodes(node, node_of_element(elements, other, image));
      if (i == 0) return;  // the opposite element touches all others of these
    }
  }
}

/// Makes nodes at the seams of the job's images, and unites them. `grid` is that of the kernel that labels tiles.
template <class Elements, class Values>
Status join_seams(const Job& job, dim3 grid, const Elements& elements, const Values& values, const Ranks& ranks,
                  unsigned images) {
  const int axes = axis_bits(job.periodic);
  if (axes == 0) return {};
  constexpr Overlap overlap = Overlap::with_previous;
  const Status opened =
      launch("open_seams", job, overlap, grid, open_threads, open_seams<Elements>, elements, ranks, axes);
  if (!opened) return opened;
  const auto& [width, height, depth] = job.extent;
  const std::int64_t sides[] = {std::int64_t{height} * depth, std::int64_t{width} * depth,
                                std::int64_t{width} * height};
  std::int64_t largest = 1;
  for (int axis = 0; axis < AXIS_COUNT; ++axis) {
    if (has_axis(axes, axis) && sides[axis] > largest) largest = sides[axis];
  }
  const dim3 threads(blocks_for(largest, unite_threads), AXIS_COUNT, images);
  return launch("unite_seams", job, overlap, threads, unite_threads, unite_seams<Elements, Values>, elements, values,
                axes);
}

}  // namespace glccl::cuda
