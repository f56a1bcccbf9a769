#include "glccl/host/overlay.hpp"

#include <algorithm>
#include <array>

namespace glccl::host {
namespace {

using Colour = std::array<int, 3>;

/// A saturated colour that depends on the label alone. Hues step by the golden ratio: consecutive labels, often
/// neighbours in the image, have distant hues, and no hue returns soon. Integers give the same colour on every machine.
Colour colour_of(std::uint32_t label) {
  const std::uint32_t turn = label * 2654435769U;  // 2^32 / golden ratio
  const int hue = static_cast<int>(std::uint64_t{turn} * (6 * 256) >> 32);
  const int rise = hue % 256;
  constexpr int high = 255;
  constexpr int low = 40;
  const int up = low + (high - low) * rise / 255;
  const int down = high - (high - low) * rise / 255;
  switch (hue / 256) {
    case 0:
      return {high, up, low};
    case 1:
      return {down, high, low};
    case 2:
      return {low, high, up};
    case 3:
      return {low, down, high};
    case 4:
      return {up, low, high};
    default:
      return {high, low, down};
  }
}

/// Pixel `i` of the source as 8-bit RGB.
Colour source_colour(const Image& source, std::size_t i, int width, unsigned white) {
  if (source.format == PixelFormat::rgba8)
    return {source.bytes[4 * i], source.bytes[4 * i + 1], source.bytes[4 * i + 2]};
  const auto x = static_cast<int>(i % static_cast<std::size_t>(width));
  const auto y = static_cast<int>(i / static_cast<std::size_t>(width));
  const int grey = static_cast<int>(source.grey_at(x, y) * 255 / white);
  return {grey, grey, grey};
}

void put(Image& image, std::size_t i, const Colour& colour) {
  for (std::size_t c = 0; c < 3; ++c) image.bytes[4 * i + c] = static_cast<std::uint8_t>(colour[c]);
  image.bytes[4 * i + 3] = 255;
}

/// Draws the rectangle of a box on each of its slices.
void draw_box(Image& image, const Box& box, const Colour& colour) {
  for (int z = box.z0; z <= box.z1; ++z) {
    for (int x = box.x0; x <= box.x1; ++x) {
      for (const int y : {box.y0, box.y1}) put(image, place_of({x, y, z}, image.extent), colour);
    }
    for (int y = box.y0; y <= box.y1; ++y) {
      for (const int x : {box.x0, box.x1}) put(image, place_of({x, y, z}, image.extent), colour);
    }
  }
}

}  // namespace

Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components) {
  Image image{source.extent, PixelFormat::rgba8,
              std::vector<std::uint8_t>(static_cast<std::size_t>(source.extent.elements()) * 4)};
  const unsigned white = source.white();
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    const Colour from = source_colour(source, i, source.extent.width, white);
    const std::uint32_t label = labels.values[i];
    const Colour tint = colour_of(label);
    Colour to{};
    for (std::size_t c = 0; c < 3; ++c) to[c] = label == 0 ? from[c] * 2 / 5 : (from[c] + tint[c]) / 2;
    put(image, i, to);
  }
  for (const Component& component : components) draw_box(image, component.box, colour_of(component.label));
  return image;
}

}  // namespace glccl::host
