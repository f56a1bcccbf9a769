#include "glccl/seams.hpp"

#include "engine/vocabulary/seam_places.hpp"

namespace glccl {

std::optional<Box> unwrapped_box(const Component& component, const Seams& seams, const Extent& extent) {
  if (!has_place(seams, extent)) return std::nullopt;
  const auto& [width, height, depth] = extent;
  const Box& box = component.box;
  return Box{unwrapped_first(seams.x, width, box.x0), unwrapped_first(seams.y, height, box.y0),
             unwrapped_last(seams.x, width, box.x1),  unwrapped_last(seams.y, height, box.y1),
             unwrapped_first(seams.z, depth, box.z0), unwrapped_last(seams.z, depth, box.z1)};
}

std::optional<UnwrappedCentroid> unwrapped_centroid(const Component& component, const Seams& seams,
                                                    const Extent& extent) {
  if (!has_place(seams, extent)) return std::nullopt;
  return UnwrappedCentroid{unwrapped_mean(seams.x, extent.width, component.sum_x, component.area),
                           unwrapped_mean(seams.y, extent.height, component.sum_y, component.area),
                           unwrapped_mean(seams.z, extent.depth, component.sum_z, component.area)};
}

}  // namespace glccl
