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
  const vulkan::SourceImage view{image->view};
  refused({}, {labels->view}, "no view of the image");
  refused({view}, {}, "no view of the labels");
  refused({view}, {labels->view}, "no buffer for the component table");
  refused({view, view}, {labels->view, {table->buffer, 0, table->bytes}},
          "view of the mask, and prepare() was told of none");
  const vulkan::PitchedBuffer pixels{table->buffer, table->bytes};
  refused({{.buffer = pixels}}, {labels->view}, "buffer with the image, and prepare() was told of a view");
  refused({view}, {.label_buffer = pixels}, "buffer with the labels, and prepare() was told of a view");
  refused({view}, {labels->view, {table->buffer, 0, 100}}, std::to_string(table_bytes(100)) + " are needed");
  if ((*device)->limits().minStorageBufferOffsetAlignment > 4) {
    refused({view}, {labels->view, {table->buffer, 4, table_bytes(100)}}, "minStorageBufferOffsetAlignment");
  }
  CHECK(prepared->bind({view}, {labels->view, {table->buffer, 0, table->bytes}}));
  (*device)->destroy(*table);
  (*device)->destroy(*labels);
  (*device)->destroy(*image);
}

TEST_CASE("buffers of Vulkan that cannot be labeled are refused", "[vulkan][buffers]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*device)->device());
  REQUIRE(labeler);
  constexpr vulkan::InBuffers all{true, false, true, true};
  check_error(labeler->prepare({PixelFormat::rgb8}, {64, 48}, {}, 0, {.image = true}).error(), ErrorCode::unsupported,
              "the pixels of the image in a buffer are of format rgb8");
  const Result<vulkan::Prepared> prepared = labeler->prepare({PixelFormat::u16, std::nullopt, PixelFormat::u32},
                                                             {64, 48}, {.columns = table_column_intensity}, 100, all);
  REQUIRE(prepared);
  constexpr VkDeviceSize pixels = 64 * 48;
  Result<engines::VulkanBuffer> memory = (*device)->make_buffer(64 * pixels, false);
  REQUIRE(memory);
  const vulkan::PitchedBuffer image{memory->buffer, 2 * pixels};
  const vulkan::PitchedBuffer intensity{memory->buffer, 6 * pixels, 2 * pixels};
  const vulkan::PitchedBuffer labels{memory->buffer, 10 * pixels, 6 * pixels};
  const vulkan::BufferRange table{memory->buffer, 16 * pixels, 16 * pixels};
  const auto bind = [&](const vulkan::PitchedBuffer& from, const vulkan::PitchedBuffer& values,
                        const vulkan::PitchedBuffer& to) {
    return prepared->bind({.image = {.buffer = from}, .intensity = {.buffer = values}},
                          {.table = table, .label_buffer = to});
  };
  CHECK(bind(image, intensity, labels));
  const auto refused = [&](const Result<vulkan::Binding>& binding, const std::string& part) {
    check_error(binding.error(), ErrorCode::invalid_argument, part);
  };
  const auto changed = [](vulkan::PitchedBuffer buffer, auto&& change) {
    change(buffer);
    return buffer;
  };
  refused(bind({}, intensity, labels), "no buffer with the image");
  refused(bind(image, {}, labels), "no buffer with the image of intensities");
  refused(bind(image, intensity, {}), "no buffer with the labels");
  refused(
      bind(changed(image, [](auto& one) { --one.bytes; }), intensity, labels),
      "the pixels of the image of 64x48 at byte 0 of their buffer take 6144 bytes, and the buffer ends at byte 6143");
  refused(bind(changed(image, [](auto& one) { one.offset = 1; }), intensity, labels),
          "begin at byte 1 of their buffer, which is no multiple of 2");
  refused(bind(changed(image, [](auto& one) { one.row_bytes = 126; }), intensity, labels),
          "pitch of 126 bytes, but a row takes 128");
  refused(bind(image, changed(intensity, [](auto& one) { one.row_bytes = 258; }), labels), "multiple of 4");
  refused(bind(image, intensity, changed(labels, [](auto& one) { one.row_bytes = 260; })), "the labels of 64x48");
  refused(bind(image, intensity, changed(labels, [](auto& one) { one.offset = 4 * pixels; })),
          "labels are written over the image of intensities");
  (*device)->destroy(*memory);
}

}  // namespace glccl::tests
