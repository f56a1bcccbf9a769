// A part of an image that a Runner labels by itself.
#pragma once

#include <optional>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::engines {

/// The rectangle of an image, or all of it without one. Errors `invalid_argument`: it is empty or reaches outside; a
/// rectangle of a volume.
inline Result<ImageView> part_of(ImageView image, const std::optional<Box>& rectangle) {
  if (!rectangle) return image;
  if (image.extent.is_volume()) {
    return Error{ErrorCode::invalid_argument,
                 "a rectangle is a part of an image, and this is a volume of " + to_string(image.extent)};
  }
  if (Status status = check_rectangle(*rectangle, image.extent, "the image"); !status) return status.error();
  image.row_bytes = image.row_pitch();
  image.data = image.row(rectangle->y0) + static_cast<std::size_t>(rectangle->x0) * bytes_per_pixel(image.format);
  image.extent = extent_of(*rectangle);
  return image;
}

}  // namespace glccl::engines
