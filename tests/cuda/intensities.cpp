// Intensities of every CUDA method against their definition: images alone and in batches, and volumes.
#include "tests/support/intensities.hpp"

#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/measurements.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

std::vector<Measurements> by_definition(const LabeledImage& expected, const host::Image& intensity,
                                        const LabelingSpec& spec) {
  std::vector<Measurements> rows = measure_by_definition(expected.labels, spec.columns, expected.components.size());
  add_intensities_by_definition(expected.labels, intensity.view(), spec.fraction_bits, rows);
  return rows;
}

void check_intensities(const host::Image& image, const host::Image& intensity, LabelingSpec spec, cuda::Method method) {
  static unsigned calls = 0;
  spec.columns |= table_column_intensity;
  const Layout layout = layouts[++calls % std::size(layouts)];
  CAPTURE(method, image.extent, intensity.format, layout, spec.columns);
  const LabeledImage expected = reference(image, spec);
  const ImageOnDevice second(intensity);
  const auto rows = static_cast<std::uint32_t>(expected.components.size()) + 3;
  const DeviceOutcome outcome =
      label_on_device(image, layout, spec,
                      {.table_rows = rows, .method = method, .options = {.beside = {.intensity = second.on_device()}}});
  CHECK(first_difference(outcome.labels, expected.labels) == "");
  check_table(outcome, expected.components, spec.columns);
  CHECK(first_difference(outcome.measurements, by_definition(expected, intensity, spec)) == "");
}

}  // namespace

TEST_CASE("cuda-fast measures values of every format", "[cuda][intensity][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const PixelFormat format : intensity_formats()) {
    const host::Image image = make_image("noise", {61, 70}, {.seed = 3, .density = 0.6});
    check_intensities(image, make_intensities(format, image.extent, 5), {.fraction_bits = 12}, cuda::Method::fast);
  }
  const host::Image full = make_image("full", {40, 280});
  check_intensities(full, make_intensities(PixelFormat::u32, full.extent, 1), {.columns = shape_columns},
                    cuda::Method::fast);
  check_intensities(full, make_intensities(PixelFormat::f32, full.extent, 2), {.filter = {.min_area = 2}},
                    cuda::Method::fast);
}

TEST_CASE("cuda-fast rounds floats as other engines do", "[cuda][intensity][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {40, 30}, {.seed = 2, .density = 0.5});
  for (const PixelFormat format : {PixelFormat::f16, PixelFormat::f32}) {
    for (const int bits : {-64, -20, 0, 1, 24, 64}) {
      check_intensities(image, make_intensities(format, image.extent, 9), {.fraction_bits = bits}, cuda::Method::fast);
    }
  }
}

TEST_CASE("cuda-fast measures few components in a large image", "[cuda][intensity][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = few_components({200, 270});
  check_intensities(image, make_intensities(PixelFormat::f32, image.extent, 4), {.columns = shape_columns},
                    cuda::Method::fast);
}

TEST_CASE("cuda-fast measures many large components", "[cuda][intensity][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const bool in_columns : {false, true}) {
    const host::Image image = lines({70, 140}, in_columns);
    for (const PixelFormat format : {PixelFormat::u32, PixelFormat::i32, PixelFormat::f32}) {
      check_intensities(image, make_intensities(format, image.extent, 6), {}, cuda::Method::fast);
    }
  }
}

TEST_CASE("every CUDA method measures values", "[cuda][intensity][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {45, 20}, {.seed = 3, .density = 0.6});
  const host::Image intensity = make_intensities(PixelFormat::i16, image.extent, 5);
  for (const cuda::Method method : all_methods()) check_intensities(image, intensity, {}, method);
}

TEST_CASE("cuda-fast measures values beside the images of a batch", "[cuda][intensity][on_cpu]") {
  if (skip_without_cuda()) return;
  const LabelingSpec spec{.columns = table_column_intensity};
  const Extent extent{50, 30};
  std::vector<host::Image> images;
  std::vector<host::Image> intensities;
  std::vector<ImageOnDevice> seconds;
  std::vector<DeviceItem> memory;
  std::vector<cuda::BatchItem> items;
  for (unsigned i = 0; i < 3; ++i) {
    images.push_back(make_image("noise", extent, {.seed = i, .density = 0.5}));
    intensities.push_back(make_intensities(i == 1 ? PixelFormat::f16 : PixelFormat::u8, extent, i));
    seconds.emplace_back(intensities.back());
    memory.emplace_back(images.back(), Layout::pitched, 400, spec.columns);
    items.push_back(memory.back().item());
    items.back().beside.intensity = seconds.back().on_device();
  }
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const Result<cuda::LaunchedBatch> labels = labeler.label_batch(items, spec);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  REQUIRE(labeler.wait());
  for (std::size_t i = 0; i < images.size(); ++i) {
    const DeviceOutcome outcome = memory[i].read(static_cast<const std::uint32_t*>(labels->counts) + i);
    const LabeledImage expected = reference(images[i], spec);
    check_table(outcome, expected.components, spec.columns);
    CHECK(first_difference(outcome.measurements, by_definition(expected, intensities[i], spec)) == "");
  }
}

TEST_CASE("CUDA methods measure values in volumes", "[cuda][intensity][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  host::Image volume = make_image("noise", {37, 9 * 6}, {.seed = 5, .density = 0.3});
  volume.extent = {37, 9, 6};
  for (const cuda::Method method : {cuda::Method::fast, cuda::Method::stava, cuda::Method::links}) {
    for (const PixelFormat format : {PixelFormat::u16, PixelFormat::f32}) {
      check_intensities(volume, make_intensities(format, volume.extent, 2), {.connectivity = Connectivity::eighteen},
                        method);
    }
  }
}

}  // namespace glccl::tests
