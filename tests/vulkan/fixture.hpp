// What tests of glccl_vulkan share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_copies.hpp"
#include "host/engines/vulkan_device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/placed.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {

/// A device and a Labeler, and memory that it frees.
class VulkanFixture {
 public:
  /// Nothing: there is no device, and the test is skipped.
  static std::unique_ptr<VulkanFixture> open() {
    Result<std::unique_ptr<engines::VulkanDevice>> device = engines::VulkanDevice::open(-1);
    if (skip_gently(device ? "" : device.error().message)) return nullptr;
    Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*device)->device());
    REQUIRE(labeler);
    return std::unique_ptr<VulkanFixture>(new VulkanFixture(*std::move(device), *std::move(labeler)));
  }
  ~VulkanFixture() {
    for (engines::VulkanBuffer& buffer : buffers_) device_->destroy(buffer);
    for (engines::VulkanImage& image : images_) device_->destroy(image);
  }
  VulkanFixture(const VulkanFixture&) = delete;
  VulkanFixture& operator=(const VulkanFixture&) = delete;

  engines::VulkanBuffer upload(const std::vector<std::uint8_t>& bytes) {
    const ImageView row{bytes.data(), PixelFormat::u8, {static_cast<int>(bytes.size()), 1}};
    const Result<engines::VulkanBuffer> made = upload_buffer(*device_, row);
    REQUIRE(made);
    buffers_.push_back(*made);
    return *made;
  }

  engines::VulkanImage upload(const ImageView& image) {
    const Result<engines::VulkanImage> made = upload_image(*device_, image);
    REQUIRE(made);
    images_.push_back(*made);
    return *made;
  }

  /// An image that shaders write and sample, of numbers or colours. Its layout is undefined.
  engines::VulkanImage make_labels(const Extent& extent, VkFormat format = VK_FORMAT_R32_UINT) {
    const Result<engines::VulkanImage> made = device_->make_image(
        extent, format, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    REQUIRE(made);
    images_.push_back(*made);
    return *made;
  }

  engines::VulkanBuffer make_buffer(std::size_t bytes) {
    const Result<engines::VulkanBuffer> made = device_->make_buffer(bytes, false);
    REQUIRE(made);
    buffers_.push_back(*made);
    return *made;
  }

  /// Runs the commands that `record` records, and waits.
  template <class Record>
  void run(const Record& record) {
    const Result<VkCommandBuffer> commands = device_->begin();
    REQUIRE(commands);
    record(*commands);
    REQUIRE(device_->run(*commands));
  }

  /// Records that an image of undefined layout gets VK_IMAGE_LAYOUT_GENERAL.
  void order(VkCommandBuffer commands, const engines::VulkanImage& image) {
    order_image(device_->functions(), commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
  }

  /// Labels, and waits. `labels`: an image to order first.
  void label(const vulkan::Prepared& prepared, const vulkan::Inputs& inputs, const vulkan::Outputs& outputs,
             const engines::VulkanImage* labels = nullptr) {
    const Result<vulkan::Binding> binding = prepared.bind(inputs, outputs);
    INFO((binding ? "" : binding.error().message));
    REQUIRE(binding);
    run([&](VkCommandBuffer commands) {
      if (labels != nullptr) order(commands, *labels);
      prepared.record(commands, *binding);
    });
  }

  std::vector<std::uint8_t> bytes_of(const engines::VulkanBuffer& buffer, std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    REQUIRE(read_buffer(*device_, buffer, std::as_writable_bytes(std::span(bytes))));
    return bytes;
  }

  LabelImage labels_in(const engines::VulkanImage& image) {
    LabelImage labels{image.extent, std::vector<std::uint32_t>(static_cast<std::size_t>(image.extent.elements()))};
    REQUIRE(read_image(*device_, image, std::as_writable_bytes(std::span(labels.values))));
    return labels;
  }

  vulkan::Labeler& labeler() { return labeler_; }
  engines::VulkanDevice& device() { return *device_; }

 private:
  VulkanFixture(std::unique_ptr<engines::VulkanDevice> device, vulkan::Labeler labeler)
      : device_(std::move(device)), labeler_(std::move(labeler)) {}

  std::unique_ptr<engines::VulkanDevice> device_;
  vulkan::Labeler labeler_;
  std::vector<engines::VulkanBuffer> buffers_;
  std::vector<engines::VulkanImage> images_;
};

inline vulkan::PitchedBuffer pitched(const engines::VulkanBuffer& buffer, const Placed& placed, const Placement& at) {
  return {buffer.buffer, placed.bytes.size(), at.offset, placed.row_bytes, placed.slice_bytes};
}

/// The header of a component table of so many components.
inline std::vector<std::uint8_t> table_of(std::uint32_t components) {
  ComponentTableHeader header;
  header.count[0] = components;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&header);
  return {bytes, bytes + sizeof header};
}

}  // namespace glccl::tests
