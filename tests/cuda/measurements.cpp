// Moments and quads of CUDA methods against their definitions: images, batches and volumes, into memory and arrays.
#include "tests/support/measurements.hpp"

#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

/// Labels an image with every set of columns, into memory with and without gaps and into arrays. `rows` is the capacity
/// of the table beyond the number of components.
void check_measurements(const host::Image& image, LabelingSpec spec, cuda::Method method, std::uint32_t rows = 3) {
  const LabeledImage expected = reference(image, spec);
  const auto count = static_cast<std::uint32_t>(expected.components.size());
  for (const std::uint32_t columns : column_sets(image.extent)) {
    spec.columns = columns;
    const std::vector<Measurements> measured = measure_by_definition(expected.labels, columns, count);
    for (const Layout layout : layouts) {
      CAPTURE(method, image.extent, spec, layout, columns);
      const DeviceOutcome outcome =
          label_on_device(image, layout, spec, {.table_rows = count + rows, .method = method});
      CHECK(first_difference(outcome.labels, expected.labels) == "");
      check_table(outcome, expected.components, columns);
      CHECK(first_difference(outcome.measurements, measured) == "");
    }
  }
}

}  // namespace

TEST_CASE("CUDA methods measure moments and quads", "[cuda][measurements][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    check_measurements(make_image("noise", {45, 34}, {.seed = 3, .density = 0.5}), {}, method);
  }
}

TEST_CASE("cuda-fast measures images", "[cuda][measurements][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    const LabelingSpec spec{.connectivity = connectivity, .filter = {.min_area = 2}};
    check_measurements(make_image("noise", {70, 290}, {.seed = 4, .density = 0.45}), spec, cuda::Method::fast);
    check_measurements(random_segments(3), {.connectivity = connectivity, .criterion = Equal{}}, cuda::Method::fast);
  }
  check_measurements(make_image("full", {96, 258}), {}, cuda::Method::fast);
  for (const bool in_columns : {false, true}) check_measurements(lines({70, 140}, in_columns), {}, cuda::Method::fast);
  check_measurements(make_image("empty", {5, 3}), {}, cuda::Method::fast);
}

TEST_CASE("cuda-fast measures the images of a batch", "[cuda][measurements][on_cpu]") {
  if (skip_without_cuda()) return;
  std::vector<host::Image> images;
  for (unsigned i = 0; i < 3; ++i) images.push_back(make_image("noise", {60, 40}, {.seed = i, .density = 0.4}));
  for (const Layout layout : layouts) {
    const std::vector<DeviceOutcome> outcomes =
        label_batch_on_device(images, layout, {.columns = shape_columns}, {500, 2, 600});
    for (const std::size_t i : {0U, 2U}) {
      const LabeledImage expected = reference(images[i]);
      check_table(outcomes[i], expected.components, shape_columns);
      CHECK(first_difference(outcomes[i].measurements,
                             measure_by_definition(expected.labels, shape_columns, expected.components.size())) == "");
    }
    CHECK(outcomes[1].measurements.size() == 2);
    CHECK(outcomes[1].rest_untouched);
  }
}

TEST_CASE("CUDA methods measure volumes", "[cuda][measurements][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  host::Image volume = make_image("noise", {37, 9 * 6}, {.seed = 5, .density = 0.3});
  volume.extent = {37, 9, 6};
  for (const cuda::Method method : {cuda::Method::fast, cuda::Method::stava, cuda::Method::links}) {
    for (const Connectivity connectivity : connectivities_of_space) {
      check_measurements(volume, {.connectivity = connectivity}, method);
    }
  }
}

// More components in the columns of a warp than are counted by words of bits.
TEST_CASE("cuda-fast measures volumes of many components", "[cuda][measurements][on_cpu]") {
  if (skip_without_cuda()) return;
  host::Image noise = make_image("noise", {70, 36 * 11}, {.seed = 6, .density = 0.25});
  noise.extent = {70, 36, 11};
  for (const host::Image& volume : {noise, corner_lattice({40, 35, 10})}) {
    const LabelingSpec spec{.connectivity = Connectivity::six, .columns = table_column_cubes};
    const LabeledImage expected = reference(volume, spec);
    const std::size_t count = expected.components.size();
    REQUIRE(count > 1000);
    const DeviceOutcome outcome =
        label_on_device(volume, layouts[0], spec, {.table_rows = static_cast<std::uint32_t>(count)});
    CHECK(first_difference(outcome.labels, expected.labels) == "");
    CHECK(first_difference(outcome.measurements, measure_by_definition(expected.labels, spec.columns, count)) == "");
  }
}

}  // namespace glccl::tests
