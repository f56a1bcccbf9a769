// Several labelings of a vulkan::Labeler side by side.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_copies.hpp"
#include "host/engines/vulkan_device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"
#include "tests/vulkan/fixture.hpp"

namespace glccl::tests {
namespace {

using engines::VulkanDevice;
using engines::VulkanImage;

/// An image, its labels on the device, and a labeling of it.
class OnDevice {
 public:
  OnDevice(VulkanDevice& device, vulkan::Labeler& labeler, host::Image image, const LabelingSpec& spec)
      : device_(device), image_(std::move(image)), spec_(spec) {
    const Result<VulkanImage> source = upload_image(device, image_.view());
    REQUIRE(source);
    source_ = *source;
    const Result<VulkanImage> labels =
        device.make_image(image_.extent, VK_FORMAT_R32_UINT,
                          VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    REQUIRE(labels);
    labels_ = *labels;
    Result<vulkan::Prepared> made = labeler.prepare({image_.format}, image_.extent, spec);
    REQUIRE(made);
    prepared = *std::move(made);
    Result<vulkan::Binding> bound =
        prepared->bind({.image = {source_.view, VK_IMAGE_LAYOUT_GENERAL}}, {.labels = labels_.view});
    REQUIRE(bound);
    binding = *std::move(bound);
  }
  ~OnDevice() {
    device_.destroy(labels_);
    device_.destroy(source_);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  void record(VkCommandBuffer commands) const {
    order_image(device_.functions(), commands, labels_.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    prepared->record(commands, *binding);
  }

  void check() const {
    LabelImage found{image_.extent, std::vector<std::uint32_t>(static_cast<std::size_t>(image_.extent.elements()))};
    REQUIRE(read_image(device_, labels_, std::as_writable_bytes(std::span(found.values))));
    CHECK(first_difference(found, reference(image_, spec_).labels) == "");
  }

  VkImageView labels_view() const { return labels_.view; }

  std::optional<vulkan::Prepared> prepared;
  std::optional<vulkan::Binding> binding;

 private:
  VulkanDevice& device_;
  host::Image image_;
  LabelingSpec spec_;
  VulkanImage source_;
  VulkanImage labels_;
};

}  // namespace

TEST_CASE("labelings that a Labeler of Vulkan prepares live side by side", "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  Result<vulkan::Labeler> made = vulkan::Labeler::create((*device)->device());
  REQUIRE(made);
  std::optional<vulkan::Labeler> labeler = *std::move(made);
  OnDevice small(**device, *labeler, make_image("noise", {70, 50}), {});
  OnDevice large(**device, *labeler, make_image("noise", {400, 300}), {.connectivity = Connectivity::four});
  OnDevice volume(**device, *labeler, make_image("noise", {40, 30, 20}), {.connectivity = Connectivity::twenty_six});
  const std::array<OnDevice*, 3> all = {&small, &large, &volume};
  labeler.reset();  // what it has prepared outlives it

  // Twice in one command buffer, in turns.
  const Result<VkCommandBuffer> commands = (*device)->begin();
  REQUIRE(commands);
  for (int i = 0; i < 2; ++i) {
    for (const OnDevice* const one : all) one->record(*commands);
  }
  REQUIRE((*device)->run(*commands));
  for (const OnDevice* const one : all) one->check();

  // In any order of destruction: of a labeling and its descriptors too.
  const bool first = GENERATE(false, true);
  for (OnDevice* const one : {first ? &small : &volume, &large}) {
    if (first) one->prepared.reset();
    one->binding.reset();
    one->prepared.reset();
  }
  const OnDevice& left = first ? volume : small;
  const Result<VkCommandBuffer> again = (*device)->begin();
  REQUIRE(again);
  left.record(*again);
  REQUIRE((*device)->run(*again));
  left.check();
}

TEST_CASE("a labeling of Vulkan reads the labels of the one before it", "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*device)->device());
  REQUIRE(labeler);
  const host::Image image = make_image("noise", {120, 90});
  OnDevice first(**device, *labeler, image, {});
  OnDevice second(**device, *labeler, image, {});
  const Result<vulkan::Prepared> of_labels =
      labeler->prepare({PixelFormat::u32}, image.extent, {.criterion = Equal{.background = PixelValue{}}});
  REQUIRE(of_labels);
  const Result<vulkan::Binding> binding =
      of_labels->bind({.image = {first.labels_view(), VK_IMAGE_LAYOUT_GENERAL}}, {.labels = second.labels_view()});
  REQUIRE(binding);
  const Result<VkCommandBuffer> commands = (*device)->begin();
  REQUIRE(commands);
  second.record(*commands);
  first.record(*commands);
  of_labels->record(*commands, *binding);  // components are what they were, in the same order
  REQUIRE((*device)->run(*commands));
  second.check();
}

TEST_CASE("a labeling of Vulkan that is recorded once labels each image that it is submitted for", "[vulkan]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  constexpr Extent extent{150, 90};
  constexpr std::uint32_t rows = 5000;
  const Result<vulkan::Prepared> prepared =
      fixture->labeler().prepare({PixelFormat::u8}, extent, {}, rows, {.image = true});
  REQUIRE(prepared);
  const engines::VulkanBuffer source = fixture->make_buffer(static_cast<std::size_t>(extent.elements()));
  const engines::VulkanBuffer table = fixture->make_buffer(table_bytes(rows));
  const VulkanImage labels = fixture->make_labels(extent);
  const Result<vulkan::Binding> binding = prepared->bind({.image = {.buffer = {source.buffer, source.bytes}}},
                                                         {labels.view, {table.buffer, 0, table_bytes(rows)}});
  REQUIRE(binding);
  const Result<VkCommandBuffer> commands = fixture->device().begin(0);
  REQUIRE(commands);
  fixture->order(*commands, labels);
  prepared->record(*commands, *binding);
  REQUIRE(fixture->device().functions().EndCommandBuffer(*commands) == VK_SUCCESS);

  for (const char* kind : {"full", "noise", "empty", "spiral", "circles"}) {
    CAPTURE(kind);
    const host::Image image = make_image(kind, extent);
    REQUIRE(write_buffer(fixture->device(), image.view(), source));
    for (int i = 0; i < 2; ++i) REQUIRE(fixture->device().submit(*commands));
    const LabelImage expected = reference_labels(image);
    CHECK(first_difference(fixture->labels_in(labels), expected) == "");
    ComponentTableHeader header;
    REQUIRE(read_buffer(fixture->device(), table, std::as_writable_bytes(std::span(&header, 1))));
    CHECK(header.count[0] == components_of(expected));
  }
}

}  // namespace glccl::tests
