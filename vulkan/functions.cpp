#include "vulkan/functions.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace glccl::vulkan {
namespace {

std::string version_of(std::uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version));
}

Error not_found(const std::string& name) {
  return {ErrorCode::no_device, "get_instance_proc_addr does not find " + name +
                                    ": is it the vkGetInstanceProcAddr of the loader that made the instance?"};
}

template <class Function>
Function find(const Device& device, const char* name) {
  return reinterpret_cast<Function>(device.get_instance_proc_addr(device.instance, name));
}

SubgroupSupport find_subgroups(const Device& device, PFN_vkGetPhysicalDeviceProperties2 properties) {
  auto sizes = info_of<VkPhysicalDeviceSubgroupSizeControlProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
  auto found = info_of<VkPhysicalDeviceSubgroupProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
  if (device.subgroup_size_control) found.pNext = &sizes;
  auto extended = info_of<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  extended.pNext = &found;
  properties(device.physical_device, &extended);
  constexpr VkSubgroupFeatureFlags used = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
                                          VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
  const bool has_operations =
      (found.supportedOperations & used) == used && (found.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  if (!has_operations) return SubgroupSupport::none;
  constexpr std::uint32_t most_in_workgroup = 1024 / subgroup_size;
  if (sizes.minSubgroupSize <= subgroup_size && subgroup_size <= sizes.maxSubgroupSize &&
      (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
      sizes.maxComputeWorkgroupSubgroups >= most_in_workgroup) {
    return SubgroupSupport::on_request;
  }
  // Where nothing is asked for, devices of other vendors may choose other sizes than subgroupSize.
  constexpr std::uint32_t nvidia = 0x10DE;
  return found.subgroupSize == subgroup_size && extended.properties.vendorID == nvidia ? SubgroupSupport::always
                                                                                       : SubgroupSupport::none;
}

}  // namespace

bool has_extension(const Device& device, const std::string& name) {
  const auto list = find<PFN_vkEnumerateDeviceExtensionProperties>(device, "vkEnumerateDeviceExtensionProperties");
  if (list == nullptr) return false;
  std::uint32_t count = 0;
  list(device.physical_device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  list(device.physical_device, nullptr, &count, all.data());
  return std::any_of(all.begin(), all.end(),
                     [&](const VkExtensionProperties& one) { return name == one.extensionName; });
}

Result<DeviceFunctions> load_functions(const Device& device) {
  const auto of_device = find<PFN_vkGetDeviceProcAddr>(device, "vkGetDeviceProcAddr");
  if (of_device == nullptr) return not_found("vkGetDeviceProcAddr");
  DeviceFunctions functions;
#define GLCCL_LOAD(name)                                                                 \
  functions.name = reinterpret_cast<PFN_vk##name>(of_device(device.device, "vk" #name)); \
  if (functions.name == nullptr) return not_found("vk" #name);
  GLCCL_VULKAN_FUNCTIONS(GLCCL_LOAD)
#undef GLCCL_LOAD
  return functions;
}

Result<Traits> find_traits(const Device& device) {
  const auto properties = find<PFN_vkGetPhysicalDeviceProperties>(device, "vkGetPhysicalDeviceProperties");
  const auto memory = find<PFN_vkGetPhysicalDeviceMemoryProperties>(device, "vkGetPhysicalDeviceMemoryProperties");
  if (properties == nullptr) return not_found("vkGetPhysicalDeviceProperties");
  if (memory == nullptr) return not_found("vkGetPhysicalDeviceMemoryProperties");
  VkPhysicalDeviceProperties found;
  properties(device.physical_device, &found);
  if (found.apiVersion < VK_API_VERSION_1_1) {
    return Error{ErrorCode::unsupported,
                 std::string(found.deviceName) + " has Vulkan " + version_of(found.apiVersion) + ": glccl needs 1.1"};
  }
  Traits traits{found.limits, {}};
  memory(device.physical_device, &traits.memory);
  traits.software = found.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  traits.translated = has_extension(device, "VK_KHR_portability_subset");
  const auto more = find<PFN_vkGetPhysicalDeviceProperties2>(device, "vkGetPhysicalDeviceProperties2");
  if (more != nullptr) traits.subgroups = find_subgroups(device, more);
  return traits;
}

}  // namespace glccl::vulkan
