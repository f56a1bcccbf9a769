#include "gpu.hpp"

#include <algorithm>
#include <stdexcept>

namespace {

/// A queue family that draws and computes: each device that draws has one.
std::uint32_t find_queue_family(const vk::raii::PhysicalDevice& device) {
  const auto draws_and_computes = [](const vk::QueueFamilyProperties& family) {
    constexpr vk::QueueFlags wanted = vk::QueueFlagBits::eGraphics | vk::QueueFlagBits::eCompute;
    return (family.queueFlags & wanted) == wanted;
  };
  const std::vector<vk::QueueFamilyProperties> families = device.getQueueFamilyProperties();
  const auto found = std::find_if(families.begin(), families.end(), draws_and_computes);
  if (found == families.end()) throw std::runtime_error("the device of Vulkan does not draw");
  return static_cast<std::uint32_t>(found - families.begin());
}

vk::raii::Instance make_instance(const vk::raii::Context& context) {
  const vk::ApplicationInfo application{.pApplicationName = "vulkan_renderer", .apiVersion = VK_API_VERSION_1_3};
  try {
    return {context, vk::InstanceCreateInfo{.pApplicationInfo = &application}};
  } catch (const vk::IncompatibleDriverError&) {
    throw std::runtime_error("no driver of Vulkan is installed; mesa-vulkan-drivers has one that needs no GPU");
  }
}

vk::raii::PhysicalDevice find_device(const vk::raii::Instance& instance) {
  vk::raii::PhysicalDevices devices(instance);
  const auto is_too_old = [](const auto& device) { return device.getProperties().apiVersion < VK_API_VERSION_1_3; };
  devices.erase(std::remove_if(devices.begin(), devices.end(), is_too_old), devices.end());
  if (devices.empty()) throw std::runtime_error("no device here has Vulkan 1.3");
  const auto is_gpu = [](const auto& device) {
    return device.getProperties().deviceType != vk::PhysicalDeviceType::eCpu;
  };
  const auto found = std::find_if(devices.begin(), devices.end(), is_gpu);
  return std::move(found == devices.end() ? devices.front() : *found);
}

vk::raii::DeviceMemory allocate(const Gpu& gpu, const vk::MemoryRequirements& needed, vk::MemoryPropertyFlags wanted) {
  const vk::PhysicalDeviceMemoryProperties memory = gpu.physical.getMemoryProperties();
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((needed.memoryTypeBits >> i & 1U) == 0 || (memory.memoryTypes[i].propertyFlags & wanted) != wanted) continue;
    return {gpu.device, vk::MemoryAllocateInfo{.allocationSize = needed.size, .memoryTypeIndex = i}};
  }
  throw std::runtime_error("the device has no memory of type " + to_string(wanted));
}

constexpr vk::ImageSubresourceRange whole_image = {
    .aspectMask = vk::ImageAspectFlagBits::eColor, .levelCount = 1, .layerCount = 1};

}  // namespace

Gpu open_gpu() {
  Gpu gpu;
  gpu.instance = make_instance(gpu.context);
  gpu.physical = find_device(gpu.instance);
  gpu.queue_family = find_queue_family(gpu.physical);
  const float priority = 1.0F;
  const vk::DeviceQueueCreateInfo queue{
      .queueFamilyIndex = gpu.queue_family, .queueCount = 1, .pQueuePriorities = &priority};
  const vk::PhysicalDeviceVulkan13Features features{.synchronization2 = VK_TRUE, .dynamicRendering = VK_TRUE};
  gpu.device = {gpu.physical,
                vk::DeviceCreateInfo{.pNext = &features, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue}};
  gpu.queue = gpu.device.getQueue(gpu.queue_family, 0);
  return gpu;
}

Image make_image(const Gpu& gpu, vk::Extent2D extent, vk::Format format, vk::ImageUsageFlags usage) {
  Image made;
  made.image = {gpu.device, vk::ImageCreateInfo{.imageType = vk::ImageType::e2D,
                                                .format = format,
                                                .extent = {extent.width, extent.height, 1},
                                                .mipLevels = 1,
                                                .arrayLayers = 1,
                                                .usage = usage}};
  made.memory = allocate(gpu, made.image.getMemoryRequirements(), vk::MemoryPropertyFlagBits::eDeviceLocal);
  made.image.bindMemory(*made.memory, 0);
  made.view = {
      gpu.device,
      vk::ImageViewCreateInfo{
          .image = *made.image, .viewType = vk::ImageViewType::e2D, .format = format, .subresourceRange = whole_image}};
  return made;
}

Buffer make_buffer(const Gpu& gpu, vk::DeviceSize bytes, vk::BufferUsageFlags usage, vk::MemoryPropertyFlags memory) {
  Buffer made;
  made.buffer = {gpu.device, vk::BufferCreateInfo{.size = bytes, .usage = usage}};
  made.memory = allocate(gpu, made.buffer.getMemoryRequirements(), memory);
  made.buffer.bindMemory(*made.memory, 0);
  return made;
}

void order(const vk::raii::CommandBuffer& commands, const Image& image, const ImageUse& before, const ImageUse& after) {
  const vk::ImageMemoryBarrier2 barrier{.srcStageMask = before.stages,
                                        .srcAccessMask = before.access,
                                        .dstStageMask = after.stages,
                                        .dstAccessMask = after.access,
                                        .oldLayout = before.layout,
                                        .newLayout = after.layout,
                                        .image = *image.image,
                                        .subresourceRange = whole_image};
  commands.pipelineBarrier2({.imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &barrier});
}

void order(const vk::raii::CommandBuffer& commands, const vk::MemoryBarrier2& barrier) {
  commands.pipelineBarrier2({.memoryBarrierCount = 1, .pMemoryBarriers = &barrier});
}
