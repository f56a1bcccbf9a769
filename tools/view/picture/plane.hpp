// The plane that the canvas shows: an image, a slice of a volume, or a projection of it.
#pragma once

#include <array>

#include "glccl/host/slice.hpp"
#include "glccl/types.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/settings.hpp"

namespace glccl::view {

/// A vector in a volume: x, y, z.
using Vector = std::array<float, 3>;

/// The columns and rows of the canvas' picture, and what of the volume they show.
class ShownPlane {
 public:
  /// The plane of a source of this extent. Requires that it has the slice of the view.
  ShownPlane(const Extent& source, const VolumeView& view);

  /// Columns and rows. A projection is a square that the volume fits into at every turn, with pixels as large as
  /// voxels.
  const Extent& extent() const { return extent_; }

  bool is_projection() const { return projected_; }

  /// The slice. The only one of an image.
  const host::Slice& slice() const { return slice_; }

  /// The axes of a projection in the volume: to the right, down, and away from the eye. Each has length 1.
  const std::array<Vector, 3>& axes() const { return axes_; }

  /// The point of the plane where a point of the volume is seen, in pixels. Element (x, y, z) reaches from there to
  /// (x + 1, y + 1, z + 1).
  WindowPoint at(const Vector& point) const;

 private:
  Extent source_;
  bool projected_;
  host::Slice slice_;
  Extent extent_;
  std::array<Vector, 3> axes_;
};

}  // namespace glccl::view
