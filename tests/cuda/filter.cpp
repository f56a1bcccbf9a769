// cuda-fast with a filter against cpu-serial, filtered on the CPU: images alone and in batches, and volumes.
#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

/// Labels an image with several filters, alone, in a batch, and with a table of few rows.
void check_filters(const host::Image& image, LabelingSpec spec) {
  const std::size_t found = reference(image, spec).components.size();
  std::size_t calls = 0;
  for (const Filter& filter : {Filter{.min_area = 3, .max_area = 60}, Filter{.touching_border = false},
                               Filter{.min_area = 2, .largest = 5, .touching_border = false}, Filter{.largest = 300}}) {
    spec.filter = filter;
    const Layout layout = layouts[calls++ % std::size(layouts)];
    check_against_host(image, layout, spec, cuda::Method::fast);
    const DeviceOutcome few = label_on_device(image, layout, spec, {.table_rows = 2, .method = cuda::Method::fast});
    CHECK(join_words(few.header.found) == found);
    CHECK(join_words(few.header.count) == reference(image, spec).components.size());
    CHECK(few.rest_untouched);
  }
}

}  // namespace

TEST_CASE("cuda-fast keeps the components that a filter keeps", "[cuda][filter][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    check_filters(make_image("noise", {261, 90}, {.seed = 3, .density = 0.4}), {.connectivity = connectivity});
    check_filters(make_image("spiral", {140, 70}), {.connectivity = connectivity});
  }
}

// The first run of a tile's component may begin in the lower row of its band, and another one of the band in the upper
// row: then the component's first pixel is not that of its root.
TEST_CASE("cuda-fast measures the components of a tile by all of their runs", "[cuda][filter][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    for (const Extent& extent : {Extent{34, 2}, Extent{97, 3}, Extent{70, 7}}) {
      const host::Image image = make_image("noise", extent, {.seed = 9, .density = 0.65});
      for (std::uint64_t area = 2; area < 40; area += 3) {
        check_against_host(image, layouts[0], {.connectivity = connectivity, .filter = {.min_area = area}},
                           cuda::Method::fast);
        check_against_host(image, layouts[0], {.connectivity = connectivity, .fill_holes = area}, cuda::Method::fast);
      }
    }
  }
}

TEST_CASE("cuda-fast filters components of values", "[cuda][filter][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("cells", {200, 75}, {.seed = 2});
  for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{3.0})}) {
    check_filters(image, {.criterion = criterion});
    check_filters(image, {.connectivity = Connectivity::four, .criterion = criterion});
  }
}

TEST_CASE("cuda-fast keeps the first of the components of one area", "[cuda][filter][on_cpu]") {
  if (skip_without_cuda()) return;
  host::Image image{{200, 100}, PixelFormat::u8, std::vector<std::uint8_t>(200 * 100)};
  for (std::size_t i = 0; i < 100 * 50; ++i) image.bytes[2 * (i / 100) * 200 + 2 * (i % 100)] = 1;
  for (const std::uint64_t largest : {1ULL, 256ULL, 4999ULL, 5000ULL, 5001ULL}) {
    check_against_host(image, layouts[0], {.filter = {.largest = largest}}, cuda::Method::fast);
  }
}

TEST_CASE("cuda-fast filters volumes", "[cuda][filter][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  for (const Extent& extent : {Extent{70, 35, 18}, Extent{5, 40, 33}}) {
    host::Image volume =
        make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.15});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      check_filters(volume, {.connectivity = connectivity});
      check_filters(volume, {.connectivity = connectivity, .criterion = Equal{}});
    }
  }
}

TEST_CASE("CUDA methods without a filter refuse one", "[cuda][filter][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    Result<cuda::Labeler> labeler = cuda::Labeler::create(method);
    REQUIRE(labeler);
    const Status reserved = labeler->reserve({.filter = {.min_area = 2}}, PixelFormat::u8, {40, 30});
    CAPTURE(method);
    REQUIRE(static_cast<bool>(reserved) == (method == cuda::Method::fast));
    if (!reserved) CHECK_THAT(reserved.error().message, contains("has no filter"));
  }
}

}  // namespace glccl::tests
