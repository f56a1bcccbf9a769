// Whether a device runs the workgroups of passes.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/vulkan/prepared.hpp"
#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// The invocations that a workgroup of a device can have.
std::uint32_t most_invocations(const VkPhysicalDeviceLimits& limits);

/// Whether a device has the storage buffers and the shared memory of passes. Error `too_large`.
Result<void> check_storage_buffers(const InBuffers& in_buffers, const VkPhysicalDeviceLimits& limits);

/// Whether a device runs workgroups of a pass, of so many invocations. Error `too_large`.
Result<void> check_group(const std::string& pass, int invocations, const VkPhysicalDeviceLimits& limits);

}  // namespace glccl::vulkan
