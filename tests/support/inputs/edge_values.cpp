#include "tests/support/inputs/edge_values.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

constexpr Extent random_extent{71, 45};

/// Pixels of values: one repeats the one before it, except for a random channel in every second pixel.
template <class Value>
host::Image random_edges(PixelFormat format, const std::vector<Value>& values, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto channels = static_cast<std::size_t>(traits_of(format).channels);
  std::vector<Value> pixels(channels * static_cast<std::size_t>(random_extent.elements()));
  for (std::size_t i = 0; i < pixels.size(); i += channels) {
    for (std::size_t c = 0; i > 0 && c < channels; ++c) pixels[i + c] = pixels[i + c - channels];
    if (random() % 2 == 0) pixels[i + random() % channels] = values[random() % values.size()];
  }
  return image_of_values(random_extent, format, pixels);
}

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

host::Image random_edge_floats(PixelFormat format) { return random_edges(format, edge_floats(), 1); }

host::Image random_edge_halves(PixelFormat format) { return random_edges(format, edge_halves(), 2); }

SmallSums small_sums() {
  std::mt19937 random(3);
  constexpr int pairs = 2000;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto draw = [&](int first_exponent, int exponents) {
    const auto exponent = first_exponent + static_cast<int>(random() % static_cast<unsigned>(exponents));
    const float value = std::ldexp(1.0F + static_cast<float>(random() % 4096) / 4096.0F, exponent);
    return random() % 2 == 0 ? value : -value;
  };
  SmallSums made{{{3 * pairs, 1}, PixelFormat::rg32f, {}}, {0.0F}};
  std::vector<float> pixels;
  for (int i = 0; i < pairs; ++i) {
    float sum = 0.0F;
    std::array<float, 6> six{};
    for (std::size_t channel = 0; channel < 2; ++channel) {
      // From large operands the smallest differences, or operands near zero themselves.
      const float a = random() % 2 == 0 ? draw(-96, 4) : draw(-149, 64);
      const float b = random() % 2 == 0 ? a + std::ldexp(a, -23) : random() % 2 == 0 ? 0.0F : a + draw(-149, 60);
      six[channel] = a;
      six[2 + channel] = b;
      six[4 + channel] = nan;
      sum += std::abs(a - b);
    }
    pixels.insert(pixels.end(), six.begin(), six.end());
    if (i % 50 == 0) made.largest.insert(made.largest.end(), {sum, std::nextafter(sum, 0.0F)});
  }
  made.image = image_of_values(made.image.extent, PixelFormat::rg32f, pixels);
  return made;
}

}  // namespace glccl::tests
