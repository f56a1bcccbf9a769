// A part of an image or volume that a Runner labels by itself.
#pragma once

#include <optional>

#include "glccl/engines/runner.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::engines {

/// The rectangle of an image or the box of a volume, or all of it without one. Error `invalid_argument`: it is empty or
/// reaches outside.
inline Result<ImageView> part_of(ImageView image, const std::optional<Rectangle>& rectangle) {
  if (!rectangle) return image;
  if (Result<void> status = check_rectangle(*rectangle, image.extent, "the image"); !status) return status.error();
  image.slice_bytes = image.slice_pitch();
  image.row_bytes = image.row_pitch();
  image.data =
      image.row(rectangle->y0, rectangle->z0) + static_cast<std::size_t>(rectangle->x0) * bytes_per_pixel(image.format);
  image.extent = extent_of(*rectangle);
  return image;
}

/// The same part of the second images.
inline Result<SecondImages> parts_of(SecondImages images, const std::optional<Rectangle>& rectangle) {
  for (std::optional<ImageView>* const image : {&images.mask, &images.intensity}) {
    if (!*image) continue;
    const Result<ImageView> part = part_of(**image, rectangle);
    if (!part) return part.error();
    *image = *part;
  }
  return images;
}

}  // namespace glccl::engines
