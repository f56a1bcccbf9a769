// cuda-fast with filled holes against cpu-serial: images and volumes, in memory with gaps and without, and in arrays.
#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

/// Fills holes of several areas, in all layouts in turn, also before a filter.
void check_holes(const host::Image& image, LabelingSpec spec) {
  std::size_t calls = 0;
  for (const std::uint64_t area : {std::uint64_t{1}, std::uint64_t{7}, Filter::unlimited}) {
    spec.fill_holes = area;
    CAPTURE(area);
    spec.filter = {};
    check_against_host(image, layouts[calls++ % std::size(layouts)], spec, cuda::Method::fast);
    spec.filter = {.min_area = 3, .largest = 40};
    check_against_host(image, layouts[calls++ % std::size(layouts)], spec, cuda::Method::fast);
  }
}

}  // namespace

TEST_CASE("cuda-fast fills holes", "[cuda][holes][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    check_holes(make_image("noise", {150, 70}, {.seed = 3, .density = 0.6}), {.connectivity = connectivity});
    check_holes(make_image("spiral", {140, 70}), {.connectivity = connectivity});
    check_holes(make_image("noise", {61, 40}, {.seed = 4, .density = 0.4}),
                {.connectivity = connectivity, .criterion = Foreground{.inverted = true}});
  }
}

TEST_CASE("cuda-fast fills holes of volumes", "[cuda][holes][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Extent& extent : {Extent{70, 19, 18}, Extent{5, 20, 33}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.6});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      LabelingSpec spec{.connectivity = connectivity, .fill_holes = 30};
      for (const Layout layout : layouts) check_against_host(volume, layout, spec, cuda::Method::fast);
    }
  }
}

TEST_CASE("cuda-fast fills holes across the seams of periodic axes", "[cuda][holes][seams][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {150, 70}, {.seed = 6, .density = 0.6});
  check_holes(image, {.periodic = {.x = true}});
  check_holes(image, {.connectivity = Connectivity::four, .periodic = {.x = true, .y = true}});
  host::Image volume = make_image("noise", {40, 9 * 20}, {.seed = 5, .density = 0.6});
  volume.extent = {40, 9, 20};
  LabelingSpec spec{.connectivity = Connectivity::six, .fill_holes = 30, .periodic = {.y = true, .z = true}};
  check_against_host(volume, Layout::pitched, spec, cuda::Method::fast);
}

TEST_CASE("CUDA methods that fill no holes refuse to", "[cuda][holes][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    Result<cuda::Labeler> labeler = cuda::Labeler::create(method);
    REQUIRE(labeler);
    const Status reserved = labeler->reserve({.fill_holes = 2}, PixelFormat::u8, {40, 30});
    CAPTURE(method);
    REQUIRE(static_cast<bool>(reserved) == (method == cuda::Method::fast));
    if (!reserved) CHECK_THAT(reserved.error().message, contains("fills no holes"));
  }
}

}  // namespace glccl::tests
