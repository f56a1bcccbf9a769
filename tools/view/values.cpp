#include "tools/view/values.hpp"

#include <algorithm>
#include <cmath>

#include "glccl/host/image_files.hpp"
#include "host/image/stored_number.hpp"

namespace glccl::view {
namespace {

/// Calls visit(index, number) for every element of an image of one channel.
template <class Visit>
void visit_numbers(const host::Image& image, const Visit& visit) {
  const FormatTraits& format = traits_of(image.format);
  const std::size_t bytes = bytes_per_pixel(image.format);
  for (std::size_t i = 0; i < image.bytes.size() / bytes; ++i) {
    visit(i, host::stored_number(&image.bytes[i * bytes], format));
  }
}

}  // namespace

ValueRange range_of(const host::Image& image) {
  if (host::is_picture(image.format)) return {.largest = static_cast<double>(image.white())};
  ValueRange range{.largest = 0.0, .whole = traits_of(image.format).is_integer};
  visit_numbers(image, [&range](std::size_t, double value) {
    if (!std::isfinite(value)) return;
    range.least = std::min(range.least, value);
    range.largest = std::max(range.largest, value);
  });
  return range;
}

host::Image to_picture(const host::Image& image, const ValueRange& range) {
  if (host::is_picture(image.format)) return image;
  host::Image picture{image.extent, PixelFormat::u8, {}};
  picture.bytes.resize(static_cast<std::size_t>(image.extent.elements()));
  const double scale = range.largest > range.least ? 255.0 / (range.largest - range.least) : 0.0;
  visit_numbers(image, [&](std::size_t i, double value) {
    const double shade = std::isnan(value) ? 0.0 : std::clamp((value - range.least) * scale, 0.0, 255.0);
    picture.bytes[i] = static_cast<std::uint8_t>(std::lround(shade));
  });
  return picture;
}

}  // namespace glccl::view
