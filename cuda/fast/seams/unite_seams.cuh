// Kernels merge_tiles_and_seams and merge_volume_tiles_and_seams: with periodic axes they also unite the nodes that are
// linked across seams. label_tiles has made nodes of all components at seams.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/core/launch.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/seams/seam_elements.cuh"
#include "cuda/fast/volumes/merge_volume_tiles.cuh"

namespace glccl::cuda {

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
/// other axes. `axes`: the periodic ones (seams.h). `values` compares neighbours.
template <class Elements, class Values>
__device__ void unite_seam(const Elements& elements, const Values& values, int axes, int axis, int image) {
  constexpr bool by_values = Elements::Kind::values;
  const int u = (axis + 1) % AXIS_COUNT;
  const int v = (axis + 2) % AXIS_COUNT;
  const uint job = blockIdx.x * merge_threads + threadIdx.x;
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

/// merge_tiles of images with periodic axes: one launch unites nodes across the borders of tiles and across seams. No
/// union depends on another, so their order does not matter. grid: blocks for all threads of Borders and of the largest
/// side, 1 + AXIS_COUNT, images; block: merge_threads.
template <class Kind>
__global__ void __launch_bounds__(merge_threads)
    merge_tiles_and_seams(Tiles tiles, Borders borders, ImageValues values) {
  wait_for_kernels_before();
  const int image = static_cast<int>(blockIdx.z);
  if (blockIdx.y == 0) {
    merge_borders<Kind>(tiles, borders, image);
  } else {
    unite_seam(ImageElements<Kind>{tiles}, values, tiles.periodic, static_cast<int>(blockIdx.y) - 1, image);
  }
}

/// The same of volumes. grid: blocks for all lines and the largest side, DIRECTIONS_ACROSS + AXIS_COUNT; block:
/// merge_threads.
template <class Kind, bool large>
__global__ void __launch_bounds__(merge_threads) merge_volume_tiles_and_seams(VolumeTiles tiles, VolumeValues values) {
  wait_for_kernels_before();
  const int across = static_cast<int>(blockIdx.y);
  if (across < DIRECTIONS_ACROSS) {
    merge_lines<Kind, large>(tiles, across);
  } else {
    unite_seam(VolumeElements<Kind>{tiles}, values, tiles.periodic, across - DIRECTIONS_ACROSS, 0);
  }
}

}  // namespace glccl::cuda
