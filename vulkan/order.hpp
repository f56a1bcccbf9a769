// Barriers.
#pragma once

#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// Stages of commands, and how they access memory.
struct Use {
  VkPipelineStageFlags stages;
  VkAccessFlags accesses;
};

constexpr Use by_dispatches{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr Use by_fills{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr Use by_both{by_dispatches.stages | by_fills.stages, by_dispatches.accesses | by_fills.accesses};

/// Records a barrier between all commands before and behind it.
inline void order(const DeviceFunctions& vk, VkCommandBuffer commands, const Use& before, const Use& behind) {
  auto barrier = info_of<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = before.accesses & (VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
  barrier.dstAccessMask = behind.accesses;
  vk.CmdPipelineBarrier(commands, before.stages, behind.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace glccl::vulkan
