#include "tests/support/inputs/format_cases.hpp"

#include <cstdint>

#include "tests/support/inputs/images.hpp"

namespace glccl::tests {

std::vector<ThresholdCase> threshold_cases() {
  constexpr Extent extent{4, 1};
  // Half floats: -1, 0.25, 0.5 and 1024 in the red channel.
  const std::vector<std::uint16_t> halves = {0xBC00, 0, 0, 0, 0x3400, 0, 0, 0, 0x3800, 0, 0, 0, 0x6400, 0, 0, 0};
  return {
      {image_of_values<std::uint8_t>(extent, PixelFormat::u8, {0, 10, 200, 255}), 10.0F},
      {image_of_values<std::uint8_t>(extent, PixelFormat::u8, {0, 10, 11, 255}), 10.75F},
      {image_of_values<std::uint16_t>(extent, PixelFormat::u16, {0, 300, 40000, 65535}), 300.75F},
      {image_of_values<std::uint32_t>(extent, PixelFormat::u32, {0, 70000, 3000000000U, 4294967295U}), 70000.0F},
      {image_of_values<std::int8_t>(extent, PixelFormat::i8, {-128, -3, -2, 127}), -2.25F},
      {image_of_values<std::int16_t>(extent, PixelFormat::i16, {-32768, -300, -299, 32767}), -300.0F},
      {image_of_values<std::int32_t>(extent, PixelFormat::i32, {-2147483647 - 1, -70000, -69999, 2147483647}),
       -70000.0F},
      {image_of_values<std::uint32_t>(extent, PixelFormat::rg32u, {0, 9, 70000, 9, 3000000000U, 0, 4294967295U, 0}),
       70000.0F},
      {image_of_values<std::uint8_t>(extent, PixelFormat::unorm8, {0, 10, 200, 255}), 10.0F / 255.0F},
      {image_of_values<std::uint16_t>(extent, PixelFormat::f16, {0xBC00, 0x3400, 0x3800, 0x6400}), 0.25F},
      {image_of_values<float>(extent, PixelFormat::f32, {-1.0F, 0.25F, 0.5F, 1000.0F}), 0.25F},
      {image_of_values<std::uint16_t>(extent, PixelFormat::rg16f, {0xBC00, 0, 0x3400, 0x6400, 0x3800, 0, 0x6400, 0}),
       0.25F},
      {image_of_values<float>(extent, PixelFormat::rg32f, {-1.0F, 9.0F, 0.25F, 9.0F, 0.5F, -9.0F, 1000.0F, 0.0F}),
       0.25F},
      {image_of_values<std::uint32_t>(extent, PixelFormat::rgba8, {0, 10, 0x090909C8, 0x090909FF}), 10.5F / 255.0F},
      {image_of_values<std::uint16_t>(extent, PixelFormat::rgba16f, halves), 0.25F},
  };
}

std::vector<DifferenceCase> difference_cases() {
  constexpr Extent extent{5, 1};
  const std::vector<std::uint8_t> grey = {0, 3, 6, 255, 252};
  // Half floats: -3, 0, (1, 1, 0, 1), 64, (63, 1, 1, 0).
  const std::vector<std::uint16_t> halves = {0xC200, 0,      0,      0, 0, 0, 0,      0,      0x3C00, 0x3C00,
                                             0,      0x3C00, 0x5400, 0, 0, 0, 0x53E0, 0x3C00, 0x3C00, 0};
  return {
      {image_of_values(extent, PixelFormat::u8, grey), 3.0F, 2.99F},
      {image_of_values(extent, PixelFormat::unorm8, grey), 3.0F, 2.99F},
      {image_of_values<std::uint16_t>(extent, PixelFormat::u16, {0, 3, 6, 65535, 65532}), 3.5F, 2.0F},
      {image_of_values<std::uint32_t>(extent, PixelFormat::u32, {0, 3, 6, 4294967295U, 4294967292U}), 3.0F, 2.0F},
      {image_of_values<std::int8_t>(extent, PixelFormat::i8, {-2, 1, 4, 127, 124}), 3.0F, 2.99F},
      {image_of_values<std::int16_t>(extent, PixelFormat::i16, {1, -2, -5, 32767, 32764}), 3.5F, 2.0F},
      {image_of_values<std::int32_t>(extent, PixelFormat::i32, {4, 1, -2, -2147483647 - 1, -2147483645}), 3.0F, 2.0F},
      {image_of_values<std::uint32_t>(extent, PixelFormat::rgba8, {0, 0x01000101, 0x01010202, 0xFFFFFFFF, 0xFFFEFEFE}),
       3.0F, 2.0F},
      // Half floats: -3, 0, 3, 64, 61.
      {image_of_values<std::uint16_t>(extent, PixelFormat::f16, {0xC200, 0, 0x4200, 0x5400, 0x53A0}), 3.0F, 2.0F},
      {image_of_values<float>(extent, PixelFormat::f32, {-3.0F, 0.0F, 3.0F, 6e4F, 60003.0F}), 3.0F, 2.0F},
      // Half floats: (-3, 0), (-1, 1), (0, 3), (64, 3), (63, 1).
      {image_of_values<std::uint16_t>(extent, PixelFormat::rg16f,
                                      {0xC200, 0, 0xBC00, 0x3C00, 0, 0x4200, 0x5400, 0x4200, 0x53E0, 0x3C00}),
       3.0F, 2.0F},
      {image_of_values<float>(extent, PixelFormat::rg32f,
                              {-3.0F, 0.0F, -1.0F, 1.0F, 0.0F, 3.0F, 6e4F, 3.0F, 60001.0F, 1.0F}),
       3.0F, 2.0F},
      {image_of_values(extent, PixelFormat::rgba16f, halves), 3.0F, 2.0F},
  };
}

}  // namespace glccl::tests
