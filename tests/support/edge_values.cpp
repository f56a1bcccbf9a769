#include "tests/support/edge_values.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>

#include "tests/support/images.hpp"

namespace glccl::tests {
namespace {

constexpr Extent random_extent{71, 45};

}  // namespace

std::vector<float> edge_floats() {
  // Denormals end below 0x00800000. float_difference.glsl treats floats below 2^-95, 0x10000000, differently.
  std::vector<float> values;
  for (const std::uint32_t bits :
       {0x00000000U, 0x00000001U, 0x00000002U, 0x000116C2U, 0x00400000U, 0x007FFFFFU, 0x00800000U,
        0x00800001U, 0x00FFFFFFU, 0x01000000U, 0x03ABCDEFU, 0x0FFFFFFFU, 0x10000000U, 0x10000001U,
        0x107FFFFFU, 0x10800000U, 0x3F7FFFFFU, 0x3F800000U, 0x3F800001U, 0x4B800000U, 0x7F000000U,
        0x7F7FFFFFU, 0x7F800000U, 0x7F800001U, 0x7FC00000U, 0x7FFFFFFFU}) {
    values.push_back(std::bit_cast<float>(bits));
    values.push_back(std::bit_cast<float>(bits | 0x80000000U));
  }
  return values;
}

std::vector<std::uint16_t> edge_halves() {
  std::vector<std::uint16_t> values;
  for (const int bits : {0x0000, 0x0001, 0x0002, 0x03FF, 0x0400, 0x0401, 0x3BFF, 0x3C00, 0x3C01, 0x7BFE, 0x7BFF, 0x7C00,
                         0x7C01, 0x7E00, 0x7FFF}) {
    values.push_back(static_cast<std::uint16_t>(bits));
    values.push_back(static_cast<std::uint16_t>(bits | 0x8000));
  }
  return values;
}

host::Image pairs_of_edge_floats() {
  const std::vector<float> values = edge_floats();
  const auto count = static_cast<int>(values.size());
  // 5x3 pixels for each pair:   a b . a .
  //                             . . . b .
  //                             . . . . .
  const Extent extent{5 * count, 3 * count};
  std::vector<float> pixels(static_cast<std::size_t>(extent.elements()), std::numeric_limits<float>::quiet_NaN());
  const auto at = [&](int x, int y) -> float& { return pixels[static_cast<std::size_t>(y * extent.width + x)]; };
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) {
      at(5 * b, 3 * a) = at(5 * b + 3, 3 * a) = values[static_cast<std::size_t>(a)];
      at(5 * b + 1, 3 * a) = at(5 * b + 3, 3 * a + 1) = values[static_cast<std::size_t>(b)];
    }
  }
  return image_of_values(extent, PixelFormat::f32, pixels);
}

host::Image random_edge_floats() {
  std::mt19937 random(1);
  const std::vector<float> values = edge_floats();
  std::vector<float> pixels(static_cast<std::size_t>(random_extent.elements()));
  float last = 0.0F;
  for (float& pixel : pixels) {
    if (random() % 2 == 0) last = values[random() % values.size()];
    pixel = last;
  }
  return image_of_values(random_extent, PixelFormat::f32, pixels);
}

host::Image random_edge_halves() {
  std::mt19937 random(2);
  const std::vector<std::uint16_t> values = edge_halves();
  std::vector<std::uint16_t> pixels(4 * static_cast<std::size_t>(random_extent.elements()));
  for (std::size_t i = 4; i < pixels.size(); i += 4) {
    std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(i) - 4, 4,
                pixels.begin() + static_cast<std::ptrdiff_t>(i));
    if (random() % 2 == 0) pixels[i + random() % 4] = values[random() % values.size()];
  }
  return image_of_values(random_extent, PixelFormat::rgba16f, pixels);
}

}  // namespace glccl::tests
