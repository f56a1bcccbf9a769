// Elements between the CPU and a device of Vulkan. Every function waits for its copy.
#pragma once

#include <cstddef>
#include <span>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "host/engines/vulkan_device.hpp"

namespace glccl::engines {

/// Changes the layout of an image, after all commands before and before all commands behind.
void order_image(const HostVulkan& vk, VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to);

/// Makes an image of these elements in VK_IMAGE_LAYOUT_GENERAL, which shaders can sample. Errors: `unsupported` (a
/// format without a counterpart), `too_large` (a side beyond the device's limits), `gpu`.
Result<VulkanImage> upload_image(VulkanDevice& device, const ImageView& image);

/// Makes an image of a part of one that upload_image() made, likewise. Error `gpu`.
Result<VulkanImage> copy_part(VulkanDevice& device, const VulkanImage& image, PixelFormat format,
                              const Rectangle& part);

/// Makes a storage buffer of these elements, one after the other, of whole vectors of 16 bytes. Errors: `unsupported`
/// (a format without bytes in memory), `gpu`.
Result<VulkanBuffer> upload_buffer(VulkanDevice& device, const ImageView& image);

/// Copies these elements to a buffer that upload_buffer() has made for an image of the same extent and format. Error
/// `gpu`.
Result<void> write_buffer(VulkanDevice& device, const ImageView& image, const VulkanBuffer& buffer);

/// Copies an image in VK_IMAGE_LAYOUT_GENERAL that compute shaders have written, of VK_IMAGE_USAGE_TRANSFER_SRC_BIT.
/// Error `gpu`.
Result<void> read_image(VulkanDevice& device, const VulkanImage& image, std::span<std::byte> to);

/// Copies the first bytes of a buffer that compute shaders have written. Error `gpu`.
Result<void> read_buffer(VulkanDevice& device, const VulkanBuffer& buffer, std::span<std::byte> to);

}  // namespace glccl::engines
