// What vulkan::Labeler refuses. The conformance suite runs the engine `vulkan`.
#include <memory>
#include <string>

#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using engines::VulkanDevice;

/// The loader's functions without one of them.
PFN_vkGetInstanceProcAddr loader = nullptr;
PFN_vkGetDeviceProcAddr of_device = nullptr;

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL without_dispatch(VkDevice device, const char* name) {
  return std::string(name) == "vkCmdDispatch" ? nullptr : of_device(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL without_one(VkInstance instance, const char* name) {
  if (std::string(name) != "vkGetDeviceProcAddr") return loader(instance, name);
  of_device = reinterpret_cast<PFN_vkGetDeviceProcAddr>(loader(instance, name));
  return reinterpret_cast<PFN_vkVoidFunction>(without_dispatch);
}

void check_error(const Error& error, ErrorCode code, const std::string& part) {
  CHECK(error.code == code);
  CHECK_THAT(error.message, Catch::Contains(part));
}

}  // namespace

TEST_CASE("a Labeler of Vulkan refuses what it cannot work with", "[vulkan]") {
  check_error(vulkan::Labeler::create({}).error(), ErrorCode::invalid_argument, "one of them is null");
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;

  vulkan::Device lacking = (*device)->device();
  loader = lacking.get_instance_proc_addr;
  lacking.get_instance_proc_addr = without_one;
  check_error(vulkan::Labeler::create(lacking).error(), ErrorCode::no_device, "does not find vkCmdDispatch");

  Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*device)->device());
  REQUIRE(labeler);
  check_error(labeler->prepare({}, {0, 4}).error(), ErrorCode::invalid_argument, "0x4");
  check_error(labeler->prepare({}, {64, 64}, {.fill_holes = 4}).error(), ErrorCode::unsupported, "holes");
  check_error(labeler->prepare({}, {64, 64}, {.numbering = Numbering::root}, 100).error(), ErrorCode::invalid_argument,
              "table");
}

TEST_CASE("descriptors of Vulkan are refused that do not fit prepare()", "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*device)->device());
  REQUIRE(labeler);
  const Result<vulkan::Prepared> prepared = labeler->prepare({}, {64, 64}, {}, 100);
  REQUIRE(prepared);
  CHECK(prepared->scratch_bytes() > 0);
  Result<engines::VulkanImage> image = (*device)->make_image({64, 64}, VK_FORMAT_R8_UINT, VK_IMAGE_USAGE_SAMPLED_BIT);
  REQUIRE(image);
  Result<engines::VulkanImage> labels = (*device)->make_image({64, 64}, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT);
  REQUIRE(labels);
  Result<engines::VulkanBuffer> table = (*device)->make_buffer(table_bytes(100) + 1024, false);
  REQUIRE(table);
  const auto refused = [&](const vulkan::Inputs& inputs, const vulkan::Outputs& outputs, const std::string& part) {
    check_error(prepared->bind(inputs, outputs).error(), ErrorCode::invalid_argument, part);
  };
  const vulkan::SourceView view{image->view};
  refused({}, {labels->view}, "no view of an image");
  refused({view}, {}, "no view for labels");
  refused({view}, {labels->view}, "no buffer for the component table");
  refused({view, view}, {labels->view, {table->buffer, 0, table->bytes}}, "told of none");
  refused({view}, {labels->view, {table->buffer, 0, 100}}, std::to_string(table_bytes(100)) + " are needed");
  if ((*device)->limits().minStorageBufferOffsetAlignment > 4) {
    refused({view}, {labels->view, {table->buffer, 4, table_bytes(100)}}, "minStorageBufferOffsetAlignment");
  }
  CHECK(prepared->bind({view}, {labels->view, {table->buffer, 0, table->bytes}}));
  (*device)->destroy(*table);
  (*device)->destroy(*labels);
  (*device)->destroy(*image);
}

}  // namespace glccl::tests
