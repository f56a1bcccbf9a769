#include "glccl/seams.hpp"

namespace glccl {
namespace {

/// Whether a component has a begin and an end on an axis.
bool has_place(const AxisSeam& seam, int size) { return !crosses_seam(seam) || has_ends(seam, size); }

bool has_place(const Seams& seams, const Extent& extent) {
  return has_place(seams.x, extent.width) && has_place(seams.y, extent.height) && has_place(seams.z, extent.depth);
}

/// The mean of a coordinate over `area` elements with the sum `sum`. The part in the lower half is moved behind the
/// other one.
double mean(std::uint64_t sum, const AxisSeam& seam, int size, std::uint64_t area) {
  const double moved = crosses_seam(seam) ? static_cast<double>(seam.lower_area) * size : 0.0;
  return (static_cast<double>(sum) + moved) / static_cast<double>(area);
}

}  // namespace

std::optional<Box> unwrapped_box(const Component& component, const Seams& seams, const Extent& extent) {
  if (!has_place(seams, extent)) return std::nullopt;
  Box box = component.box;
  const auto unwrap = [](const AxisSeam& seam, int size, int& begin, int& end) {
    if (!crosses_seam(seam)) return;
    begin = size - seam.upper;
    end = size + seam.lower - 1;
  };
  unwrap(seams.x, extent.width, box.x0, box.x1);
  unwrap(seams.y, extent.height, box.y0, box.y1);
  unwrap(seams.z, extent.depth, box.z0, box.z1);
  return box;
}

std::optional<UnwrappedCentroid> unwrapped_centroid(const Component& component, const Seams& seams,
                                                    const Extent& extent) {
  if (!has_place(seams, extent)) return std::nullopt;
  return UnwrappedCentroid{mean(component.sum_x, seams.x, extent.width, component.area),
                           mean(component.sum_y, seams.y, extent.height, component.area),
                           mean(component.sum_z, seams.z, extent.depth, component.area)};
}

}  // namespace glccl
