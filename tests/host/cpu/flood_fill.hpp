// Labels by flood fill: slow, and simple enough to judge cpu-serial.
#pragma once

#include <cstddef>
#include <functional>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// The labels in raster order of elements by their places: of those that are foreground, where neighbours belong to one
/// component if they are connected.
LabelImage flood_fill(const Extent& extent, Connectivity connectivity, const PeriodicAxes& periodic,
                      const std::function<bool(std::size_t)>& is_foreground,
                      const std::function<bool(std::size_t, std::size_t)>& are_connected);

/// The labels of an image or volume in raster order. Foreground is what is not zero, also with Equal; Difference by the
/// sum, without background. Requires u8, u16 or rgba8.
LabelImage flood_fill(const host::Image& image, Connectivity connectivity, const Criterion& criterion = Foreground{},
                      const PeriodicAxes& periodic = {});

}  // namespace glccl::tests
