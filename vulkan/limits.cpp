#include "vulkan/limits.hpp"

#include <algorithm>

#include "engine/compute/buffers.hpp"

namespace glccl::vulkan {
namespace {

/// The storage buffers that a pass binds at most.
std::uint32_t buffers_of(const InBuffers& in_buffers) {
  const bool has_source = in_buffers.image || in_buffers.mask || in_buffers.intensity;
  return compute::Buffers::bindings + (has_source ? 1U : 0U) + (in_buffers.labels ? 1U : 0U);
}

}  // namespace

std::uint32_t most_invocations(const VkPhysicalDeviceLimits& limits) {
  return std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
}

Result<void> check_storage_buffers(const InBuffers& in_buffers, const VkPhysicalDeviceLimits& limits) {
  constexpr std::uint32_t shared_bytes = 32768;
  if (limits.maxComputeSharedMemorySize < shared_bytes) {
    return Error{ErrorCode::too_large, "workgroups need " + std::to_string(shared_bytes) +
                                           " bytes of shared memory, and this device has " +
                                           std::to_string(limits.maxComputeSharedMemorySize)};
  }
  if (limits.maxPerStageDescriptorStorageBuffers < buffers_of(in_buffers)) {
    return Error{ErrorCode::too_large, "shaders need " + std::to_string(buffers_of(in_buffers)) +
                                           " storage buffers, and this device binds " +
                                           std::to_string(limits.maxPerStageDescriptorStorageBuffers)};
  }
  return {};
}

Result<void> check_group(const std::string& pass, int invocations, const VkPhysicalDeviceLimits& limits) {
  const std::uint32_t most = most_invocations(limits);
  if (static_cast<std::uint32_t>(invocations) <= most) return {};
  return Error{ErrorCode::too_large, pass + " has workgroups of " + std::to_string(invocations) +
                                         " invocations, and this device runs " + std::to_string(most) + " at most"};
}

}  // namespace glccl::vulkan
