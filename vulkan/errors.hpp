// Failures of Vulkan's functions as errors.
#pragma once

#include <vulkan/vulkan_core.h>

#include "glccl/result.hpp"

namespace glccl::vulkan {

/// Error `gpu`: the name of the function, without "vk", and what it returned.
Error vulkan_error(const char* function, VkResult result);

}  // namespace glccl::vulkan
