#include "glccl/vulkan/formats.hpp"

#include <algorithm>
#include <array>

namespace glccl::vulkan {
namespace {

struct Pair {
  PixelFormat pixels;
  VkFormat images;
};

constexpr std::array<Pair, 15> pairs = {{{PixelFormat::u8, VK_FORMAT_R8_UINT},
                                         {PixelFormat::u16, VK_FORMAT_R16_UINT},
                                         {PixelFormat::u32, VK_FORMAT_R32_UINT},
                                         {PixelFormat::i8, VK_FORMAT_R8_SINT},
                                         {PixelFormat::i16, VK_FORMAT_R16_SINT},
                                         {PixelFormat::i32, VK_FORMAT_R32_SINT},
                                         {PixelFormat::rg32u, VK_FORMAT_R32G32_UINT},
                                         {PixelFormat::unorm8, VK_FORMAT_R8_UNORM},
                                         {PixelFormat::f16, VK_FORMAT_R16_SFLOAT},
                                         {PixelFormat::f32, VK_FORMAT_R32_SFLOAT},
                                         {PixelFormat::rg16f, VK_FORMAT_R16G16_SFLOAT},
                                         {PixelFormat::rg32f, VK_FORMAT_R32G32_SFLOAT},
                                         {PixelFormat::rgba8, VK_FORMAT_R8G8B8A8_UNORM},
                                         {PixelFormat::srgb8_alpha8, VK_FORMAT_R8G8B8A8_SRGB},
                                         {PixelFormat::rgba16f, VK_FORMAT_R16G16B16A16_SFLOAT}}};

}  // namespace

VkFormat vulkan_format_of(PixelFormat format) {
  const auto* const found =
      std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.pixels == format; });
  return found == pairs.end() ? VK_FORMAT_UNDEFINED : found->images;
}

std::optional<PixelFormat> pixel_format_of(VkFormat format) {
  const auto* const found =
      std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.images == format; });
  if (found == pairs.end()) return std::nullopt;
  return found->pixels;
}

}  // namespace glccl::vulkan
