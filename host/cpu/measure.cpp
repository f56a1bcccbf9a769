#include <algorithm>
#include <string>

#include "glccl/host/labeling.hpp"

namespace glccl::host {

Result<std::vector<Component>> measure_components(const LabelImage& labels) {
  std::uint32_t count = 0;
  for (const std::uint32_t label : labels.values) count = std::max(count, label);
  if (count > labels.values.size()) {
    return Error{ErrorCode::invalid_argument,
                 "cannot measure: label " + std::to_string(count) + " is above the number of pixels, " +
                     std::to_string(labels.values.size()) + "; labels have to be 1..N (raster numbering)"};
  }

  std::vector<Component> components(count);
  std::size_t i = 0;
  for (int y = 0; y < labels.size.height; ++y) {
    for (int x = 0; x < labels.size.width; ++x, ++i) {
      const std::uint32_t label = labels.values[i];
      if (label == 0) continue;
      Component& component = components[label - 1];
      if (component.area == 0) {
        component.label = label;
        component.box = {x, y, x, y};
        component.first_x = x;
        component.first_y = y;
      }
      ++component.area;
      component.box.x0 = std::min(component.box.x0, x);
      component.box.x1 = std::max(component.box.x1, x);
      component.box.y1 = y;
      component.sum_x += static_cast<std::uint64_t>(x);
      component.sum_y += static_cast<std::uint64_t>(y);
    }
  }

  const auto missing =
      std::find_if(components.begin(), components.end(), [](const Component& c) { return c.area == 0; });
  if (missing != components.end()) {
    return Error{ErrorCode::invalid_argument,
                 "cannot measure: the labels reach " + std::to_string(count) + " but no pixel has label " +
                     std::to_string(missing - components.begin() + 1) + "; labels have to be 1..N (raster numbering)"};
  }
  return components;
}

void read_values(const Image& image, std::vector<Component>& components) {
  for (Component& component : components) {
    if (image.format != PixelFormat::rgba8) {
      component.value = image.grey_at(component.first_x, component.first_y);
      continue;
    }
    const std::uint8_t* color =
        image.bytes.data() +
        4 * (std::size_t(component.first_y) * std::size_t(image.size.width) + std::size_t(component.first_x));
    component.value =
        color[0] | std::uint32_t{color[1]} << 8 | std::uint32_t{color[2]} << 16 | std::uint32_t{color[3]} << 24;
  }
}

}  // namespace glccl::host
