// Vulkan's functions, as the caller's vkGetInstanceProcAddr finds them.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/result.hpp"
#include "glccl/vulkan/labeler.hpp"

namespace glccl::vulkan {

#define GLCCL_VULKAN_FUNCTIONS(visit)                                                                                  \
  visit(AllocateDescriptorSets) visit(AllocateMemory) visit(BindBufferMemory) visit(CmdBindDescriptorSets)             \
      visit(CmdBindPipeline) visit(CmdDispatch) visit(CmdFillBuffer) visit(CmdPipelineBarrier) visit(CmdPushConstants) \
          visit(CmdUpdateBuffer) visit(CreateBuffer) visit(CreateComputePipelines) visit(CreateDescriptorPool)         \
              visit(CreateDescriptorSetLayout) visit(CreatePipelineLayout) visit(CreateSampler)                        \
                  visit(CreateShaderModule) visit(DestroyBuffer) visit(DestroyDescriptorPool)                          \
                      visit(DestroyDescriptorSetLayout) visit(DestroyPipeline) visit(DestroyPipelineLayout)            \
                          visit(DestroySampler) visit(DestroyShaderModule) visit(FreeMemory)                           \
                              visit(GetBufferMemoryRequirements) visit(UpdateDescriptorSets)

/// The functions of a device.
struct DeviceFunctions {
#define GLCCL_DECLARE(name) PFN_vk##name name = nullptr;
  GLCCL_VULKAN_FUNCTIONS(GLCCL_DECLARE)
#undef GLCCL_DECLARE
};

/// Invocations of the subgroups that shaders are compiled for.
constexpr std::uint32_t subgroup_size = 32;

/// Whether a device has such subgroups, with the operations that shaders use.
enum class SubgroupSupport : std::uint8_t {
  none,
  always,      ///< All subgroups are such.
  on_request,  ///< Those of pipelines that ask for it.
};

/// The limits of a device, and its memory.
struct Traits {
  VkPhysicalDeviceLimits limits;
  VkPhysicalDeviceMemoryProperties memory;
  SubgroupSupport subgroups = SubgroupSupport::none;
  /// Another API runs the shaders, as Metal: what a workgroup stores, others may not see before the dispatch has ended.
  bool translated = false;
  bool software = false;  ///< The device is a CPU.
};

/// Whether the device lists an extension. Of `device`, all but the device itself is used.
bool has_extension(const Device& device, const std::string& name);

/// Finds the device's functions. Errors: as Labeler::create().
Result<DeviceFunctions> load_functions(const Device& device);

/// Asks for limits and memory. Errors: as Labeler::create().
Result<Traits> find_traits(const Device& device);

/// A structure of Vulkan with its type, and zeros.
template <class Info>
Info info_of(VkStructureType type) {
  Info info{};
  info.sType = type;
  return info;
}

}  // namespace glccl::vulkan
