// Workgroups of vulkan::Labeler on devices that run fewer invocations than lavapipe, whose workgroups do not see what
// others store, or that have subgroups of 32 invocations.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_copies.hpp"
#include "host/engines/vulkan_device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using engines::VulkanDevice;
using engines::VulkanImage;

/// Functions of Vulkan of a device that says other things of itself than lavapipe.
namespace stub {

/// What it says that it is, and what it is asked to do.
struct Said {
  std::uint32_t invocations = 1024;
  bool translated = false;
  std::array<std::uint32_t, 3> subgroups = {};  ///< The smallest size, the size without a request, the largest.
  std::uint32_t vendor = 0x8086;
  int dispatches = 0;
  std::vector<std::uint32_t> asked = {};  ///< The sizes of subgroups that pipelines ask for; 0: none.
};
Said said;

PFN_vkGetInstanceProcAddr real_of_instance = nullptr;
PFN_vkGetDeviceProcAddr real_of_device = nullptr;
PFN_vkGetPhysicalDeviceProperties real_properties = nullptr;
PFN_vkCmdDispatch real_dispatch = nullptr;
PFN_vkGetPhysicalDeviceProperties2 real_more_properties = nullptr;

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* found) {
  real_properties(device, found);
  found->limits.maxComputeWorkGroupInvocations = said.invocations;
  found->deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
}

VKAPI_ATTR void VKAPI_CALL more_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* found) {
  real_more_properties(device, found);
  if (said.subgroups[0] == 0) return;
  found->properties.vendorID = said.vendor;
  for (auto* next = static_cast<VkBaseOutStructure*>(found->pNext); next != nullptr; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
      auto* const subgroups = reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(next);
      subgroups->subgroupSize = said.subgroups[1];
      subgroups->supportedOperations = ~0U;
    } else if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
      auto* const sizes = reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(next);
      sizes->minSubgroupSize = said.subgroups[0];
      sizes->maxSubgroupSize = said.subgroups[2];
      sizes->requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
      sizes->maxComputeWorkgroupSubgroups = 64;
    }
  }
}

