// Images and labels in buffers of Vulkan: every offset and pitch, what lies between rows, and what is an image beside.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/placed.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/vulkan/fixture.hpp"

namespace glccl::tests {
using engines::VulkanBuffer;
using engines::VulkanImage;

TEST_CASE("vulkan labels buffers with any offset and pitch, and leaves gaps as they are", "[vulkan][buffers]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
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
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
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
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
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
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
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
