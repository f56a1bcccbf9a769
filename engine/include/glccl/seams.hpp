// Components that cross the seams of periodic axes (LabelingSpec::periodic): boxes, sums and centroids of the component
// table are those of the coordinates in the image, so the box of a component that crosses a seam reaches from one end
// of the axis to the other. The functions here put its parts side by side, by table_column_seams of the table.
#pragma once

#include <optional>

#include "glccl/api.h"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// A centroid in coordinates that go on behind the end of periodic axes.
struct UnwrappedCentroid {
  double x = 0.0;  ///< 0 to less than twice the width.
  double y = 0.0;  ///< 0 to less than twice the height.
  double z = 0.0;  ///< 0 to less than twice the depth; 0 in images.
};

/// Whether a component that crosses the seam of an axis of `size` elements ends on either side of it: at least one
/// coordinate, at the border of the halves, separates its two parts. If not, it may reach around the axis, and has no
/// begin or end.
inline bool has_ends(const AxisSeam& seam, int size) { return seam.upper < size - seam.lower; }

/// The box of a component with its parts side by side: along an axis whose seam it crosses, its part in the lower half
/// lies behind that in the upper half, so the box begins inside of the labels and ends beyond. `component` and `seams`
/// are of one component, `extent` is that of the labels. Nothing: the component crosses a seam without has_ends().
GLCCL_API std::optional<Box> unwrapped_box(const Component& component, const Seams& seams, const Extent& extent);

/// The centroid of a component with its parts side by side, as unwrapped_box(), and under the same condition. It may
/// lie beyond the labels; less the size of the axis it is a place in them. Requires an area from 1.
GLCCL_API std::optional<UnwrappedCentroid> unwrapped_centroid(const Component& component, const Seams& seams,
                                                              const Extent& extent);

}  // namespace glccl
