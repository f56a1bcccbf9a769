// Components that cross the seams of periodic axes (LabelingSpec::periodic): boxes, sums and centroids of the component
// table are those of the coordinates in the image, so the box of a component that crosses a seam reaches from one end
// of the axis to the other. The functions here put its parts side by side.
#pragma once

#include <cstdint>
#include <optional>

#include "glccl/api.h"
#include "glccl/types.hpp"

namespace glccl {

/// A component at the seam of an axis of `size` elements. The lower half of the axis has the coordinates below size
/// / 2.
struct AxisSeam {
  /// Whether the axis is periodic, and two elements of the component are neighbours across its seam: one at the last
  /// coordinate, and one at coordinate 0. Neighbours are those of the connectivity, also across several seams at once.
  /// All other members are 0 unless it is true.
  bool crosses = false;
  int lower_end = 0;             ///< Largest coordinate of its elements in the lower half; -1 where there are none.
  int upper_begin = 0;           ///< Smallest coordinate of its elements in the upper half.
  std::uint64_t lower_area = 0;  ///< Number of its elements in the lower half.
  friend bool operator==(const AxisSeam&, const AxisSeam&) = default;

  /// Whether the component ends on either side of the seam: at least one coordinate, at the border of the halves,
  /// separates its two parts. If not, it may reach around the axis, and has no begin or end.
  bool has_ends() const { return lower_end + 1 < upper_begin; }
};

/// A component at the seams of all axes.
struct Seams {
  AxisSeam x;  ///< At the seam of the axis x.
  AxisSeam y;  ///< At the seam of the axis y.
  AxisSeam z;  ///< At the seam of the axis z; all 0 in images.
  friend bool operator==(const Seams&, const Seams&) = default;
};

/// A centroid in coordinates that go on behind the end of periodic axes.
struct UnwrappedCentroid {
  double x = 0.0;  ///< 0 to less than twice the width.
  double y = 0.0;  ///< 0 to less than twice the height.
  double z = 0.0;  ///< 0 to less than twice the depth; 0 in images.
};

/// The box of a component with its parts side by side: along an axis whose seam it crosses, its part in the lower half
/// lies behind that in the upper half, so the box begins inside of the labels and ends beyond. `component` and `seams`
/// are of one component, `extent` is that of the labels. Nothing: the component crosses a seam without
/// AxisSeam::has_ends().
GLCCL_API std::optional<Box> unwrapped_box(const Component& component, const Seams& seams, const Extent& extent);

/// The centroid of a component with its parts side by side, as unwrapped_box(), and under the same condition. It may
/// lie beyond the labels; less the size of the axis it is a place in them. Requires an area from 1.
GLCCL_API std::optional<UnwrappedCentroid> unwrapped_centroid(const Component& component, const Seams& seams,
                                                              const Extent& extent);

}  // namespace glccl
