// Elements of images and volumes for the kernels at the seams of periodic axes: one interface to the tiles of both. An
// image has one slice. `at` is counted in a tile. The shaders compute/images/seam_elements.glsl and
// compute/volumes/seam_elements.glsl have the same functions.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/core/slices.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/volumes/merge_volume_tiles.cuh"
#include "cuda/fast/volumes/volume_tiles.cuh"
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

/// Images of a submission.
template <class Kind_>
struct ImageElements {
  using Kind = Kind_;
  static constexpr int neighbor_axes = Kind::connectivity == 8 ? 2 : 1;  ///< In how many coordinates neighbours differ.
  Tiles tiles;

  __device__ int count(int axis) const { return axis == 0 ? tiles.image.width : axis == 1 ? tiles.image.height : 1; }
  static __device__ int side(int axis) { return axis == 0 ? TILE_COLUMNS : axis == 1 ? Kind::tile_rows : 1; }

  __device__ uint tile_of(const Element& element, int image) const {
    return index_of_tile(tiles, {element.at[0] / TILE_COLUMNS, element.at[1] / Kind::tile_rows, image});
  }

  __device__ bool is_occupied(uint tile, const Element& at) const {
    const uint bits = stored_bits<Kind>(tiles, tile, at.at[0] / WORD_COLUMNS, at.at[1]);
    return (bits >> at.at[0] % WORD_COLUMNS & 1U) != 0;
  }

  __device__ uint starts_in_word(uint tile, int word) const { return stored_word<Kind>(tiles, tile, word).starts; }
  __device__ uint runs_before(uint tile, int word) const { return stored_runs_before<Kind>(tiles, tile, word); }
  static __device__ int word_of(const Element& at) {
    return at.at[1] / Kind::rows * TILE_WORDS + at.at[0] / WORD_COLUMNS;
  }

  __device__ void unite_nodes(uint a, uint b) const { unite(tiles.nodes, a, b); }
};

/// A volume.
template <class Kind_>
struct VolumeElements {
  using Kind = Kind_;
  static constexpr int neighbor_axes = Kind::axes;
  VolumeTiles tiles;

  __device__ int count(int axis) const {
    return axis == 0 ? tiles.volume.width : axis == 1 ? tiles.volume.height : tiles.volume.depth;
  }
  static __device__ int side(int axis) { return axis == 0 ? Kind::columns : axis == 1 ? Kind::tile_y : Kind::tile_z; }

  __device__ uint tile_of(const Element& element, int) const {
    const int row = element.at[2] / Kind::tile_z * tiles.count.height + element.at[1] / Kind::tile_y;
    return static_cast<uint>(row) * static_cast<uint>(tiles.count.width) +
           static_cast<uint>(element.at[0] / Kind::columns);
  }

  __device__ bool is_occupied(uint tile, const Element& at) const {
    const int word = (at.at[2] * Kind::tile_y + at.at[1]) * Kind::words + at.at[0] / WORD_COLUMNS;
    return (tiles.bits[std::size_t{tile} * Kind::tile_words + word] >> at.at[0] % WORD_COLUMNS & 1U) != 0;
  }

  __device__ uint starts_in_word(uint tile, int word) const {
    return tiles.starts[std::size_t{tile} * Kind::band_words + word];
  }
  __device__ uint runs_before(uint tile, int word) const {
    return tiles.runs_before[std::size_t{tile} * Kind::band_words + word];
  }
  static __device__ int word_of(const Element& at) {
    const int band = at.at[2] / Kind::rows_z * Kind::bands_y + at.at[1] / Kind::rows_y;
    return band * Kind::words + at.at[0] / WORD_COLUMNS;
  }

  __device__ void unite_nodes(uint a, uint b) const {
    if (tiles.large) {
      cuda::unite_nodes<Kind, true>(tiles, a, b);
    } else {
      cuda::unite_nodes<Kind, false>(tiles, a, b);
    }
  }
};

/// The number of the run of an element of a tile.
template <class Elements>
__device__ uint run_of_element(const Elements& elements, uint tile, const Element& at) {
  const int word = elements.word_of(at);
  const uint starts = elements.starts_in_word(tile, word) & up_to(at.at[0] % WORD_COLUMNS);
  return elements.runs_before(tile, word) + bitCount(starts) - 1;
}

/// The record of the run of an element of a tile.
template <class Elements>
__device__ Record record_of_element(const Elements& elements, uint tile, const Element& at) {
  const uint run = run_of_element(elements, tile, at);
  return elements.tiles.records[std::size_t{tile} * Elements::Kind::most_runs + run];
}

/// The values of the images of a submission.
struct ImageValues {
  Batch batch;

  __device__ bool are_linked(int image, const Element& element, const Element& other) const {
    const PixelSource source = source_of(batch, image);
    return are_values_linked(source, element.at[0], element.at[1], source, other.at[0], other.at[1]);
  }
};

/// The values of a volume.
struct VolumeValues {
  VolumeSource source;

  __device__ bool are_linked(int, const Element& element, const Element& other) const {
    return are_values_linked(slice_of(source, element.at[2]), element.at[0], element.at[1],
                             slice_of(source, other.at[2]), other.at[0], other.at[1]);
  }
};

}  // namespace glccl::cuda
