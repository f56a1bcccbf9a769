// Elements at the seams of periodic axes, by their coordinates in the image or volume.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/runtime/slices.cuh"
#include "glsl/shared/seams.h"

namespace glccl::cuda {

/// Coordinates by axis: x, y and z.
struct Element {
  int at[AXIS_COUNT];
};

/// Whether the values of two neighbours, which both belong to components, are linked by the criterion of the source.
/// `source` and `other` differ in their slices alone.
inline __device__ bool are_values_linked(const PixelSource& source, int x, int y, const PixelSource& other, int other_x,
                                         int other_y) {
  if (source.equal && source.format == PixelFormat::rg32u) {
    const uint2 a = words_at(source, x, y);
    const uint2 b = words_at(other, other_x, other_y);
    return a.x == b.x && a.y == b.y;
  }
  const uint4 a = cell_at(source, x, y);
  const uint4 b = cell_at(other, other_x, other_y);
  if (source.equal) return a.x == b.x;
  if (source.measure == Measure::luminance) return are_linked<Measure::luminance>(source, a, b);
  if (source.measure == Measure::largest) return are_linked<Measure::largest>(source, a, b);
  return are_linked<Measure::sum>(source, a, b);
}

/// The same for two elements of an image or volume.
inline __device__ bool are_values_linked(const VolumeSource& source, const Element& element, const Element& other) {
  return are_values_linked(slice_of(source, element.at[2]), element.at[0], element.at[1], slice_of(source, other.at[2]),
                           other.at[0], other.at[1]);
}

/// The elements of an image of a submission, or of a volume.
template <class Shape>
struct SeamElements {
  const Tiles& tiles;
  int image;

  __device__ int count(int axis) const {
    return axis == 0 ? tiles.extent.width : axis == 1 ? tiles.extent.height : tiles.extent.depth;
  }

  __device__ uint tile_of(const Element& element) const {
    const Voxel tile = {element.at[0] / Shape::columns, element.at[1] / Shape::tile_y, element.at[2] / Shape::tile_z};
    return index_of_tile<Shape>(tiles, tile, image);
  }

  static __device__ Voxel in_tile(const Element& element) {
    return {element.at[0] % Shape::columns, element.at[1] % Shape::tile_y, element.at[2] % Shape::tile_z};
  }

  __device__ bool is_occupied(const Element& element) const {
    const uint bits = stored_bits<Shape>(tiles, tile_of(element), word_in_tile<Shape>(in_tile(element)));
    return (bits >> element.at[0] % WORD_COLUMNS & 1U) != 0;
  }

  /// The node of an element that is occupied.
  __device__ uint node_of(const Element& element) const {
    return node_of_element<Shape>(tiles, {element.at[0], element.at[1], element.at[2]}, image);
  }

  /// Makes one tree of the trees of the nodes of two elements.
  __device__ void unite(uint a, uint b) const {
    if (!Shape::is_plane && tiles.large) {
      unite_nodes<Shape, true>(tiles, a, b);
    } else {
      unite_nodes<Shape, false>(tiles, a, b);
    }
  }
};

}  // namespace glccl::cuda
