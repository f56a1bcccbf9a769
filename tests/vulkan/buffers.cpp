// Images and labels in buffers of Vulkan: every offset and pitch, what lies between rows, and what is an image beside.
#include <cstddef>
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
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/placed.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using engines::VulkanBuffer;
using engines::VulkanDevice;
using engines::VulkanImage;

/// A device and a Labeler, and memory that it frees.
class Fixture {
 public:
  /// Nothing: there is no device, and the test is skipped.
  static std::unique_ptr<Fixture> open() {
    Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
    if (skip_gently(device ? "" : device.error().message)) return nullptr;
    Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*device)->device());
    REQUIRE(labeler);
    return std::unique_ptr<Fixture>(new Fixture(*std::move(device), *std::move(labeler)));
  }
  ~Fixture() {
    for (VulkanBuffer& buffer : buffers_) device_->destroy(buffer);
    for (VulkanImage& image : images_) device_->destroy(image);
  }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  VulkanBuffer upload(const std::vector<std::uint8_t>& bytes) {
    const ImageView row{bytes.data(), PixelFormat::u8, {static_cast<int>(bytes.size()), 1}};
    const Result<VulkanBuffer> made = upload_buffer(*device_, row);
    REQUIRE(made);
    buffers_.push_back(*made);
    return *made;
  }

  VulkanImage upload(const ImageView& image) {
    const Result<VulkanImage> made = upload_image(*device_, image);
    REQUIRE(made);
    images_.push_back(*made);
    return *made;
  }

  VulkanImage make_labels(const Extent& extent) {
    const Result<VulkanImage> made =
        device_->make_image(extent, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    REQUIRE(made);
    images_.push_back(*made);
    return *made;
  }

  /// Labels, and waits. `labels`: an image to order first.
  void label(const vulkan::Prepared& prepared, const vulkan::Inputs& inputs, const vulkan::Outputs& outputs,
             const VulkanImage* labels = nullptr) {
    const Result<vulkan::Binding> binding = prepared.bind(inputs, outputs);
    INFO((binding ? "" : binding.error().message));
    REQUIRE(binding);
    const Result<VkCommandBuffer> commands = device_->begin();
    REQUIRE(commands);
    if (labels != nullptr) {
      order_image(device_->functions(), *commands, labels->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    }
    prepared.record(*commands, *binding);
    REQUIRE(device_->run(*commands));
  }

  std::vector<std::uint8_t> bytes_of(const VulkanBuffer& buffer, std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    REQUIRE(read_buffer(*device_, buffer, std::as_writable_bytes(std::span(bytes))));
    return bytes;
  }

  LabelImage labels_in(const VulkanImage& image) {
    LabelImage labels{image.extent, std::vector<std::uint32_t>(static_cast<std::size_t>(image.extent.elements()))};
    REQUIRE(read_image(*device_, image, std::as_writable_bytes(std::span(labels.values))));
    return labels;
  }

  vulkan::Labeler& labeler() { return labeler_; }

 private:
  Fixture(std::unique_ptr<VulkanDevice> device, vulkan::Labeler labeler)
      : device_(std::move(device)), labeler_(std::move(labeler)) {}

  std::unique_ptr<VulkanDevice> device_;
  vulkan::Labeler labeler_;
  std::vector<VulkanBuffer> buffers_;
  std::vector<VulkanImage> images_;
};

vulkan::PitchedBuffer pitched(const VulkanBuffer& buffer, const Placed& placed, const Placement& at) {
  return {buffer.buffer, placed.bytes.size(), at.offset, placed.row_bytes, placed.slice_bytes};
}

}  // namespace

TEST_CASE("vulkan labels buffers with any offset and pitch, and leaves gaps as they are", "[vulkan][buffers]") {
  const std::unique_ptr<Fixture> fixture = Fixture::open();
  if (!fixture) return;
  for (const Extent extent : {Extent{67, 45}, Extent{64, 32}, Extent{1, 3}, Extent{200, 1}, Extent{37, 20, 5}}) {
    const host::Image image = make_image("noise", extent);
    const LabelingSpec spec{extent.is_volume() ? Connectivity::twenty_six : Connectivity::eight};
    const Result<vulkan::Prepared> prepared =
        fixture->labeler().prepare({image.format}, extent, spec, 0, {.image = true, .labels = true});
    REQUIRE(prepared);
    for (const std::size_t unit : {1U, 3U, 16U}) {  // of offset and gaps
      CAPTURE(extent, unit);
      const Placement from{.offset = 17 * unit, .behind_row = unit, .behind_slice = 2 * unit};
      const Placement to{.offset = 20 * unit * 4, .behind_row = 4 * unit, .behind_slice = 4 * unit};
      const Placed source = make_placed(image.view(), from);
      Placed expected = make_placed(extent, 4, to);
      const VulkanBuffer target = fixture->upload(expected.bytes);
      fixture->label(*prepared, {.image = {.buffer = pitched(fixture->upload(source.bytes), source, from)}},
                     {.label_buffer = pitched(target, expected, to)});
      store(view_of(reference(image, spec).labels), to, expected);
      CHECK((fixture->bytes_of(target, expected.bytes.size()) == expected.bytes));
    }
  }
}

