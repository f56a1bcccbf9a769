#include "vulkan/errors.hpp"

#include <string>

namespace glccl::vulkan {
namespace {

std::string describe(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY: the CPU has no memory left";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY: the device has no memory left; free some, or label a smaller image";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST: make a new device, and a Labeler of it";
    default:
      return std::to_string(result);
  }
}

}  // namespace

Error vulkan_error(const char* function, VkResult result) {
  return {ErrorCode::gpu, std::string("vk") + function + " returned " + describe(result)};
}

}  // namespace glccl::vulkan
