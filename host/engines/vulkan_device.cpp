#include "host/engines/vulkan_device.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <thread>
#include <utility>
#include <vector>

#include "vulkan/errors.hpp"
#include "vulkan/functions.hpp"

namespace glccl::engines {

using vulkan::info_of;
using vulkan::vulkan_error;

namespace {

/// Runs `work` in a thread of its own: where a device of Vulkan is opened while an OpenGL context is current, NVIDIA's
/// driver (580) takes the context from the thread, in silence.
template <class Work>
void run_apart(const Work& work) {
  std::thread(work).join();
}

/// The queue family for labeling: one of compute without graphics where there is one, because it leaves more shared
/// memory to tiles. Or the first one of compute.
std::uint32_t family_of(const HostVulkan& vk, VkPhysicalDevice device, bool takes_first) {
  std::uint32_t count = 0;
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  const auto computes = [](const VkQueueFamilyProperties& one) { return (one.queueFlags & VK_QUEUE_COMPUTE_BIT) != 0; };
  const auto alone = [&](const VkQueueFamilyProperties& one) {
    return computes(one) && (one.queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0;
  };
  auto found = std::find_if(families.begin(), families.end(), alone);
  if (takes_first || found == families.end()) found = std::find_if(families.begin(), families.end(), computes);
  return static_cast<std::uint32_t>(found - families.begin());
}

/// Which of the features of VK_EXT_subgroup_size_control a device with this extension has.
VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_features_of(const HostVulkan& vk, VkPhysicalDevice device) {
  auto sizes = info_of<VkPhysicalDeviceSubgroupSizeControlFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES);
  auto features = info_of<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  features.pNext = &sizes;
  vk.GetPhysicalDeviceFeatures2(device, &features);
  return sizes;
}

}  // namespace

Result<std::unique_ptr<VulkanDevice>> VulkanDevice::open(int index, bool graphics_queue) {
  std::unique_ptr<VulkanDevice> made(new VulkanDevice());
  Result<void> status;
  run_apart([&] {
    status = made->load();
    if (status) status = made->open_instance();
    if (status) status = made->open_device(index, graphics_queue);
  });
  if (!status) return status.error();
  return made;
}

VulkanDevice::~VulkanDevice() {
  run_apart([&] {
    if (stamps_ != VK_NULL_HANDLE) vk_.DestroyQueryPool(device_.device, stamps_, nullptr);
    if (pool_ != VK_NULL_HANDLE) vk_.DestroyCommandPool(device_.device, pool_, nullptr);
    if (device_.device != VK_NULL_HANDLE) vk_.DestroyDevice(device_.device, nullptr);
    if (device_.instance != VK_NULL_HANDLE) vk_.DestroyInstance(device_.instance, nullptr);
  });
}

Result<void> VulkanDevice::load() {
  library_ = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) {
    return Error{ErrorCode::no_device, "no Vulkan here: libvulkan.so.1 is missing (Debian's libvulkan1)"};
  }
  vk_.GetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
  if (vk_.GetInstanceProcAddr == nullptr) return Error{ErrorCode::no_device, "libvulkan.so.1 is no Vulkan loader"};
  vk_.CreateInstance =
      reinterpret_cast<PFN_vkCreateInstance>(vk_.GetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance"));
  return {};
}

Result<void> VulkanDevice::open_instance() {
  auto application = info_of<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "glccl";
  application.apiVersion = VK_API_VERSION_1_1;
  auto info = info_of<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  const VkResult made = vk_.CreateInstance(&info, nullptr, &device_.instance);
  if (made != VK_SUCCESS) {
    return Error{ErrorCode::no_device, "no Vulkan here: vkCreateInstance returned " + std::to_string(made)};
  }
  device_.get_instance_proc_addr = vk_.GetInstanceProcAddr;
#define GLCCL_LOAD(name) \
  vk_.name = reinterpret_cast<PFN_vk##name>(vk_.GetInstanceProcAddr(device_.instance, "vk" #name));
  GLCCL_HOST_VULKAN_FUNCTIONS(GLCCL_LOAD)
#undef GLCCL_LOAD
  return {};
}

Result<void> VulkanDevice::open_device(int index, bool graphics_queue) {
  std::uint32_t count = 0;
  vk_.EnumeratePhysicalDevices(device_.instance, &count, nullptr);
  std::vector<VkPhysicalDevice> all(count);
  vk_.EnumeratePhysicalDevices(device_.instance, &count, all.data());
  if (all.empty()) return Error{ErrorCode::no_device, "no device of Vulkan here"};
  const auto traits_of = [&](VkPhysicalDevice one) {
    VkPhysicalDeviceProperties traits;
    vk_.GetPhysicalDeviceProperties(one, &traits);
    return traits;
  };
  const auto is_gpu = [&](VkPhysicalDevice one) { return traits_of(one).deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU; };
  auto found = std::find_if(all.begin(), all.end(), is_gpu);
  if (index >= static_cast<int>(all.size())) {
    return Error{ErrorCode::no_device,
                 "no device " + std::to_string(index) + " of Vulkan: there are " + std::to_string(all.size())};
  }
  device_.physical_device = index >= 0 ? all[static_cast<std::size_t>(index)] : found != all.end() ? *found : all[0];
  const VkPhysicalDeviceProperties traits = traits_of(device_.physical_device);
  name_ = traits.deviceName;
  is_gpu_ = is_gpu(device_.physical_device);
  limits_ = traits.limits;
  vk_.GetPhysicalDeviceMemoryProperties(device_.physical_device, &memory_);

  const std::uint32_t family = family_of(vk_, device_.physical_device, graphics_queue);
  const float priority = 1.0F;
  auto queue = info_of<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto info = info_of<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  std::vector<const char*> extensions;
  VkPhysicalDeviceSubgroupSizeControlFeatures sizes;
  if (vulkan::has_extension(device_, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) {
    extensions.push_back(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    sizes = subgroup_features_of(vk_, device_.physical_device);
    info.pNext = &sizes;
    device_.subgroup_size_control = sizes.subgroupSizeControl == VK_TRUE && sizes.computeFullSubgroups == VK_TRUE;
  }
  // A device that has it requires that it is asked for.
  constexpr const char* portability = "VK_KHR_portability_subset";
  if (vulkan::has_extension(device_, portability)) extensions.push_back(portability);
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  const VkResult made = vk_.CreateDevice(device_.physical_device, &info, nullptr, &device_.device);
  if (made != VK_SUCCESS) return vulkan_error("CreateDevice", made);
  vk_.GetDeviceQueue(device_.device, family, 0, &queue_);
  auto pool = info_of<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool.queueFamilyIndex = family;
  const VkResult pooled = vk_.CreateCommandPool(device_.device, &pool, nullptr, &pool_);
  if (pooled != VK_SUCCESS) return vulkan_error("CreateCommandPool", pooled);
  if (limits_.timestampComputeAndGraphics == VK_FALSE) return {};
  auto stamps = info_of<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  stamps.queryType = VK_QUERY_TYPE_TIMESTAMP;
  stamps.queryCount = 2;
  const VkResult queried = vk_.CreateQueryPool(device_.device, &stamps, nullptr, &stamps_);
  return queried == VK_SUCCESS ? Result<void>() : vulkan_error("CreateQueryPool", queried);
}

Result<VkDeviceMemory> VulkanDevice::allocate(const VkMemoryRequirements& needed,
                                              std::initializer_list<VkMemoryPropertyFlags> preferred) {
  for (const VkMemoryPropertyFlags flags : preferred) {
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
      if ((needed.memoryTypeBits >> i & 1U) == 0 || (memory_.memoryTypes[i].propertyFlags & flags) != flags) continue;
      auto info = info_of<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
      info.allocationSize = needed.size;
      info.memoryTypeIndex = i;
      VkDeviceMemory memory = VK_NULL_HANDLE;
      const VkResult made = vk_.AllocateMemory(device_.device, &info, nullptr, &memory);
      if (made != VK_SUCCESS) return vulkan_error("AllocateMemory", made);
      return memory;
    }
  }
  return Error{ErrorCode::gpu, "the device has no such memory"};
}

Result<VulkanBuffer> VulkanDevice::make_buffer(VkDeviceSize bytes, bool on_cpu) {
  VulkanBuffer made;
  made.bytes = std::max<VkDeviceSize>(bytes, 16);
  auto info = info_of<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = made.bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  const VkResult created = vk_.CreateBuffer(device_.device, &info, nullptr, &made.buffer);
  if (created != VK_SUCCESS) return vulkan_error("CreateBuffer", created);
  VkMemoryRequirements needed;
  vk_.GetBufferMemoryRequirements(device_.device, made.buffer, &needed);
  // The CPU reads memory that its caches do not hold many times more slowly.
  constexpr VkMemoryPropertyFlags mapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const Result<VkDeviceMemory> memory = on_cpu ? allocate(needed, {mapped | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, mapped})
                                               : allocate(needed, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT});
  if (!memory) {
    destroy(made);
    return memory.error();
  }
  made.memory = *memory;
  vk_.BindBufferMemory(device_.device, made.buffer, made.memory, 0);
  if (!on_cpu) return made;
  const VkResult seen = vk_.MapMemory(device_.device, made.memory, 0, VK_WHOLE_SIZE, 0, &made.mapped);
  if (seen == VK_SUCCESS) return made;
  destroy(made);
  return vulkan_error("MapMemory", seen);
}

Result<VulkanImage> VulkanDevice::make_image(const Extent& extent, VkFormat format, VkImageUsageFlags usage) {
  VulkanImage made;
  made.extent = extent;
  const bool volume = extent.is_volume();
  auto info = info_of<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.imageType = volume ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {static_cast<std::uint32_t>(extent.width), static_cast<std::uint32_t>(extent.height),
                 static_cast<std::uint32_t>(extent.depth)};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = usage;
  const VkResult created = vk_.CreateImage(device_.device, &info, nullptr, &made.image);
  if (created != VK_SUCCESS) return vulkan_error("CreateImage", created);
  VkMemoryRequirements needed;
  vk_.GetImageMemoryRequirements(device_.device, made.image, &needed);
  const Result<VkDeviceMemory> memory = allocate(needed, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT});
  if (!memory) {
    destroy(made);
    return memory.error();
  }
  made.memory = *memory;
  vk_.BindImageMemory(device_.device, made.image, made.memory, 0);
  auto view = info_of<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = made.image;
  view.viewType = volume ? VK_IMAGE_VIEW_TYPE_3D : VK_IMAGE_VIEW_TYPE_2D;
  view.format = format;
  view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  const VkResult viewed = vk_.CreateImageView(device_.device, &view, nullptr, &made.view);
  if (viewed == VK_SUCCESS) return made;
  destroy(made);
  return vulkan_error("CreateImageView", viewed);
}

