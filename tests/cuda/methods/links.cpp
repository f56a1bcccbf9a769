// cuda-links in all its variants against cpu-serial. labels.cpp tests what the methods have in common.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/format_cases.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

constexpr cuda::LinksOptions variants[] = {
    {cuda::LinksGather::one, false}, {cuda::LinksGather::max, false}, {cuda::LinksGather::root, false},
    {cuda::LinksGather::one, true},  {cuda::LinksGather::max, true},  {cuda::LinksGather::root, true},
};

void check_links(const host::Image& image, Layout layout, Connectivity connectivity, const cuda::LinksOptions& links,
                 const Criterion& criterion = Foreground{}) {
  CAPTURE(static_cast<int>(links.gather), links.shuffle);
  const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
  check_against_host(image, layout, spec, cuda::Method::links, {.links = links});
}

void check_all_variants(const host::Image& image, Layout layout, const Criterion& criterion = Foreground{}) {
  for (const cuda::LinksOptions& links : variants) {
    for (const Connectivity connectivity : connectivities) check_links(image, layout, connectivity, links, criterion);
  }
}

std::vector<std::uint32_t> labels_of(const host::Image& pixels, Layout layout, float largest) {
  return label_on_device(pixels, layout, {.criterion = Difference{largest}}, {.method = cuda::Method::links})
      .labels.values;
}

/// The same image with its columns as rows.
host::Image transpose(const host::Image& image) {
  host::Image turned{{image.extent.height, image.extent.width}, image.format, image.bytes};
  for (int y = 0; y < turned.extent.height; ++y) {
    for (int x = 0; x < turned.extent.width; ++x) {
      turned.bytes[static_cast<std::size_t>(y * turned.extent.width + x)] =
          image.bytes[static_cast<std::size_t>(x * image.extent.width + y)];
    }
  }
  return turned;
}

}  // namespace

TEST_CASE("cuda-links labels all images of 4x4 in all variants", "[cuda]") {
  if (skip_without_cuda()) return;
  check_all_variants(atlas_of_all_images({4, 4}, 0, 65536), Layout::tight);
}

TEST_CASE("cuda-links labels random images in all variants", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    check_all_variants(random_image(i), layouts[i % 3]);
  }
}

TEST_CASE("cuda-links connects equal values in all variants", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    check_all_variants(random_segments(i), layouts[i / 3 % 3], Equal{});
  }
}

// Regions are 32 pixels wide and begin 31 apart.
TEST_CASE("cuda-links labels extents around those of regions", "[cuda]") {
  if (skip_without_cuda()) return;
  const Extent sizes[] = {{1, 31},  {1, 32},   {1, 33},   {1, 63},    {1, 64},    {31, 1},   {32, 1},
                          {33, 1},  {63, 1},   {64, 1},   {31, 31},   {32, 32},   {33, 33},  {62, 63},
                          {63, 62}, {63, 63},  {64, 64},  {33, 65},   {95, 10},   {10, 95},  {94, 94},
                          {95, 95}, {100, 30}, {30, 100}, {100, 300}, {300, 100}, {4000, 5}, {5, 4000}};
  for (const Extent extent : sizes) {
    for (const double density : {0.4, 0.65, 1.0}) {
      const host::Image image = make_image("noise", extent, {.seed = 11, .density = density});
      check_all_variants(image, Layout::tight);
      check_all_variants(image, Layout::pitched);
    }
  }
}

TEST_CASE("cuda-links labels long paths", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const char* kind : {"spiral", "comb", "maze"}) {
    CAPTURE(kind);
    const host::Image image = make_image(kind, {1024, 1024});
    for (const Connectivity connectivity : connectivities) {
      for (const bool shuffle : {false, true}) {
        const cuda::LinksOptions links{.shuffle = shuffle};
        check_links(image, Layout::tight, connectivity, links);
        check_links(transpose(image), Layout::tight, connectivity, links);
      }
    }
    check_all_variants(make_image(kind, {301, 207}), Layout::tight);
  }
}

TEST_CASE("cuda-links connects similar values in all variants", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 60; ++i) {
    const host::Image image = i % 2 == 0 ? random_segments(i / 2) : random_image(i);
    for (const float largest : {0.0F, 1.0F, 1.5F, 40.0F, 300.0F, std::numeric_limits<float>::infinity()}) {
      CAPTURE(i, largest);
      check_all_variants(image, layouts[i / 2 % 3], Difference{largest});
    }
  }
}

