// Sets of axes as kernels and shaders take them (glsl/shared/seams.h): bit i is axis i, 0 to 2 for x, y and z.
#pragma once

#include <algorithm>
#include <cstdint>

#include "glccl/types.hpp"
#include "glsl/shared/filter.h"

namespace glccl {

inline int axis_bits(const PeriodicAxes& axes) { return (axes.x ? 1 : 0) | (axes.y ? 2 : 0) | (axes.z ? 4 : 0); }

/// The borders at which a filter drops components, in an image or volume with these periodic axes, as
/// glsl/shared/filter.h has them; 0 without any.
inline int border_bits(const Filter& filter, const Extent& extent, const PeriodicAxes& periodic) {
  const int axes = axis_bits({!periodic.x, !periodic.y, !periodic.z && extent.is_volume()});
  if (!filter.clear_border || axes == 0) return 0;
  return axes | static_cast<int>(filter.border_width) << shared::BORDER_WIDTH_AT;
}

/// The largest number of elements at the beginning of one of these axes; 0 without axes.
inline std::int64_t largest_seam(const Extent& extent, int axes) {
  const std::int64_t width = extent.width;
  const std::int64_t height = extent.height;
  const std::int64_t depth = extent.depth;
  return std::max({(axes & 1) != 0 ? height * depth : 0, (axes & 2) != 0 ? width * depth : 0,
                   (axes & 4) != 0 ? width * height : 0});
}

}  // namespace glccl
