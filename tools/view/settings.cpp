#include "tools/view/settings.hpp"

#include <algorithm>
#include <cmath>

#include "tools/glccl/options/arguments.hpp"

namespace glccl::view {

void Turn::by(float x, float y) {
  azimuth = std::remainder(azimuth - x / 2.0F, 360.0F);
  elevation = std::clamp(elevation + y / 2.0F, -90.0F, 90.0F);
}

void VolumeView::show(const host::Slice& slice) {
  axis = slice.axis;
  places[static_cast<std::size_t>(axis)] = slice.place;
  projected = false;
}

void Settings::adapt_to(const Extent& extent) {
  volume.places = {extent.width / 2, extent.height / 2, extent.depth / 2};
  if (!extent.is_volume()) volume.axis = host::Axis::z;
  volume.projected = volume.projected && extent.is_volume();
  if (tools::is_in_space(connectivity) != extent.is_volume())
    connectivity = connectivity_in(extent, Connectivity::full);
  if (extent.is_volume() && !capabilities_of(engine).has_volumes()) engine = Engine::compute;
}

}  // namespace glccl::view
