// The areas of components, and what the filter makes of them. The method is in docs/method/filters_and_holes.md.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/fast/tiles.cuh"
#include "glccl/types.hpp"
#include "glsl/shared/filter.h"
#include "glsl/shared/seams.h"

namespace glccl::cuda {

/// The search for the key of the k-th largest component of an image (select_largest.cuh).
struct KeySearch {
  uint digits_found;      ///< Of `smallest`, from the highest digit on.
  uint wanted;            ///< Components that are kept among those that begin with these digits; 0: all are.
  ComponentKey smallest;  ///< The smallest key that is kept, with the digits found so far.
  uint arrived;           ///< Blocks of a launch that have counted.
  uint found;             ///< Components before the filter.
  uint dropped;           ///< With Areas::of_nodes instead: components that the filter drops.
  uint counts[DIGIT_VALUES];
};

/// The areas of a submission, and the limits of the filter. A filter by limits alone finds areas by nodes, before roots
/// are ranked; one that keeps the largest needs the ranks of all roots first.
struct Areas {
  uint* values;         ///< Per image `most` places: of component i + 1 in raster order; | AT_IMAGE_BORDER.
  uint* of_nodes;       ///< Per node: its area, and at last that of its root's component; | AT_IMAGE_BORDER. Or null.
  uint* dropped;        ///< Per tile, with `of_nodes`: components that no other tile has and that the filter drops.
  KeySearch* searches;  ///< Per image.
  std::size_t most;     ///< Components that an image can have.
  uint min_area;
  uint max_area;
  uint largest;          ///< So many components are kept.
  int borders;           ///< At which components are dropped (glsl/shared/filter.h).
  bool inverted_filter;  ///< The components that do not pass are kept: the limits find the holes of the background.

  __device__ uint* of_image(int image) const { return values + static_cast<std::size_t>(image) * most; }

  /// Whether a component is at a border or too large for the limits, and stays so with further elements.
  __device__ bool is_beyond(uint area) const {
    return (borders != 0 && (area & AT_IMAGE_BORDER) != 0) || area > max_area;
  }

  /// Whether a component is one of those of which the largest are kept.
  __device__ bool passes_limits(uint area) const { return (!is_beyond(area) && area >= min_area) != inverted_filter; }

  /// Components of an image before the filter, of which `kept` are left.
  __device__ uint found(int image, uint kept) const {
    if (searches == nullptr) return kept;
    return of_nodes != nullptr ? kept + searches[image].dropped : searches[image].found;
  }
};

inline __device__ ComponentKey key_of(const uint* areas, uint i) { return component_key(areas[i], i); }

inline __device__ void begin_search(KeySearch& search, uint largest, uint thread, uint threads) {
  for (uint i = thread; i < DIGIT_VALUES; i += threads) search.counts[i] = 0;
  if (thread != 0) return;
  search.digits_found = 0;
  search.wanted = largest;
  search.smallest = {0, 0};
  search.arrived = 0;
}

/// The elements of a run, and whether one of them is at a border of the image that counts.
struct RunArea {
  uint area;
  bool at_border;
};

/// The area of a run with these bits of word `at` of the bands of a tile that begins at `origin`.
template <class Shape>
__device__ RunArea area_of_run(const Extent& extent, Voxel origin, BandWord at, int borders,
                               const BandBits<Shape>& run) {
  RunArea found = {0, false};
#pragma unroll
  for (int i = 0; i < Shape::band_rows; ++i) {
    const Voxel row = row_of_band<Shape>(at, i);
    const uint bits = run.rows[i];
    bool row_at_border = is_at_border(origin.y + row.y, extent.height, 1, borders);
    if constexpr (!Shape::is_plane) {
      row_at_border = row_at_border || is_at_border(origin.z + row.z, extent.depth, 2, borders);
    }
    found.area += static_cast<uint>(bitCount(bits));
    found.at_border = found.at_border || are_at_border(bits, origin.x + row.x, extent.width, borders, row_at_border);
  }
  return found;
}

/// Components of a tile that are summed at a time.
constexpr uint summed_areas = 1024;

/// The areas of a tile's components in shared memory.
struct TileAreas {
  uint areas[summed_areas];      ///< | AT_IMAGE_BORDER
  Record records[summed_areas];  ///< The record of the run that was added first.

  /// Adds a run of a component.
  __device__ void add(uint index, Record record, uint area, bool at_border) {
    if (atomicAdd(areas + index, area) == 0) records[index] = record;
    if (at_border) atomicOr(areas + index, AT_IMAGE_BORDER);
  }
};

/// Adds the part of a component that a tile has, to which other tiles may add too.
inline __device__ void add_area(uint& all, uint area) {
  atomicAdd(&all, area & ~AT_IMAGE_BORDER);
  if ((area & AT_IMAGE_BORDER) != 0) atomicOr(&all, AT_IMAGE_BORDER);
}

}  // namespace glccl::cuda
