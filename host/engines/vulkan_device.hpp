// A device of Vulkan for the engine `vulkan`: the loader, an instance, one queue and what copies images need.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_functions.hpp"

namespace glccl::engines {

/// A buffer and its memory; of staging buffers also where the CPU sees it.
struct VulkanBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize bytes = 0;
  void* mapped = nullptr;
};

/// An image, its memory, and a view of all of it.
struct VulkanImage {
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  Extent extent;
};

/// Opens a device and works on it, one call after another. Owns nothing that it makes but the device itself.
class VulkanDevice {
 public:
  /// The device of that index in Vulkan's order; -1: the first that is a GPU, else the first. `graphics_queue`: as
  /// DeviceChoice's. Errors: `no_device` (no loader, no device, no such index), `gpu`.
  static Result<std::unique_ptr<VulkanDevice>> open(int index, bool graphics_queue = false);

  ~VulkanDevice();
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;

  const vulkan::Device& device() const { return device_; }
  const std::string& name() const { return name_; }
  bool is_gpu() const { return is_gpu_; }
  const VkPhysicalDeviceLimits& limits() const { return limits_; }

  Result<VulkanBuffer> make_buffer(VkDeviceSize bytes, bool on_cpu);
  Result<VulkanImage> make_image(const Extent& extent, VkFormat format, VkImageUsageFlags usage);
  void destroy(VulkanBuffer& buffer);
  void destroy(VulkanImage& image);

  /// A command buffer that is being recorded, to be submitted once or any number of times.
  Result<VkCommandBuffer> begin(VkCommandBufferUsageFlags flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
  /// Submits one that has ended, and waits for the queue.
  Result<void> submit(VkCommandBuffer commands);
  /// Ends, submits and frees it, and waits for the queue.
  Result<void> run(VkCommandBuffer commands);

  /// Records that GPU time begins, and that it ends.
  void begin_time(VkCommandBuffer commands) const;
  void end_time(VkCommandBuffer commands) const;
  /// The time between them, once they have run; 0 where the queue has no timestamps.
  double milliseconds() const;

  const HostVulkan& functions() const { return vk_; }

 private:
  VulkanDevice() = default;
  Result<void> load();
  Result<void> open_instance();
  Result<void> open_device(int index, bool graphics_queue);
  /// Memory with the first of these sets of flags that the device has.
  Result<VkDeviceMemory> allocate(const VkMemoryRequirements& needed,
                                  std::initializer_list<VkMemoryPropertyFlags> preferred);

  HostVulkan vk_;
  void* library_ = nullptr;
  vulkan::Device device_;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkQueryPool stamps_ = VK_NULL_HANDLE;  ///< Two timestamps, or none where the queue has none.
  VkPhysicalDeviceLimits limits_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  std::string name_;
  bool is_gpu_ = false;
};

}  // namespace glccl::engines
