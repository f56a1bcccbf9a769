// Functions of Vulkan that the engine `vulkan` calls besides those of glccl_vulkan.
#pragma once

#include <vulkan/vulkan_core.h>

namespace glccl::engines {

#define GLCCL_HOST_VULKAN_FUNCTIONS(visit)                                                                             \
  visit(AllocateCommandBuffers) visit(AllocateMemory) visit(BeginCommandBuffer) visit(BindBufferMemory)                \
      visit(BindImageMemory) visit(CmdCopyBuffer) visit(CmdCopyBufferToImage) visit(CmdCopyImage)                      \
          visit(CmdCopyImageToBuffer) visit(CmdPipelineBarrier) visit(CmdResetQueryPool) visit(CmdWriteTimestamp)      \
              visit(CreateBuffer) visit(CreateCommandPool) visit(CreateDevice) visit(CreateImage)                      \
                  visit(CreateImageView) visit(CreateQueryPool) visit(DestroyBuffer) visit(DestroyCommandPool)         \
                      visit(DestroyDevice) visit(DestroyImage) visit(DestroyImageView) visit(DestroyInstance)          \
                          visit(DestroyQueryPool) visit(EndCommandBuffer) visit(EnumeratePhysicalDevices)              \
                              visit(FreeCommandBuffers) visit(FreeMemory) visit(GetBufferMemoryRequirements)           \
                                  visit(GetDeviceQueue) visit(GetImageMemoryRequirements)                              \
                                      visit(GetPhysicalDeviceFeatures2) visit(GetPhysicalDeviceMemoryProperties)       \
                                          visit(GetPhysicalDeviceProperties)                                           \
                                              visit(GetPhysicalDeviceQueueFamilyProperties) visit(GetQueryPoolResults) \
                                                  visit(MapMemory) visit(QueueSubmit) visit(QueueWaitIdle)

struct HostVulkan {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
  PFN_vkCreateInstance CreateInstance = nullptr;
#define GLCCL_DECLARE(name) PFN_vk##name name = nullptr;
  GLCCL_HOST_VULKAN_FUNCTIONS(GLCCL_DECLARE)
#undef GLCCL_DECLARE
};

}  // namespace glccl::engines