void VulkanDevice::destroy(VulkanBuffer& buffer) {
  vk_.DestroyBuffer(device_.device, buffer.buffer, nullptr);
  vk_.FreeMemory(device_.device, buffer.memory, nullptr);
  buffer = {};
}

void VulkanDevice::destroy(VulkanImage& image) {
  vk_.DestroyImageView(device_.device, image.view, nullptr);
  vk_.DestroyImage(device_.device, image.image, nullptr);
  vk_.FreeMemory(device_.device, image.memory, nullptr);
  image = {};
}

void VulkanDevice::begin_time(VkCommandBuffer commands) const {
  if (stamps_ == VK_NULL_HANDLE) return;
  vk_.CmdResetQueryPool(commands, stamps_, 0, 2);
  vk_.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, stamps_, 0);
}

void VulkanDevice::end_time(VkCommandBuffer commands) const {
  if (stamps_ == VK_NULL_HANDLE) return;
  vk_.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, stamps_, 1);
}

double VulkanDevice::milliseconds() const {
  if (stamps_ == VK_NULL_HANDLE) return 0;
  std::array<std::uint64_t, 2> ticks{};
  vk_.GetQueryPoolResults(device_.device, stamps_, 0, 2, sizeof(ticks), ticks.data(), sizeof(ticks[0]),
                          VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
  return static_cast<double>(ticks[1] - ticks[0]) * limits_.timestampPeriod * 1e-6;
}

Result<VkCommandBuffer> VulkanDevice::begin(VkCommandBufferUsageFlags flags) {
  auto info = info_of<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool_;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  const VkResult allocated = vk_.AllocateCommandBuffers(device_.device, &info, &commands);
  if (allocated != VK_SUCCESS) return vulkan_error("AllocateCommandBuffers", allocated);
  auto usage = info_of<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  usage.flags = flags;
  vk_.BeginCommandBuffer(commands, &usage);
  return commands;
}

Result<void> VulkanDevice::submit(VkCommandBuffer commands) {
  auto info = info_of<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  VkResult result = vk_.QueueSubmit(queue_, 1, &info, VK_NULL_HANDLE);
  if (result == VK_SUCCESS) result = vk_.QueueWaitIdle(queue_);
  return result == VK_SUCCESS ? Result<void>() : vulkan_error("QueueSubmit", result);
}

Result<void> VulkanDevice::run(VkCommandBuffer commands) {
  const VkResult ended = vk_.EndCommandBuffer(commands);
  const Result<void> status = ended == VK_SUCCESS ? submit(commands) : vulkan_error("EndCommandBuffer", ended);
  vk_.FreeCommandBuffers(device_.device, pool_, 1, &commands);
  return status;
}

}  // namespace glccl::engines
