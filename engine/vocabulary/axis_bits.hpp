// Sets of axes as kernels and shaders take them (glsl/shared/seams.h): bit i is axis i, 0 to 2 for x, y and z.
#pragma once

#include "glccl/types.hpp"

namespace glccl {

inline int axis_bits(const PeriodicAxes& axes) { return (axes.x ? 1 : 0) | (axes.y ? 2 : 0) | (axes.z ? 4 : 0); }

/// The axes at whose borders a filter drops components, in an image or volume with these periodic axes.
inline int border_axis_bits(const Filter& filter, const Extent& extent, const PeriodicAxes& periodic) {
  if (filter.touching_border) return 0;
  return axis_bits({!periodic.x, !periodic.y, !periodic.z && extent.is_volume()});
}

}  // namespace glccl
