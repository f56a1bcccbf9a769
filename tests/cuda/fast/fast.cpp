// cuda-fast alone: the borders of its words and tiles, its ways to load and store, and criterion Difference. labels.cpp
// tests what the methods have in common.
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/spec.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/edge_values.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

void check_fast(const host::Image& image, Layout layout, const Criterion& criterion = Foreground{}) {
  for (const Connectivity connectivity : connectivities) {
    check_against_host(image, layout, {.connectivity = connectivity, .criterion = criterion}, cuda::Method::fast);
  }
}

/// Labels an image of bytes. Pixels and labels begin `pixel_offset` and `label_offset` bytes behind an aligned address;
/// rows of pixels are `pitch` bytes apart.
LabelImage label_at(const host::Image& image, std::size_t pixel_offset, std::size_t pitch, std::size_t label_offset) {
  const auto width = static_cast<std::size_t>(image.extent.width);
  const auto height = static_cast<std::size_t>(image.extent.height);
  // The memory ends with the last pixel.
  const DeviceMemory pixels(pixel_offset + pitch * (height - 1) + width);
  const DeviceMemory labels(label_offset + 4 * width * height);
  require_cuda(cudaMemcpy2D(pixels.data() + pixel_offset, pitch, image.bytes.data(), width, width, height,
                            cudaMemcpyHostToDevice));
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const cuda::DeviceImage view{pixels.data() + pixel_offset, PixelFormat::u8, image.extent, pitch};
  REQUIRE(label_item(labeler, {{view}, cuda::DeviceLabels{labels.data() + label_offset, 4 * width}}));
  const std::vector<unsigned char> bytes = labels.read();
  for (std::size_t i = 0; i < label_offset; ++i) CHECK(bytes[i] == DeviceMemory::rubbish);
  LabelImage result{image.extent, std::vector<std::uint32_t>(width * height)};
  std::memcpy(result.values.data(), bytes.data() + label_offset, 4 * width * height);
  return result;
}

/// Ids that differ in one of their words, or in none; patches of a few pixels.
host::Image random_ids(Extent extent) {
  std::mt19937 random(5);
  std::vector<std::uint32_t> words;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const auto repeats = !words.empty() && random() % 2 == 0;
      const std::size_t last = words.size();
      words.push_back(repeats ? words[last - 2] : static_cast<std::uint32_t>(random() % 3) * 0x7FFFFFFFU);
      words.push_back(repeats ? words[last - 1] : static_cast<std::uint32_t>(random() % 3) * 0x7FFFFFFFU);
    }
  }
  return image_of_values(extent, PixelFormat::rg32u, words);
}

}  // namespace

TEST_CASE("cuda-fast labels ids of 64 bits, in every layout, and other methods refuse them", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const Extent extent : {Extent{1, 1}, {33, 150}, {257, 129}}) {
    const host::Image image = random_ids(extent);
    for (const Layout layout : layouts) {
      CAPTURE(extent, layout);
      check_fast(image, layout, Equal{});
      for (const Channel channel : {Channel::red, Channel::green, Channel::any}) {
        check_fast(image, layout, Foreground{.low = 2147483647.0, .channel = channel});
        check_fast(image, layout, Foreground{.low = 2147483646.0, .inverted = true, .channel = channel});
      }
    }
  }
  const host::Image image = random_ids({8, 8});
  for (const cuda::Method method : all_methods()) {
    if (method == cuda::Method::fast) continue;
    const Result<void> status = check({}, image.format, image.extent, cuda::capabilities_of(method));
    REQUIRE_FALSE(status);
    CHECK_THAT(status.error().message, contains("does not read the format rg32u: it reads u8, u16"));
  }
}

// Words have 32 columns, tiles 128 columns and 32 or 64 rows.
TEST_CASE("cuda-fast labels extents around those of words and tiles", "[cuda]") {
  if (skip_without_cuda()) return;
  const Extent sizes[] = {{31, 31},  {32, 32},   {33, 33},   {1, 65},   {128, 1},  {129, 1},    {127, 31},
                          {128, 32}, {129, 33},  {127, 63},  {128, 64}, {129, 65}, {257, 129},  {260, 70},
                          {33, 150}, {256, 128}, {385, 193}, {300, 65}, {65, 300}, {1000, 1000}};
  for (const Extent extent : sizes) {
    for (const double density : {0.3, 0.5, 0.65, 1.0}) {
      const host::Image image = make_image("noise", extent, {.seed = 3, .density = density});
      for (const Layout layout : layouts) {
        check_fast(image, layout);
        check_fast(image, layout, Equal{});
      }
    }
  }
}

