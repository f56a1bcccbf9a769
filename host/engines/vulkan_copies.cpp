#include "host/engines/vulkan_copies.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "glccl/vulkan/formats.hpp"

namespace glccl::engines {
namespace {

VkBufferImageCopy copy_of(const Extent& extent) {
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {static_cast<std::uint32_t>(extent.width), static_cast<std::uint32_t>(extent.height),
                      static_cast<std::uint32_t>(extent.depth)};
  return copy;
}

Error not_read(PixelFormat format) {
  return {ErrorCode::unsupported,
          "engine vulkan does not read " + std::string(traits_of(format).name) + ": use compute"};
}

Result<void> check_sides(const VulkanDevice& device, const Extent& extent) {
  const VkPhysicalDeviceLimits& limits = device.limits();
  const std::uint32_t most = extent.is_volume() ? limits.maxImageDimension3D : limits.maxImageDimension2D;
  if (std::max({extent.width, extent.height, extent.depth}) <= static_cast<std::int64_t>(most)) return {};
  return Error{ErrorCode::too_large, "the image is " + to_string(extent) + ", and this device has images of up to " +
                                         std::to_string(most) + " in each direction: label it in parts"};
}

/// Bytes of the elements of an image one after the other.
std::size_t bytes_of(const ImageView& image) {
  return static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(image.format);
}

/// A buffer that the CPU sees, with the elements of an image one after the other.
Result<VulkanBuffer> stage(VulkanDevice& device, const ImageView& image) {
  const std::size_t row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  const Result<VulkanBuffer> staging = device.make_buffer(bytes_of(image), true);
  if (!staging) return staging;
  auto* row = static_cast<unsigned char*>(staging->mapped);
  for (int z = 0; z < image.extent.depth; ++z) {
    for (int y = 0; y < image.extent.height; ++y, row += row_bytes) std::memcpy(row, image.row(y, z), row_bytes);
  }
  return staging;
}

/// Runs the commands that `record` records.
template <class Record>
Result<void> run_commands(VulkanDevice& device, Record&& record) {
  const Result<VkCommandBuffer> commands = device.begin();
  if (!commands) return commands.error();
  record(*commands);
  return device.run(*commands);
}

/// Copies the elements of an image to the device, by the commands that `copy` records.
template <class Copy>
Result<void> write_by(VulkanDevice& device, const ImageView& image, Copy&& copy) {
  Result<VulkanBuffer> staging = stage(device, image);
  if (!staging) return staging.error();
  const Result<void> status = run_commands(device, [&](VkCommandBuffer commands) { copy(commands, *staging); });
  device.destroy(*staging);
  return status;
}

/// A new object if `status`, of the work on it, is good. Else destroys it and returns the error.
template <class Made>
Result<Made> made_if(const Result<void>& status, VulkanDevice& device, Made made) {
  if (status) return made;
  device.destroy(made);
  return status.error();
}

/// Copies to the CPU what compute shaders have written, by the command that `copy` records into a buffer.
template <class Copy>
Result<void> read_by(VulkanDevice& device, std::span<std::byte> to, Copy&& copy) {
  Result<VulkanBuffer> staging = device.make_buffer(to.size(), true);
  if (!staging) return staging.error();
  const Result<void> status = run_commands(device, [&](VkCommandBuffer commands) {
    const auto order = [&](VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to_stage,
                           VkAccessFlags used) {
      VkMemoryBarrier barrier{};
      barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
      barrier.srcAccessMask = written;
      barrier.dstAccessMask = used;
      device.functions().CmdPipelineBarrier(commands, from, to_stage, 0, 1, &barrier, 0, nullptr, 0, nullptr);
    };
    order(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
          VK_ACCESS_TRANSFER_READ_BIT);
    copy(commands, staging->buffer);
    order(VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
          VK_ACCESS_HOST_READ_BIT);
  });
  if (status) std::memcpy(to.data(), staging->mapped, to.size());
  device.destroy(*staging);
  return status;
}

}  // namespace

void order_image(const HostVulkan& vk, VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                        0, nullptr, 1, &barrier);
}

Result<VulkanImage> upload_image(VulkanDevice& device, const ImageView& image) {
  const VkFormat format = vulkan::vulkan_format_of(image.format);
  if (format == VK_FORMAT_UNDEFINED) return not_read(image.format);
  if (const Result<void> status = check_sides(device, image.extent); !status) return status.error();
  const Result<VulkanImage> made =
      device.make_image(image.extent, format,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  if (!made) return made;
  const auto record = [&](VkCommandBuffer commands, const VulkanBuffer& staging) {
    const HostVulkan& vk = device.functions();
    order_image(vk, commands, made->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    const VkBufferImageCopy copy = copy_of(image.extent);
    vk.CmdCopyBufferToImage(commands, staging.buffer, made->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    order_image(vk, commands, made->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL);
  };
  return made_if(write_by(device, image, record), device, *made);
}

Result<VulkanImage> copy_part(VulkanDevice& device, const VulkanImage& image, PixelFormat format,
                              const Rectangle& part) {
  const Result<VulkanImage> made = device.make_image(extent_of(part), vulkan::vulkan_format_of(format),
                                                     VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  if (!made) return made;
  const Result<void> status = run_commands(device, [&](VkCommandBuffer commands) {
    const HostVulkan& vk = device.functions();
    order_image(vk, commands, made->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    VkImageCopy copy{};
    copy.srcSubresource = copy.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.srcOffset = {part.x0, part.y0, part.z0};
    copy.extent = copy_of(made->extent).imageExtent;
    vk.CmdCopyImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, made->image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    order_image(vk, commands, made->image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
  });
  return made_if(status, device, *made);
}

Result<VulkanBuffer> upload_buffer(VulkanDevice& device, const ImageView& image) {
  if (traits_of(image.format).bytes == 0) return not_read(image.format);
  const Result<VulkanBuffer> made = device.make_buffer((bytes_of(image) + 15) / 16 * 16, false);
  if (!made) return made;
  return made_if(write_buffer(device, image, *made), device, *made);
}

Result<void> write_buffer(VulkanDevice& device, const ImageView& image, const VulkanBuffer& buffer) {
  return write_by(device, image, [&](VkCommandBuffer commands, const VulkanBuffer& staging) {
    const VkBufferCopy copy{0, 0, staging.bytes};
    device.functions().CmdCopyBuffer(commands, staging.buffer, buffer.buffer, 1, &copy);
  });
}

Result<void> read_image(VulkanDevice& device, const VulkanImage& image, std::span<std::byte> to) {
  return read_by(device, to, [&](VkCommandBuffer commands, VkBuffer staging) {
    const VkBufferImageCopy copy = copy_of(image.extent);
    device.functions().CmdCopyImageToBuffer(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, staging, 1, &copy);
  });
}

Result<void> read_buffer(VulkanDevice& device, const VulkanBuffer& buffer, std::span<std::byte> to) {
  return read_by(device, to, [&](VkCommandBuffer commands, VkBuffer staging) {
    const VkBufferCopy copy{0, 0, to.size()};
    device.functions().CmdCopyBuffer(commands, buffer.buffer, staging, 1, &copy);
  });
}

}  // namespace glccl::engines
