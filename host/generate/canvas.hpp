// The image or volume that generated shapes are drawn on, and the random numbers for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "glccl/host/image.hpp"

namespace glccl::host {

/// The value of foreground pixels in generated images.
constexpr std::uint8_t generated_foreground = 255;

/// The source of random numbers, one call per draw. Used with integer arithmetic only: the distributions of the
/// standard library differ between implementations.
using Random = std::mt19937;

/// One draw modulo `n`.
inline std::int64_t draw(Random& random, std::int64_t n) { return static_cast<std::int64_t>(random()) % n; }

/// An image or volume that starts as background, with 64-bit coordinates.
class PixelCanvas {
 public:
  explicit PixelCanvas(Extent extent)
      : image_{extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))} {}

  std::int64_t width() const { return image_.extent.width; }
  std::int64_t height() const { return image_.extent.height; }
  std::int64_t depth() const { return image_.extent.depth; }

  std::uint8_t& at(std::int64_t x, std::int64_t y, std::int64_t z = 0) {
    return image_.bytes[static_cast<std::size_t>((z * height() + y) * width() + x)];
  }

  /// Fills the pixels x0 <= x < x1, y0 <= y < y1 of slice 0 that lie in the image.
  void fill(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1,
            std::uint8_t value = generated_foreground) {
    fill_box(x0, y0, 0, x1, y1, 1, value);
  }

  /// Fills the elements x0 <= x < x1, y0 <= y < y1, z0 <= z < z1 that lie in the volume.
  void fill_box(std::int64_t x0, std::int64_t y0, std::int64_t z0, std::int64_t x1, std::int64_t y1, std::int64_t z1,
                std::uint8_t value = generated_foreground) {
    x0 = std::max<std::int64_t>(x0, 0);
    x1 = std::min(x1, width());
    if (x0 >= x1) return;
    for (std::int64_t z = std::max<std::int64_t>(z0, 0); z < std::min(z1, depth()); ++z) {
      for (std::int64_t y = std::max<std::int64_t>(y0, 0); y < std::min(y1, height()); ++y) {
        std::fill_n(&at(x0, y, z), x1 - x0, value);
      }
    }
  }

  std::vector<std::uint8_t>& bytes() { return image_.bytes; }
  Image take() { return std::move(image_); }

 private:
  Image image_;
};

}  // namespace glccl::host