TEST_CASE("cuda-links labels every 3x3 image of three values", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image atlas = atlas_of_three_values();
  check_all_variants(atlas, Layout::tight, Equal{});
  check_all_variants(atlas, Layout::tight, Difference{1.0F});
}

TEST_CASE("cuda-links measures differences in the units of each format", "[cuda]") {
  if (skip_without_cuda()) return;
  using Values = std::vector<std::uint32_t>;
  for (const DifferenceCase& one : difference_cases()) {
    for (const Layout layout : layouts) {
      CAPTURE(one.image.format, layout);
      CHECK(labels_of(one.image, layout, one.connects) == Values{1, 1, 1, 2, 2});
      CHECK(labels_of(one.image, layout, one.separates) == Values{1, 2, 3, 4, 5});
    }
  }
}

TEST_CASE("cuda-links labels floats that are far apart or no numbers", "[cuda]") {
  if (skip_without_cuda()) return;
  using Values = std::vector<std::uint32_t>;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const host::Image pixels = image_of_values<float>({6, 1}, PixelFormat::f32, {NAN, NAN, 1.0F, 2.0F, 1e30F, -1e30F});
  for (const Layout layout : layouts) {
    CHECK(labels_of(pixels, layout, 0.5F) == Values{1, 2, 3, 4, 5, 6});
    CHECK(labels_of(pixels, layout, 1.0F) == Values{1, 2, 3, 3, 4, 5});
    CHECK(labels_of(pixels, layout, infinity) == Values{1, 2, 3, 3, 3, 3});
  }
}

TEST_CASE("cuda-links makes a table without values of similar pixels", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image pixels = image_of_values<std::uint8_t>({4, 1}, PixelFormat::u8, {0, 1, 9, 9});
  const DeviceOutcome outcome = label_on_device(pixels, Layout::tight, {.criterion = Difference{1.0F}},
                                                {.table_rows = 4, .method = cuda::Method::links});
  REQUIRE(outcome.components.size() == 2);
  CHECK(outcome.components[0] == Component{1, 2, {0, 0, 1, 0}, 1, 0, 0, 0, 0});
  CHECK(outcome.components[1] == Component{2, 2, {2, 0, 3, 0}, 5, 0, 0, 2, 0});
}

TEST_CASE("cuda-links refuses differences below zero", "[cuda]") {
  if (skip_without_cuda()) return;
  const DeviceMemory pixels(16);
  const DeviceMemory labels(64);
  cuda::Labeler& labeler = shared_labeler(cuda::Method::links);
  for (const float largest : {-1.0F, NAN}) {
    const cuda::DeviceImage image{pixels.data(), PixelFormat::u8, {4, 4}, 4};
    const Result<cuda::Labels> refused =
        label_item(labeler, {{image}, cuda::DeviceLabels{labels.data(), 16}}, {.criterion = Difference{largest}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::invalid_argument);
    CHECK_THAT(refused.error().message, contains("largest difference"));
    CHECK(labels.is_untouched());
  }
}

TEST_CASE("cuda-links launches a kernel per colour of regions", "[cuda]") {
  if (skip_without_cuda()) return;
  const auto count_kernels = [](Extent extent, const std::string& name) {
    label_on_device(make_image("empty", extent), Layout::tight, {},
                    {.method = cuda::Method::links, .outputs = {.timing = TimingDetail::passes}});
    const auto times = shared_labeler(cuda::Method::links).times();
    REQUIRE(times);
    int count = 0;
    for (const StageTime& time : *times) {
      if (time.stage == name) ++count;
    }
    return count;
  };
  // One round, in which nothing changes: a launch for every colour that has regions.
  CHECK(count_kernels({32, 32}, "propagate_labels") == 1);
  CHECK(count_kernels({33, 32}, "propagate_labels") == 2);
  CHECK(count_kernels({32, 33}, "propagate_labels") == 2);
  CHECK(count_kernels({33, 33}, "propagate_labels") == 4);
  CHECK(count_kernels({300, 200}, "propagate_labels") == 4);
  CHECK(count_kernels({300, 200}, "connect_pixels") == 1);
}

}  // namespace glccl::tests
