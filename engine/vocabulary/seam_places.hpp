// Where a component lies along a periodic axis with its parts side by side (glccl/seams.hpp).
#pragma once

#include <cstdint>

#include "engine/vocabulary/host_device.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Whether a component has a begin and an end on an axis of `size` elements: it does not cross the seam, or a
/// coordinate at the border of the halves separates its two parts.
GLCCL_HOST_DEVICE inline bool has_place(const AxisSeam& seam, int size) {
  return seam.upper == 0 || seam.upper < size - seam.lower;
}

/// Whether it has them on all axes.
GLCCL_HOST_DEVICE inline bool has_place(const Seams& seams, const Extent& extent) {
  return has_place(seams.x, extent.width) && has_place(seams.y, extent.height) && has_place(seams.z, extent.depth);
}

/// The first coordinate of a component that has a place.
GLCCL_HOST_DEVICE inline int unwrapped_first(const AxisSeam& seam, int size, int first) {
  return seam.upper == 0 ? first : size - seam.upper;
}

/// The last coordinate of a component that has a place.
GLCCL_HOST_DEVICE inline int unwrapped_last(const AxisSeam& seam, int size, int last) {
  return seam.upper == 0 ? last : size + seam.lower - 1;
}

/// The mean of a coordinate over `area` elements with the sum `sum`. The part in the lower half is moved behind the
/// other one.
GLCCL_HOST_DEVICE inline double unwrapped_mean(const AxisSeam& seam, int size, std::uint64_t sum, std::uint64_t area) {
  const double moved = seam.upper == 0 ? 0.0 : static_cast<double>(seam.lower_area) * size;
  return (static_cast<double>(sum) + moved) / static_cast<double>(area);
}

}  // namespace glccl
