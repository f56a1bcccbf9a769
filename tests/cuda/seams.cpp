// cuda-fast with periodic axes against cpu-serial: images alone and in batches, volumes, the column of seams, and the
// refusals of the others.
#include "glccl/host/seams.hpp"

#include <algorithm>
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

void check_axes(const host::Image& image, LabelingSpec spec) {
  std::size_t calls = 0;
  for (const PeriodicAxes& periodic : {PeriodicAxes{.x = true}, PeriodicAxes{.y = true}, PeriodicAxes{true, true}}) {
    spec.periodic = periodic;
    check_against_host(image, layouts[calls++ % std::size(layouts)], spec, cuda::Method::fast);
  }
}

std::vector<Measurements> seams_of(const LabeledImage& labeled, const LabelingSpec& spec) {
  std::vector<Measurements> rows(labeled.components.size());
  host::measure_seams(labeled.labels, spec.connectivity, spec.periodic, rows);
  return rows;
}

/// In every layout, alone and in a batch with room for all components, for about half of them, and for one.
void check_seams(const host::Image& image, LabelingSpec spec) {
  spec.columns = table_column_seams;
  const LabeledImage expected = reference(image, spec);
  const auto count = static_cast<std::uint32_t>(expected.components.size());
  const std::vector<Measurements> seams = seams_of(expected, spec);
  for (const Layout layout : layouts) {
    CAPTURE(image.extent, spec, layout);
    const DeviceOutcome outcome =
        label_on_device(image, layout, spec, {.table_rows = count + 3, .method = cuda::Method::fast});
    check_table(outcome, expected.components, spec.columns);
    CHECK(first_difference(outcome.measurements, seams) == "");
    if (image.extent.is_volume()) continue;
    const std::vector<std::uint32_t> rooms = {count + 1, (count + 1) / 2 + 1, 1};
    const std::vector<DeviceOutcome> batch = label_batch_on_device({image, image, image}, layout, spec, rooms);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const std::size_t rows = std::min(rooms[i], count);
      CHECK(batch[i].rest_untouched);
      CHECK(first_difference(batch[i].measurements,
                             {seams.begin(), seams.begin() + static_cast<std::ptrdiff_t>(rows)}) == "");
    }
  }
}

}  // namespace

TEST_CASE("cuda-fast joins components across the seams of periodic axes", "[cuda][seams][on_cpu][sanitizer]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    for (const Extent& extent : {Extent{1, 3}, Extent{2, 2}, Extent{128, 64}, Extent{261, 90}}) {
      check_axes(make_image("noise", extent, {.seed = 3, .density = 0.45}), {.connectivity = connectivity});
    }
    check_axes(make_image("spiral", {140, 70}), {.connectivity = connectivity});
  }
}

TEST_CASE("cuda-fast joins components of values across seams", "[cuda][seams][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const int i : {0, 1, 2, 6}) {  // formats in turn
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0})}) {
      check_axes(random_segments(i), {.connectivity = connectivities[i % 2 == 0 ? 1 : 0], .criterion = criterion});
    }
  }
  const host::Image ids = image_of_values<std::uint64_t>({3, 2}, PixelFormat::rg32u,
                                                         {0x100000001, 5, 0x100000001, 0x200000001, 0, 0x100000001});
  check_axes(ids, {.criterion = Equal{}});
}

TEST_CASE("cuda-fast drops components at borders that are no seams", "[cuda][seams][on_cpu]") {
  if (skip_without_cuda()) return;
  check_axes(make_image("noise", {140, 70}, {.seed = 4, .density = 0.4}), {.filter = {.touching_border = false}});
  check_axes(make_image("noise", {140, 70}, {.seed = 4, .density = 0.4}), {.filter = {.min_area = 3, .largest = 4}});
}

TEST_CASE("cuda-fast joins components of volumes across seams", "[cuda][seams][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Extent& extent : {Extent{2, 3, 5}, Extent{66, 17, 18}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.2});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      for (const PeriodicAxes& periodic : {PeriodicAxes{.z = true}, PeriodicAxes{true, true, true}}) {
        const LabelingSpec spec{.connectivity = connectivity, .periodic = periodic};
        check_against_host(volume, layouts[0], spec, cuda::Method::fast);
      }
      const LabelingSpec equal{.connectivity = connectivity, .criterion = Equal{}, .periodic = {.x = true, .y = true}};
      check_against_host(volume, layouts[1], equal, cuda::Method::fast);
      const LabelingSpec filtered{
          .connectivity = connectivity, .filter = {.touching_border = false}, .periodic = {.y = true}};
      check_against_host(volume, layouts[0], filtered, cuda::Method::fast);
    }
  }
}

TEST_CASE("cuda-fast gives roots of components across seams", "[cuda][seams][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {200, 70}, {.seed = 6, .density = 0.45});
  const LabelingSpec spec{.numbering = Numbering::root, .periodic = {.x = true, .y = true}};
  const DeviceOutcome found = label_on_device(image, layouts[0], spec, {.method = cuda::Method::fast});
  CHECK(first_difference(renumber_in_raster_order(found.labels), reference(image, spec).labels) == "");
}

TEST_CASE("cuda-fast measures the seams of images", "[cuda][seams][measurements][on_cpu][sanitizer]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    for (const Extent& extent : {Extent{1, 1}, Extent{2, 3}, Extent{70, 290}}) {
      check_seams(make_image("noise", extent, {.seed = 3, .density = 0.4}),
                  {.connectivity = connectivity, .periodic = {.x = true, .y = true}});
    }
    check_seams(make_image("stripes", {90, 60}), {.connectivity = connectivity, .periodic = {.x = true}});
  }
  check_seams(make_image("full", {40, 270}), {.periodic = {.y = true}});
  check_seams(make_image("noise", {40, 30}, {.density = 0.5}), {});
  check_seams(random_segments(3), {.criterion = Equal{}, .periodic = {.x = true, .y = true}});
}

TEST_CASE("cuda-fast measures the seams of volumes", "[cuda][seams][measurements][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Extent& extent : {Extent{2, 3, 5}, Extent{66, 17, 18}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.2});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      check_seams(volume, {.connectivity = connectivity, .periodic = {.z = true}});
      check_seams(volume, {.connectivity = connectivity, .periodic = {true, true, true}});
    }
  }
}

TEST_CASE("CUDA methods without periodic axes refuse them", "[cuda][seams][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    Result<cuda::Labeler> labeler = cuda::Labeler::create(method);
    REQUIRE(labeler);
    const Status reserved = labeler->reserve({.periodic = {.x = true}}, PixelFormat::u8, {40, 30});
    CAPTURE(method);
    REQUIRE(static_cast<bool>(reserved) == (method == cuda::Method::fast));
    if (!reserved) CHECK_THAT(reserved.error().message, contains("has no periodic axes"));
  }
}

}  // namespace glccl::tests
