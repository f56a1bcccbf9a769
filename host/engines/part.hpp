// A part of an image that a Runner labels by itself.
#pragma once

#include <optional>
#include <string>

#include "glccl/image.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// The rectangle of an image, or all of it without one. Error `invalid_argument`: it is empty or reaches outside.
inline Result<ImageView> part_of(ImageView image, const std::optional<Box>& rectangle) {
  if (!rectangle) return image;
  const Box& box = *rectangle;
  const bool inside = box.x0 >= 0 && box.y0 >= 0 && box.x1 < image.extent.width && box.y1 < image.extent.height;
  if (!inside || box.x0 > box.x1 || box.y0 > box.y1 || image.extent.is_volume()) {
    return Error{ErrorCode::invalid_argument, "the rectangle (" + std::to_string(box.x0) + ", " +
                                                  std::to_string(box.y0) + ") to (" + std::to_string(box.x1) + ", " +
                                                  std::to_string(box.y1) + ") is no part of an image of " +
                                                  to_string(image.extent) + ": corners count from 0, both inclusive"};
  }
  image.row_bytes = image.row_pitch();
  image.data = image.row(box.y0) + static_cast<std::size_t>(box.x0) * bytes_per_pixel(image.format);
  image.extent = {box.x1 - box.x0 + 1, box.y1 - box.y0 + 1};
  return image;
}

}  // namespace glccl::engines
