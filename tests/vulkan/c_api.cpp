// The C face of glccl_vulkan, by a user in C.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/host/regions.hpp"
#include "glccl/table.hpp"
#include "glccl/vulkan/formats.hpp"
#include "host/engines/vulkan_copies.hpp"
#include "host/engines/vulkan_device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/contacts.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"
#include "tests/vulkan/c_api_user.h"
#include "tests/vulkan/fixture.hpp"

namespace glccl::tests {
namespace {

glccl_vulkan_device to_c(const vulkan::Device& device) {
  return {sizeof(glccl_vulkan_device),
          device.instance,
          device.physical_device,
          device.device,
          device.get_instance_proc_addr,
          device.pipeline_cache,
          device.subgroup_size_control ? 1 : 0};
}

}  // namespace

TEST_CASE("a program in C labels an image of Vulkan", "[vulkan]") {
  using engines::VulkanDevice;
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  const host::Image image = make_image("noise", {90, 70});
  const Result<engines::VulkanImage> made_source = upload_image(**device, image.view());
  REQUIRE(made_source);
  engines::VulkanImage source = *made_source;
  const Result<engines::VulkanImage> made_labels =
      (*device)->make_image(image.extent, VK_FORMAT_R32_UINT,
                            VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  REQUIRE(made_labels);
  engines::VulkanImage labels = *made_labels;

  glccl_labeling_spec spec = glccl_default_spec();
  spec.filter.min_area = 3;
  const LabeledImage expected = reference(image, {.filter = {.min_area = 3}});
  const glccl_vulkan_device in_c = to_c((*device)->device());
  vulkan_user user = {};
  glccl_error error;
  INFO(error.message);
  REQUIRE(vulkan_user_begin(&user, &in_c, {90, 70, 1}, &spec, 1000, &error) == GLCCL_OK);
  CHECK(glccl_vulkan_scratch_bytes(user.prepared) > 0);
  CHECK(glccl_vulkan_table_bytes(user.prepared) == static_cast<std::int64_t>(table_bytes(1000)));
  const Result<engines::VulkanBuffer> made_table = (*device)->make_buffer(table_bytes(1000), false);
  REQUIRE(made_table);
  engines::VulkanBuffer table = *made_table;
  const Result<VkCommandBuffer> commands = (*device)->begin();
  REQUIRE(commands);
  order_image((*device)->functions(), *commands, labels.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
  REQUIRE(vulkan_user_record(&user, source.view, labels.view, table.buffer, *commands, &error) == GLCCL_OK);
  REQUIRE((*device)->run(*commands));
  vulkan_user_end(&user);

  LabelImage found{image.extent, std::vector<std::uint32_t>(static_cast<std::size_t>(image.extent.elements()))};
  REQUIRE(read_image(**device, labels, std::as_writable_bytes(std::span(found.values))));
  CHECK(first_difference(found, expected.labels) == "");
  ComponentTableHeader header;
  REQUIRE(read_buffer(**device, table, std::as_writable_bytes(std::span(&header, 1))));
  CHECK(header.rows == expected.components.size());
  (*device)->destroy(table);
  (*device)->destroy(labels);
  (*device)->destroy(source);
}

TEST_CASE("a program in C follows labels of Vulkan, and takes components out of them", "[vulkan][tracker][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const LabelImage labels = random_labels({9, 7}, 30, 5);
  const glccl_vulkan_device in_c = to_c(fixture->device().device());
  const engines::VulkanImage selection = fixture->make_labels(labels.extent);
  const engines::VulkanImage colours = fixture->make_labels(labels.extent, VK_FORMAT_R8G8B8A8_UNORM);
  const engines::VulkanBuffer seeds = fixture->make_buffer(seeds_bytes(4));
  const engines::VulkanBuffer contacts = fixture->make_buffer(contacts_bytes(100));
  const glccl_vulkan_labels given = {sizeof given,
                                     {9, 7, 1},
                                     {fixture->upload(view_of(labels)).view, VK_IMAGE_LAYOUT_GENERAL, {}},
                                     {fixture->upload(table_of(components_of(labels))).buffer, 0, 64}};
  glccl_vulkan_region_outputs outputs = {};
  outputs.size = sizeof outputs;
  outputs.seeds = {seeds.buffer, 0, seeds.bytes};
  outputs.contacts = {contacts.buffer, 0, contacts.bytes};
  outputs.selection.view = selection.view;
  outputs.colours.view = colours.view;
  vulkan_user user = {};
  glccl_error error;
  INFO(error.message);
  REQUIRE(glccl_vulkan_labeler_create(&in_c, &user.labeler, &error) == GLCCL_OK);
  fixture->run([&](VkCommandBuffer commands) {
    fixture->order(commands, selection);
    fixture->order(commands, colours);
    REQUIRE(vulkan_user_follow(&user, &given, &outputs, {3, 2, 0}, commands, &error) == GLCCL_OK);
  });
  CHECK(glccl_vulkan_tracker_bytes(user.tracker) > 0);
  CHECK(glccl_vulkan_regions_scratch_bytes(user.regions) > 0);
  TracksHeader header;
  const glccl_vulkan_range tracks = glccl_vulkan_tracker_tracks(user.tracker);
  CHECK(tracks.bytes == tracks_bytes(1 << 16));
  REQUIRE(read_buffer(fixture->device(), {.buffer = tracks.buffer}, std::as_writable_bytes(std::span(&header, 1))));
  CHECK(header.births == components_of(labels));
  const std::vector<Position> seed = {{3, 2, 0}};
  CHECK(fixture->labels_in(selection).values == host::select(labels.values, labels.extent, seed)->labels);
  ContactsHeader found;
  REQUIRE(read_buffer(fixture->device(), contacts, std::as_writable_bytes(std::span(&found, 1))));
  CHECK(found == expected_contacts(labels, Connectivity::eight, 100).header);
  CHECK(fixture->labels_in(colours).values[20] == colour_of_label(labels.values[20]));

  const auto refused = [&](glccl_error_code code, const std::string& part) {
    CHECK(code == GLCCL_ERROR_INVALID_ARGUMENT);
    CHECK_THAT(std::string(error.message), Catch::Contains(part));
  };
  glccl_vulkan_tracker* tracker = user.tracker;
  refused(glccl_vulkan_prepare_tracker(user.labeler, {0, 7, 1}, nullptr, 0, &tracker, &error), "0x7");
  CHECK(tracker == nullptr);
  glccl_vulkan_regions* regions = user.regions;
  refused(glccl_vulkan_prepare_regions(user.labeler, {9, 7, 1}, nullptr, 0, &regions, &error), "`options`");
  glccl_vulkan_binding* binding = nullptr;
  refused(glccl_vulkan_tracker_bind(user.tracker, nullptr, nullptr, &binding, &error), "`labels`");
  const glccl_vulkan_target ids = {colours.view, {}};
  refused(glccl_vulkan_tracker_bind(user.tracker, &given, &ids, &binding, &error), "was told of none");
  outputs.colours.view = nullptr;
  refused(glccl_vulkan_regions_bind(user.regions, &given, &outputs, &binding, &error), "no view of the colours");
  CHECK(binding == nullptr);
  fixture->run([&](VkCommandBuffer commands) {
    refused(glccl_vulkan_tracker_record(user.tracker, user.taken, commands, &error), "another object's");
    refused(glccl_vulkan_regions_select(user.regions, user.taken, commands, nullptr, 2, &error), "the count 2");
    refused(glccl_vulkan_regions_lists(user.regions, user.taken, commands, &error), "no lists");
    refused(glccl_vulkan_regions_boundaries(user.regions, user.taken, commands, 8, &error), "no boundaries");
    refused(glccl_vulkan_regions_contacts(user.regions, user.taken, commands, 5, &error), "connectivity 5");
  });
  vulkan_user_end(&user);
  glccl_vulkan_tracker_destroy(nullptr);
  glccl_vulkan_regions_destroy(nullptr);
  glccl_vulkan_tracker_forget(nullptr);
  CHECK(glccl_vulkan_tracker_tracks(nullptr).bytes == 0);
  CHECK(glccl_vulkan_tracker_bytes(nullptr) == 0);
  CHECK(glccl_vulkan_regions_scratch_bytes(nullptr) == 0);
}

TEST_CASE("the C face of Vulkan refuses what it cannot take", "[vulkan]") {
  glccl_error error;
  glccl_vulkan_labeler* labeler = nullptr;
  const auto refused = [&](glccl_error_code code, glccl_error_code expected, const std::string& part) {
    CHECK(code == expected);
    CHECK_THAT(std::string(error.message), Catch::Contains(part));
  };
  refused(glccl_vulkan_labeler_create(nullptr, &labeler, &error), GLCCL_ERROR_INVALID_ARGUMENT, "`device` is a null");
  glccl_vulkan_device none = to_c({});
  refused(glccl_vulkan_labeler_create(&none, &labeler, &error), GLCCL_ERROR_INVALID_ARGUMENT, "one of them is null");
  none.size = 0;
  refused(glccl_vulkan_labeler_create(&none, &labeler, &error), GLCCL_ERROR_INVALID_ARGUMENT, "begins with the size 0");
  CHECK(labeler == nullptr);

  const Result<std::unique_ptr<engines::VulkanDevice>> device = engines::VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  const glccl_vulkan_device in_c = to_c((*device)->device());
  REQUIRE(glccl_vulkan_labeler_create(&in_c, &labeler, &error) == GLCCL_OK);
  glccl_vulkan_prepared* prepared = nullptr;
  glccl_vulkan_request request = {};
  request.size = sizeof request;
  request.extent = {40, 30, 1};
  refused(glccl_vulkan_prepare(labeler, &request, &prepared, &error), GLCCL_ERROR_INVALID_ARGUMENT, "UNDEFINED");
  request.image = VK_FORMAT_BC1_RGB_UNORM_BLOCK;
  refused(glccl_vulkan_prepare(labeler, &request, &prepared, &error), GLCCL_ERROR_UNSUPPORTED,
          "the image has VkFormat");
  request.image = VK_FORMAT_R16_UINT;
  request.extent = {40, 30, 0};
  refused(glccl_vulkan_prepare(labeler, &request, &prepared, &error), GLCCL_ERROR_INVALID_ARGUMENT, "40x30x0");
  CHECK(prepared == nullptr);
  request.extent = {40, 30, 1};
  REQUIRE(glccl_vulkan_prepare(labeler, &request, &prepared, &error) == GLCCL_OK);
  glccl_vulkan_binding* binding = nullptr;
  const glccl_vulkan_inputs inputs = {sizeof inputs, {}, {}, {}};
  glccl_vulkan_outputs outputs = {};
  outputs.size = sizeof outputs;
  refused(glccl_vulkan_bind(prepared, &inputs, &outputs, &binding, &error), GLCCL_ERROR_INVALID_ARGUMENT, "no view");
  refused(glccl_vulkan_record(prepared, binding, nullptr, &error), GLCCL_ERROR_INVALID_ARGUMENT, "`binding`");
  glccl_vulkan_prepared_destroy(prepared);
  glccl_vulkan_labeler_destroy(labeler);
}

TEST_CASE("formats of Vulkan images and of pixels stand for each other", "[vulkan]") {
  for (const FormatTraits& traits : pixel_formats()) {
    const VkFormat format = vulkan::vulkan_format_of(traits.format);
    if (format != VK_FORMAT_UNDEFINED) CHECK(vulkan::pixel_format_of(format) == traits.format);
  }
  CHECK_FALSE(vulkan::pixel_format_of(VK_FORMAT_UNDEFINED));
}

}  // namespace glccl::tests
