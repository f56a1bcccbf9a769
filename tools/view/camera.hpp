// Where the image lies in the window.
#pragma once

#include <algorithm>
#include <cmath>

#include "glccl/types.hpp"

namespace glccl::view {

/// A place in the window, in pixels from its top left corner.
struct Place {
  float x = 0.0F;
  float y = 0.0F;
};

/// A pixel of the image.
struct Pixel {
  int x = 0;
  int y = 0;
};

/// A part of the window.
struct Area {
  float x = 0.0F;
  float y = 0.0F;
  float width = 0.0F;
  float height = 0.0F;
  bool contains(Place place) const {
    return place.x >= x && place.y >= y && place.x < x + width && place.y < y + height;
  }
  Place middle() const { return {x + width / 2, y + height / 2}; }
};

/// Zoom and pan. Image pixel (x, y) has its top left corner at `origin + zoom * (x, y)` of the window.
class Camera {
 public:
  float zoom() const { return zoom_; }
  Place origin() const { return origin_; }

  /// The image fills the area as far as it can; where it is enlarged, by a whole number unless that wastes much.
  void fit(const Area& area, Size image) {
    constexpr float margin = 6.0F;
    const float across = (area.width - 2 * margin) / static_cast<float>(image.width);
    const float down = (area.height - 2 * margin) / static_cast<float>(image.height);
    const float largest = std::max(std::min(across, down), least_zoom);
    const float whole = std::floor(largest);
    zoom_ = std::min(whole >= 0.75F * largest ? whole : largest, 48.0F);
    center(area, static_cast<float>(image.width) / 2, static_cast<float>(image.height) / 2);
  }

  /// Brings a place of the image to the middle of the area.
  void center(const Area& area, float x, float y) {
    const Place middle = area.middle();
    origin_ = {std::round(middle.x - zoom_ * x), std::round(middle.y - zoom_ * y)};
  }

  void set_zoom(float zoom) { zoom_ = std::clamp(zoom, least_zoom, largest_zoom); }

  /// What lies at `place` of the window stays there.
  void zoom_at(Place place, float factor) {
    const float zoom = std::clamp(zoom_ * factor, least_zoom, largest_zoom);
    origin_ = {place.x - (place.x - origin_.x) * zoom / zoom_, place.y - (place.y - origin_.y) * zoom / zoom_};
    zoom_ = zoom;
  }

  void pan(float x, float y) { origin_ = {origin_.x + x, origin_.y + y}; }

  Place to_window(float x, float y) const { return {origin_.x + zoom_ * x, origin_.y + zoom_ * y}; }
  Place to_image(Place place) const { return {(place.x - origin_.x) / zoom_, (place.y - origin_.y) / zoom_}; }

 private:
  static constexpr float least_zoom = 0.01F;
  static constexpr float largest_zoom = 256.0F;
  float zoom_ = 1.0F;
  Place origin_;
};

}  // namespace glccl::view
