// cuda-fast with a mask against cpu-serial: images alone and in batches, and volumes.
#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

host::Image make_mask(const Extent& extent, unsigned seed) {
  host::Image mask = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = seed, .density = 0.8});
  mask.extent = extent;
  return mask;
}

void check_masked(const host::Image& image, LabelingSpec spec) {
  static unsigned calls = 0;
  const host::Image mask = make_mask(image.extent, ++calls);
  const ImageOnDevice mask_on_device(mask);
  spec.masked = true;
  const Layout layout = layouts[calls % std::size(layouts)];
  CAPTURE(image.extent, spec, layout);
  const ImageView on_cpu = mask.view();
  const LabeledImage expected = reference(image.view(), spec, &on_cpu);
  const auto rows = static_cast<std::uint32_t>(expected.components.size()) + 3;
  const DeviceOutcome outcome = label_on_device(
      image, layout, spec,
      {.table_rows = rows, .method = cuda::Method::fast, .options = {.beside = {.mask = mask_on_device.on_device()}}});
  CHECK(first_difference(outcome.labels, expected.labels) == "");
  check_table(outcome, expected.components);
}

std::vector<Criterion> criteria() {
  return {Foreground{}, Foreground{.inverted = true}, Equal{.background = {}}, Difference{1.0}};
}

}  // namespace

TEST_CASE("cuda-fast leaves out what a mask leaves out", "[cuda][mask][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    for (const Criterion& criterion : criteria()) {
      const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
      check_masked(make_image("noise", {61, 90}, {.seed = 3, .density = 0.6}), spec);
      check_masked(make_image("cells", {200, 75}, {.seed = 2}), spec);
    }
    check_masked(make_image("noise", {140, 40}, {.density = 0.7}),
                 {.connectivity = connectivity, .filter = {.min_area = 3, .touching_border = false}});
  }
  check_masked(image_of_values<std::uint8_t>({2, 1}, PixelFormat::rgba8, {1, 2, 3, 4, 5, 6, 7, 8}),
               {.criterion = Difference{.largest = 20, .measure = Measure::luminance}});
}

TEST_CASE("cuda-fast masks the images of a batch", "[cuda][mask][on_cpu]") {
  if (skip_without_cuda()) return;
  const Extent extent{70, 40};
  const LabelingSpec spec{.masked = true};
  std::vector<host::Image> images;
  std::vector<host::Image> masks;
  std::vector<ImageOnDevice> masks_on_device;
  std::vector<DeviceItem> memory;
  std::vector<cuda::BatchItem> items;
  for (unsigned i = 0; i < 35; ++i) {
    images.push_back(make_image("noise", extent, {.seed = i, .density = 0.7}));
    masks.push_back(make_mask(extent, 100 + i));
    masks_on_device.emplace_back(masks.back());
    memory.emplace_back(images.back(), Layout::tight, 900);
    items.push_back(memory.back().item());
    items.back().beside.mask = masks_on_device.back().on_device();
  }
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const Result<cuda::LaunchedBatch> labels = labeler.label_batch(items, spec);
  REQUIRE(labels);
  REQUIRE(labeler.wait());
  for (std::size_t i = 0; i < images.size(); ++i) {
    const DeviceOutcome outcome = memory[i].read(static_cast<const std::uint32_t*>(labels->counts) + i);
    const ImageView mask = masks[i].view();
    const LabeledImage expected = reference(images[i].view(), spec, &mask);
    CHECK(first_difference(outcome.labels, expected.labels) == "");
    check_table(outcome, expected.components);
  }
}

TEST_CASE("cuda-fast masks volumes", "[cuda][mask][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  for (const Extent& extent : {Extent{70, 35, 18}, Extent{5, 20, 33}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.3});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      for (const Criterion& criterion : criteria()) {
        check_masked(volume, {.connectivity = connectivity, .criterion = criterion});
      }
    }
  }
}

TEST_CASE("masks that a CUDA method cannot take are refused", "[cuda][mask][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {20, 10}, {});
  const DeviceItem memory(image, Layout::tight, 0);
  const cuda::BatchItem item = memory.item();
  const ImageOnDevice mask(make_mask({20, 10}, 1));
  const ImageOnDevice wide(make_mask({21, 10}, 1));
  const auto label = [&](const LabelingSpec& spec, const cuda::DeviceImage& with, cuda::Method method) {
    return shared_labeler(method).label(item.image, item.target, spec, {.beside = {.mask = with}});
  };
  constexpr ErrorCode invalid = ErrorCode::invalid_argument;
  constexpr cuda::Method fast = cuda::Method::fast;
  check_refused(label({.masked = true}, mask.on_device(), cuda::Method::stava), ErrorCode::unsupported,
                "cuda-stava has no mask");
  check_refused(label({.masked = true}, {}, fast), invalid, "there is no mask: pass one of 20x10");
  check_refused(label({}, mask.on_device(), fast), invalid, "LabelingSpec::masked is not set");
  check_refused(label({.masked = true}, wide.on_device(), fast), invalid, "the mask is 21x10");
  const cuda::DeviceImage on_labels = {{std::get<cuda::DeviceLabels>(item.target).values, PixelFormat::u8, {20, 10}}};
  check_refused(label({.masked = true}, on_labels, fast), invalid, "the labels overlap a second image");
}

}  // namespace glccl::tests