/// Makes no pipeline: the device that said so much has no such subgroups.
VKAPI_ATTR VkResult VKAPI_CALL pipelines(VkDevice /*device*/, VkPipelineCache /*cache*/, std::uint32_t /*count*/,
                                         const VkComputePipelineCreateInfo* info,
                                         const VkAllocationCallbacks* /*allocator*/, VkPipeline* made) {
  std::uint32_t size = 0;
  for (auto* next = static_cast<const VkBaseInStructure*>(info->stage.pNext); next != nullptr; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO) continue;
    size = reinterpret_cast<const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo*>(next)->requiredSubgroupSize;
    CHECK((info->stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) != 0);
  }
  said.asked.push_back(size);
  *made = VK_NULL_HANDLE;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice /*device*/, const char* /*layer*/, std::uint32_t* count,
                                          VkExtensionProperties* found) {
  *count = said.translated ? 1 : 0;
  if (found != nullptr && said.translated) std::strcpy(found->extensionName, "VK_KHR_portability_subset");
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  ++said.dispatches;
  real_dispatch(commands, x, y, z);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_in_device(VkDevice device, const char* name) {
  const PFN_vkVoidFunction real = real_of_device(device, name);
  if (said.subgroups[0] != 0 && std::string(name) == "vkCreateComputePipelines") {
    return reinterpret_cast<PFN_vkVoidFunction>(pipelines);
  }
  if (std::string(name) != "vkCmdDispatch") return real;
  real_dispatch = reinterpret_cast<PFN_vkCmdDispatch>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(dispatch);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_in_instance(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction real = real_of_instance(instance, name);
  const std::string wanted = name;
  if (wanted == "vkEnumerateDeviceExtensionProperties") return reinterpret_cast<PFN_vkVoidFunction>(extensions);
  if (wanted == "vkGetDeviceProcAddr") {
    real_of_device = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(find_in_device);
  }
  if (wanted == "vkGetPhysicalDeviceProperties2") {
    real_more_properties = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(more_properties);
  }
  if (wanted != "vkGetPhysicalDeviceProperties") return real;
  real_properties = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(properties);
}

}  // namespace stub

using stub::said;

/// A Labeler of the device, as `said`.
vulkan::Labeler make_labeler(const VulkanDevice& device, bool subgroup_size_control = false) {
  vulkan::Device stubbed = device.device();
  stubbed.subgroup_size_control = subgroup_size_control;
  stub::real_of_instance = stubbed.get_instance_proc_addr;
  stubbed.get_instance_proc_addr = stub::find_in_instance;
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create(stubbed);
  REQUIRE(labeler);
  return *std::move(labeler);
}

/// Labels, checks labels and the number of components, and counts dispatches.
int check_labeling(VulkanDevice& device, vulkan::Labeler& labeler, const host::Image& image, const LabelingSpec& spec) {
  constexpr std::uint32_t rows = 2000;
  const LabeledImage expected = reference(image, spec);
  Result<vulkan::Prepared> prepared = labeler.prepare({image.format}, image.extent, spec, rows);
  REQUIRE(prepared);
  Result<VulkanImage> source = upload_image(device, image.view());
  REQUIRE(source);
  Result<VulkanImage> target =
      device.make_image(image.extent, VK_FORMAT_R32_UINT,
                        VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  REQUIRE(target);
  Result<engines::VulkanBuffer> table =
      device.make_buffer(table_bytes(rows, table_columns_of(image.extent, spec.columns)), false);
  REQUIRE(table);
  said.dispatches = 0;
  {
    const Result<vulkan::Binding> binding =
        prepared->bind({.image = {source->view, VK_IMAGE_LAYOUT_GENERAL}},
                       {.labels = target->view, .table = {table->buffer, 0, table->bytes}});
    REQUIRE(binding);
    const Result<VkCommandBuffer> commands = device.begin();
    REQUIRE(commands);
    order_image(device.functions(), *commands, target->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    prepared->record(*commands, *binding);
    REQUIRE(device.run(*commands));
  }
  LabelImage labels{image.extent, std::vector<std::uint32_t>(static_cast<std::size_t>(image.extent.elements()))};
  REQUIRE(read_image(device, *target, std::as_writable_bytes(std::span(labels.values))));
  CHECK(first_difference(labels, expected.labels) == "");
  ComponentTableHeader header;
  REQUIRE(read_buffer(device, *table, std::as_writable_bytes(std::span(&header, 1))));
  CHECK(header.rows == expected.components.size());
  device.destroy(*table);
  device.destroy(*target);
  device.destroy(*source);
  return said.dispatches;
}

}  // namespace

TEST_CASE("workgroups of Vulkan have as many invocations as the device runs", "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  for (const std::uint32_t most : {1024U, 1000U, 384U, 256U}) {
    CAPTURE(most);
    said = {.invocations = most};
    vulkan::Labeler labeler = make_labeler(**device);
    check_labeling(**device, labeler, make_image("noise", {70, 50}), {});
    check_labeling(**device, labeler, make_image("noise", {40, 30, 20}), {});
  }
  said = {.invocations = 128};
  vulkan::Labeler labeler = make_labeler(**device);
  const Result<vulkan::Prepared> refused = labeler.prepare({}, {70, 50});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK_THAT(refused.error().message, Catch::Contains("256 invocations, and this device runs 128 at most"));
}

TEST_CASE("on a device that Vulkan is translated for, no workgroup reads what others of its dispatch store",
          "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  const std::array<LabelingSpec, 4> specs = {
      LabelingSpec{}, {.filter = {.min_area = 5}}, {.filter = {.largest = 3}}, {.fill_holes = 5}};
  for (const LabelingSpec& spec : specs) {
    for (const Extent& extent : {Extent{140, 90}, Extent{40, 30, 20}}) {
      CAPTURE(extent, spec.filter.min_area, spec.filter.largest, spec.fill_holes);
      const host::Image image = make_image("noise", extent);
      said = {};
      vulkan::Labeler native = make_labeler(**device);
      const int dispatches = check_labeling(**device, native, image, spec);
      said = {.translated = true};
      vulkan::Labeler translated = make_labeler(**device);
      CHECK(check_labeling(**device, translated, image, spec) > dispatches);  // sums are passes of their own
    }
  }
}

TEST_CASE("pipelines of Vulkan ask for subgroups of 32 invocations where a device has other sizes too", "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  struct Row {
    const char* name;
    std::array<std::uint32_t, 3> sizes;
    std::uint32_t vendor;
    bool control;
    bool asks;
  };
  constexpr std::uint32_t intel = 0x8086;
  constexpr std::uint32_t nvidia = 0x10DE;
  const Row row = GENERATE(Row{"Intel", {8, 32, 32}, intel, true, true}, Row{"AMD", {32, 64, 64}, 0x1002, true, true},
                           Row{"Intel without the features", {8, 32, 32}, intel, false, false},
                           Row{"NVIDIA without the features", {32, 32, 32}, nvidia, false, false},
                           Row{"larger ones alone", {64, 64, 64}, 0x1002, true, false},
                           Row{"smaller ones alone", {4, 4, 16}, intel, true, false});
  CAPTURE(row.name);
  said = {.subgroups = row.sizes, .vendor = row.vendor};
  vulkan::Labeler labeler = make_labeler(**device, row.control);
  REQUIRE(labeler.prepare({}, {70, 50}));
  const auto asked = std::count(said.asked.begin(), said.asked.end(), 32U);
  CHECK(asked + std::count(said.asked.begin(), said.asked.end(), 0U) == static_cast<int>(said.asked.size()));
  CHECK((asked > 0) == row.asks);
  said = {};
}

}  // namespace glccl::tests
