// The engine `vulkan` behind the interface of all engines.
#pragma once

#include <memory>
#include <string>

#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// `in_buffers`: images and labels are in buffers. Errors: those of VulkanDevice::open() and vulkan::Labeler::create().
Result<std::unique_ptr<Runner>> make_vulkan_runner(const DeviceChoice& device, bool in_buffers);

/// Why no device of Vulkan can be opened here, in one line; empty where one can.
std::string why_no_vulkan();

}  // namespace glccl::engines