TEST_CASE("cuda-fast labels pixels and labels at any address", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const int width : {125, 126, 127, 128, 132, 260}) {
    const host::Image image = make_image("noise", {width, 70}, {.seed = 5});
    const LabelImage expected = reference_labels(image, Connectivity::eight, Foreground{});
    const auto bytes = static_cast<std::size_t>(width);
    for (std::size_t offset = 0; offset < 5; ++offset) {
      for (const std::size_t pitch : {bytes, (bytes + 3) / 4 * 4, bytes + 5}) {
        CAPTURE(width, offset, pitch);
        CHECK(first_difference(label_at(image, offset, pitch, 4 * offset), expected) == "");
      }
    }
  }
}

TEST_CASE("cuda-fast connects similar values", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 120; ++i) {
    const host::Image image = i % 2 == 0 ? random_segments(i / 2) : random_image(i);
    for (const float largest : {0.0F, 1.0F, 1.5F, 40.0F, 300.0F, std::numeric_limits<float>::infinity()}) {
      CAPTURE(i, largest);
      check_fast(image, layouts[i / 2 % 3], Difference{largest});
    }
  }
}

TEST_CASE("cuda-fast and cuda-links leave out the background of similar values", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 60; ++i) {
    const host::Image image = i % 2 == 0 ? random_segments(i / 2) : random_image(i);
    for (const PixelValue& background : {PixelValue{}, PixelValue{1.0}}) {
      for (const cuda::Method method : {cuda::Method::fast, cuda::Method::links}) {
        CAPTURE(i, image.format);
        check_against_host(image, layouts[i / 2 % 3], {.criterion = Difference{1.0, background}}, method);
        for (const Measure measure : {Measure::luminance, Measure::largest}) {
          if (!traits_of(image.format).has_measure(measure)) continue;
          check_against_host(image, layouts[i / 2 % 3], {.criterion = Difference{1.0, background, measure}}, method);
        }
      }
    }
  }
}

TEST_CASE("cuda-fast and cuda-links measure the largest difference of floats", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const PixelFormat format : {PixelFormat::rg16f, PixelFormat::rg32f, PixelFormat::rgba16f}) {
    const host::Image image = format == PixelFormat::rg32f ? random_edge_floats(format) : random_edge_halves(format);
    for (const Layout layout : layouts) {
      for (const cuda::Method method : {cuda::Method::fast, cuda::Method::links}) {
        for (const double largest : {0.0, 0x1p-24, 1.0, HUGE_VAL}) {
          CAPTURE(format, layout, largest);
          check_against_host(image, layout, {.criterion = Difference{.largest = largest, .measure = Measure::largest}},
                             method);
        }
      }
    }
  }
}

TEST_CASE("cuda-fast unites tiles of more links than are listed", "[cuda]") {
  if (skip_without_cuda()) return;
  check_fast(image_of_many_links(0, 255), Layout::tight);
  check_fast(image_of_many_links(1, 2), Layout::tight, Equal{});
}

TEST_CASE("cuda-fast launches the kernels of its plan", "[cuda]") {
  if (skip_without_cuda()) return;
  const auto kernels = [](Extent extent, Connectivity connectivity, int images) {
    const LabelingSpec spec{.connectivity = connectivity, .numbering = Numbering::root};
    const host::Image image = make_image("noise", extent);
    std::vector<DeviceItem> on_device;
    std::vector<cuda::BatchItem> items;
    for (int i = 0; i < images; ++i) items.push_back(on_device.emplace_back(image, Layout::tight, 0).item());
    cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
    REQUIRE(labeler.label_batch(items, spec, {.timing = TimingDetail::passes}));
    const auto times = labeler.times();
    REQUIRE(times);
    std::string names;
    for (const StageTime& time : *times) names += time.stage + " ";
    return names;
  };
  const std::string one_tile = "label_tiles write_labels ";
  const std::string more_tiles = "label_tiles merge_tiles write_labels ";
  CHECK(kernels({128, 64}, Connectivity::eight, 2) == one_tile);
  CHECK(kernels({128, 65}, Connectivity::eight, 2) == more_tiles);
  CHECK(kernels({129, 64}, Connectivity::eight, 2) == more_tiles);
  CHECK(kernels({128, 32}, Connectivity::four, 2) == one_tile);
  CHECK(kernels({128, 33}, Connectivity::four, 2) == more_tiles);
  CHECK(kernels({4096, 4096}, Connectivity::eight, 1) == more_tiles);
  int cooperates = 0;
  require_cuda(cudaDeviceGetAttribute(&cooperates, cudaDevAttrCooperativeLaunch, 0));
  CHECK(kernels({129, 65}, Connectivity::four, 1) == (cooperates != 0 ? "label_at_once " : more_tiles));
  CHECK(kernels({129, 65}, Connectivity::eight, 1) == (cooperates != 0 ? "label_at_once " : more_tiles));
}

}  // namespace glccl::tests
