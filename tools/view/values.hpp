// Values of images that are no pictures, for the eye and for sliders.
#pragma once

#include "glccl/host/image.hpp"

namespace glccl::view {

/// The values that a slider for a threshold offers.
struct ValueRange {
  double least = 0.0;
  double largest = 255.0;
  bool whole = true;  ///< Values are whole numbers.
};

/// From 0 to Image::white() for u8, u16 and rgba8; for other formats of one channel the smallest and the largest finite
/// value, 0 among them.
ValueRange range_of(const host::Image& image);

/// The image as a picture: itself if it is u8, u16 or rgba8, else its values as u8, from 0 for the least of the range
/// to 255 for the largest.
host::Image to_picture(const host::Image& image, const ValueRange& range);

}  // namespace glccl::view