TEST_CASE("vulkan labels a part of a buffer", "[vulkan][buffers]") {
  const std::unique_ptr<Fixture> fixture = Fixture::open();
  if (!fixture) return;
  const host::Image image = make_image("noise", {90, 70});
  const Rectangle part{13, 9, 77, 60};
  const Result<vulkan::Prepared> prepared =
      fixture->labeler().prepare({image.format}, extent_of(part), {}, 0, {.image = true});
  REQUIRE(prepared);
  const VulkanBuffer source = fixture->upload(image.bytes);
  const VulkanImage labels = fixture->make_labels(extent_of(part));
  fixture->label(*prepared, {.image = {.buffer = {source.buffer, image.bytes.size(), 9 * 90 + 13, 90}}},
                 {.labels = labels.view}, &labels);
  CHECK(first_difference(fixture->labels_in(labels), reference_labels(host::crop(image.view(), part))) == "");
}

TEST_CASE("vulkan writes labels over the image that it reads", "[vulkan][buffers]") {
  const std::unique_ptr<Fixture> fixture = Fixture::open();
  if (!fixture) return;
  const host::Image noise = make_image("noise", {70, 50});
  host::Image image{noise.extent, PixelFormat::u32, std::vector<std::uint8_t>(noise.bytes.size() * 4)};
  for (std::size_t i = 0; i < noise.bytes.size(); ++i) image.bytes[4 * i] = noise.bytes[i];
  const LabelingSpec spec{.criterion = Equal{.background = PixelValue{}}};
  const Result<vulkan::Prepared> prepared =
      fixture->labeler().prepare({image.format}, image.extent, spec, 0, {.image = true, .labels = true});
  REQUIRE(prepared);
  const VulkanBuffer memory = fixture->upload(image.bytes);
  const vulkan::PitchedBuffer both{memory.buffer, image.bytes.size()};
  fixture->label(*prepared, {.image = {.buffer = both}}, {.label_buffer = both});
  Placed expected = make_placed(image.extent, 4, {});
  store(view_of(reference(image, spec).labels), {}, expected);
  CHECK((fixture->bytes_of(memory, expected.bytes.size()) == expected.bytes));
}

TEST_CASE("vulkan reads an image of a texture with a mask in a buffer, and the other way round", "[vulkan][buffers]") {
  const std::unique_ptr<Fixture> fixture = Fixture::open();
  if (!fixture) return;
  const host::Image image = make_image("noise", {120, 80});
  const host::Image mask = make_image("circles", {120, 80});
  const ImageView mask_view = mask.view();
  const LabelImage expected = reference(image.view(), {}, &mask_view).labels;
  for (const bool mask_in_buffer : {true, false}) {
    CAPTURE(mask_in_buffer);
    const vulkan::InBuffers in_buffers{.image = !mask_in_buffer, .mask = mask_in_buffer};
    const Result<vulkan::Prepared> prepared =
        fixture->labeler().prepare({image.format, mask.format}, image.extent, {}, 0, in_buffers);
    REQUIRE(prepared);
    const auto source = [&](const host::Image& one, bool in_buffer) -> vulkan::SourceImage {
      if (in_buffer) return {.buffer = {fixture->upload(one.bytes).buffer, one.bytes.size()}};
      return {fixture->upload(one.view()).view, VK_IMAGE_LAYOUT_GENERAL};
    };
    const VulkanImage labels = fixture->make_labels(image.extent);
    fixture->label(*prepared, {source(image, !mask_in_buffer), source(mask, mask_in_buffer)}, {.labels = labels.view},
                   &labels);
    CHECK(first_difference(fixture->labels_in(labels), expected) == "");
  }
}

}  // namespace glccl::tests
