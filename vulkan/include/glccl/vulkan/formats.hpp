// Formats of Vulkan images, as formats of pixels.
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>

#include "glccl/api.h"
#include "glccl/image.hpp"

namespace glccl::vulkan {

/// The format of images that hold pixels of a format; VK_FORMAT_UNDEFINED: none.
GLCCL_API VkFormat vulkan_format_of(PixelFormat format);

/// The format of the pixels of images of a format; nothing: it cannot be labeled.
GLCCL_API std::optional<PixelFormat> pixel_format_of(VkFormat format);

}  // namespace glccl::vulkan
