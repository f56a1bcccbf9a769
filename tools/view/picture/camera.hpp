// The place of the image in the window.
#pragma once

#include <algorithm>
#include <cmath>

#include "glccl/types.hpp"

namespace glccl::view {

/// A point of the window, in pixels from its top left corner.
struct WindowPoint {
  float x = 0.0F;
  float y = 0.0F;
};

/// A rectangle of the window.
struct Area {
  float x = 0.0F;
  float y = 0.0F;
  float width = 0.0F;
  float height = 0.0F;
  bool contains(WindowPoint point) const {
    return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
  }
  WindowPoint middle() const { return {x + width / 2, y + height / 2}; }
};

/// Zoom and pan. The top left corner of image pixel (x, y) is the point `origin + zoom * (x, y)` of the window.
class Camera {
 public:
  float zoom() const { return zoom_; }
  WindowPoint origin() const { return origin_; }

  /// Makes the image fill the area as far as it can. Enlarges by a whole number unless that wastes much of the area.
  void fit(const Area& area, Extent image) {
    constexpr float margin = 6.0F;
    const float across = (area.width - 2 * margin) / static_cast<float>(image.width);
    const float down = (area.height - 2 * margin) / static_cast<float>(image.height);
    const float largest = std::max(std::min(across, down), least_zoom);
    const float whole = std::floor(largest);
    zoom_ = std::min(whole >= 0.75F * largest ? whole : largest, 48.0F);
    center(area, static_cast<float>(image.width) / 2, static_cast<float>(image.height) / 2);
  }

  /// Moves the point (x, y) of the image to the middle of the area.
  void center(const Area& area, float x, float y) {
    const WindowPoint middle = area.middle();
    origin_ = {std::round(middle.x - zoom_ * x), std::round(middle.y - zoom_ * y)};
  }

  void set_zoom(float zoom) { zoom_ = std::clamp(zoom, least_zoom, largest_zoom); }

  /// Zooms about `point`: the pixel that lies there stays there.
  void zoom_at(WindowPoint point, float factor) {
    const float zoom = std::clamp(zoom_ * factor, least_zoom, largest_zoom);
    origin_ = {point.x - (point.x - origin_.x) * zoom / zoom_, point.y - (point.y - origin_.y) * zoom / zoom_};
    zoom_ = zoom;
  }

  void pan(float x, float y) { origin_ = {origin_.x + x, origin_.y + y}; }

  WindowPoint to_window(float x, float y) const { return {origin_.x + zoom_ * x, origin_.y + zoom_ * y}; }
  WindowPoint to_image(WindowPoint point) const {
    return {(point.x - origin_.x) / zoom_, (point.y - origin_.y) / zoom_};
  }

 private:
  static constexpr float least_zoom = 0.01F;
  static constexpr float largest_zoom = 256.0F;
  float zoom_ = 1.0F;
  WindowPoint origin_;
};

}  // namespace glccl::view
