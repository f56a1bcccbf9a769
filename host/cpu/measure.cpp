#include <algorithm>
#include <cstring>
#include <string>

#include "glccl/host/cpu.hpp"

namespace glccl::host {
namespace {

/// Adds an element to the row of its component. Elements come in raster order.
void add_element(Component& component, std::uint32_t label, std::size_t place, const Position& at) {
  if (component.area == 0) {
    component.label = label;
    component.box = {at.x, at.y, at.x, at.y, at.z, at.z};
    component.first = place;
  }
  Box& box = component.box;
  ++component.area;
  box.x0 = std::min(box.x0, at.x);
  box.x1 = std::max(box.x1, at.x);
  box.y0 = std::min(box.y0, at.y);
  box.y1 = std::max(box.y1, at.y);
  box.z1 = at.z;
  component.sum_x += static_cast<std::uint64_t>(at.x);
  component.sum_y += static_cast<std::uint64_t>(at.y);
  component.sum_z += static_cast<std::uint64_t>(at.z);
}

/// A stored integer as the bits of one of 32 bits.
template <class Sample>
std::uint32_t value_at(const std::uint8_t* pixel) {
  Sample value = 0;
  std::memcpy(&value, pixel, sizeof value);
  return static_cast<std::uint32_t>(value);
}

}  // namespace

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
  for (int z = 0; z < labels.extent.depth; ++z) {
    for (int y = 0; y < labels.extent.height; ++y) {
      for (int x = 0; x < labels.extent.width; ++x, ++i) {
        const std::uint32_t label = labels.values[i];
        if (label != 0) add_element(components[label - 1], label, i, {x, y, z});
      }
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

void read_values(const ImageView& image, std::vector<Component>& components) {
  const std::size_t bytes = bytes_per_pixel(image.format);
  for (Component& component : components) {
    const Position at = position_of(component.first, image.extent);
    const std::uint8_t* pixel = image.row(at.y, at.z) + static_cast<std::size_t>(at.x) * bytes;
    switch (image.format) {
      case PixelFormat::rgba8:
        component.value =
            pixel[0] | std::uint32_t{pixel[1]} << 8 | std::uint32_t{pixel[2]} << 16 | std::uint32_t{pixel[3]} << 24;
        break;
      case PixelFormat::i8:
        component.value = value_at<std::int8_t>(pixel);
        break;
      case PixelFormat::u16:
        component.value = value_at<std::uint16_t>(pixel);
        break;
      case PixelFormat::i16:
        component.value = value_at<std::int16_t>(pixel);
        break;
      case PixelFormat::u32:
      case PixelFormat::i32:
      case PixelFormat::rg32u:
        component.value = value_at<std::uint32_t>(pixel);
        break;
      default:
        component.value = pixel[0];
        break;
    }
  }
}

}  // namespace glccl::host
