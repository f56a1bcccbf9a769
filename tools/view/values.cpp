#include "tools/view/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "glccl/host/image_files.hpp"

namespace glccl::view {
namespace {

template <class Stored, class Visit>
void visit_as(const host::Image& image, const Visit& visit) {
  for (std::size_t i = 0; i < image.bytes.size() / sizeof(Stored); ++i) {
    Stored value;
    std::memcpy(&value, &image.bytes[i * sizeof value], sizeof value);
    visit(i, static_cast<double>(value));
  }
}

/// Calls visit(index, value) for every element of an image of one channel that files can hold and pictures do not.
template <class Visit>
void visit_values(const host::Image& image, const Visit& visit) {
  switch (image.format) {
    case PixelFormat::i8:
      return visit_as<std::int8_t>(image, visit);
    case PixelFormat::i16:
      return visit_as<std::int16_t>(image, visit);
    case PixelFormat::u32:
      return visit_as<std::uint32_t>(image, visit);
    case PixelFormat::i32:
      return visit_as<std::int32_t>(image, visit);
    case PixelFormat::f32:
      return visit_as<float>(image, visit);
    default:
      return;
  }
}

}  // namespace

ValueRange range_of(const host::Image& image) {
  if (host::is_picture(image.format)) return {.largest = static_cast<double>(image.white())};
  ValueRange range{.largest = 0.0, .whole = traits_of(image.format).is_integer};
  visit_values(image, [&range](std::size_t, double value) {
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
  visit_values(image, [&](std::size_t i, double value) {
    const double shade = std::isnan(value) ? 0.0 : std::clamp((value - range.least) * scale, 0.0, 255.0);
    picture.bytes[i] = static_cast<std::uint8_t>(std::lround(shade));
  });
  return picture;
}

}  // namespace glccl::view
