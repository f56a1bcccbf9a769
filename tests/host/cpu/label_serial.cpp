// cpu-serial and the component table against OpenCV, and against a flood fill for the criteria that OpenCV lacks.
#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::generate;
using host::Image;
using host::measure_components;

bool is_near(double value, double expected) {
  return std::abs(value - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

/// OpenCV's statistics of one component and a row of the table.
bool is_same(const Component& c, const cv::Mat& stats, const cv::Mat& centroids) {
  const int row = static_cast<int>(c.label);
  const auto area = static_cast<double>(c.area);
  return c.box.x0 == stats.at<int>(row, cv::CC_STAT_LEFT) && c.box.y0 == stats.at<int>(row, cv::CC_STAT_TOP) &&
         c.box.x1 - c.box.x0 + 1 == stats.at<int>(row, cv::CC_STAT_WIDTH) &&
         c.box.y1 - c.box.y0 + 1 == stats.at<int>(row, cv::CC_STAT_HEIGHT) &&
         c.area == static_cast<std::uint64_t>(stats.at<int>(row, cv::CC_STAT_AREA)) &&
         is_near(static_cast<double>(c.sum_x) / area, centroids.at<double>(row, 0)) &&
         is_near(static_cast<double>(c.sum_y) / area, centroids.at<double>(row, 1));
}

/// Whether OpenCV gives the same labels and the same table for the pixels of a grey8 image above `threshold`.
bool agrees_with_opencv(const Image& image, Connectivity connectivity, unsigned threshold = 0) {
  const cv::Mat source(image.extent.height, image.extent.width, CV_8UC1, const_cast<std::uint8_t*>(image.bytes.data()));
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(source > static_cast<double>(threshold), labels, stats, centroids,
                                                     static_cast<int>(connectivity), CV_32S, cv::CCL_WU);
  const LabelImage ours = reference_labels(image, connectivity, Foreground{static_cast<double>(threshold)});
  const int* theirs = labels.ptr<int>();
  if (!labels.isContinuous() || ours.extent != image.extent) return false;
  if (!std::equal(ours.values.begin(), ours.values.end(), theirs, theirs + labels.total(),
                  [](std::uint32_t a, int b) { return a == static_cast<std::uint32_t>(b); })) {
    return false;
  }
  const Result<std::vector<Component>> components = measure_components(ours);
  if (!components || components->size() + 1 != static_cast<std::size_t>(count)) return false;
  for (std::size_t i = 0; i < components->size(); ++i) {
    const Component& c = (*components)[i];
    if (c.label != i + 1 || !is_same(c, stats, centroids)) return false;
    if (i >= 50) continue;  // a search for each of many would take long
    const auto first = std::find(ours.values.begin(), ours.values.end(), c.label) - ours.values.begin();
    if (first != static_cast<std::ptrdiff_t>(c.first)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("cpu-serial gives OpenCV's labels and statistics for every image of 4x4", "[host][slow][oracle]") {
  for (const Connectivity connectivity : connectivities) {
    int different = 0;
    for (std::uint64_t bits = 0; bits < 65536; ++bits) {
      different += agrees_with_opencv(image_of_bits({4, 4}, bits), connectivity) ? 0 : 1;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("cpu-serial gives OpenCV's labels and statistics for random images of all kinds", "[host][slow][oracle]") {
  for (int i = 0; i < 1000; ++i) {
    const Image image = random_image(i);
    CAPTURE(i, image.extent);
    for (const Connectivity connectivity : connectivities) REQUIRE(agrees_with_opencv(image, connectivity));
  }
}

TEST_CASE("cpu-serial gives OpenCV's labels and statistics for rows, columns and ribbons", "[host][slow][oracle]") {
  for (const Extent extent :
       {Extent{1, 1}, {1, 1000}, {1000, 1}, {2, 777}, {777, 2}, {5000, 40}, {40, 5000}, {1024, 1024}}) {
    CAPTURE(extent);
    for (const host::GenerateKind& kind : host::generate_kinds()) {
      CAPTURE(kind.name);
      const Image image = *generate(kind.name, extent, {3, 0.55, 1, 2500});
      for (const Connectivity connectivity : connectivities) CHECK(agrees_with_opencv(image, connectivity));
    }
  }
}

TEST_CASE("cpu-serial gives OpenCV's labels and statistics for a photograph", "[host][oracle]") {
  const Result<Image> coins = host::read_image(test_data("coins.png"));
  REQUIRE(coins);
  const unsigned threshold = otsu_threshold(*coins);
  CHECK(threshold == 107);
  for (const Connectivity connectivity : connectivities) CHECK(agrees_with_opencv(*coins, connectivity, threshold));
}

TEST_CASE("cpu-serial connects equal and similar values as a flood fill does", "[host][oracle]") {
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8}) {
    for (unsigned seed = 0; seed < 60; ++seed) {
      const Extent extent{static_cast<int>(1 + seed * 7 % 40), static_cast<int>(1 + seed * 11 % 30)};
      const Image image = random_values(extent, format, seed % 2 == 0 ? 2 : 5, seed);
      CAPTURE(format, seed);
      for (const Criterion& criterion :
           {Criterion(Equal{}), Criterion(Difference{format == PixelFormat::u16 ? 256.0 : 1.0})}) {
        for (const Connectivity connectivity : connectivities) {
          REQUIRE(reference_labels(image, connectivity, criterion) == flood_fill(image, connectivity, criterion));
        }
      }
    }
  }
}

TEST_CASE("cpu-serial compares the named channel with the threshold", "[host][oracle]") {
  // Four pixels in a row, each with background between, bright in one channel each.
  Image image{{7, 1}, PixelFormat::rgba8, std::vector<std::uint8_t>(28)};
  for (std::size_t c = 0; c < 4; ++c) image.bytes[4 * (2 * c) + c] = 101;
  const auto labels = [&](const Foreground& criterion) {
    return reference_labels(image, Connectivity::eight, criterion).values;
  };
  using Values = std::vector<std::uint32_t>;
  CHECK(labels({.low = 100.0F / 255.0F, .channel = Channel::red}) == Values{1, 0, 0, 0, 0, 0, 0});
  CHECK(labels({.low = 100.0F / 255.0F, .channel = Channel::green}) == Values{0, 0, 1, 0, 0, 0, 0});
  CHECK(labels({.low = 100.0F / 255.0F, .channel = Channel::blue}) == Values{0, 0, 0, 0, 1, 0, 0});
  CHECK(labels({.low = 100.0F / 255.0F, .channel = Channel::alpha}) == Values{0, 0, 0, 0, 0, 0, 1});
  CHECK(labels({.low = 100.0F / 255.0F, .channel = Channel::any}) == Values{1, 0, 2, 0, 3, 0, 4});
  CHECK(labels({.low = 101.0F / 255.0F, .channel = Channel::any}) == Values{0, 0, 0, 0, 0, 0, 0});
  CHECK(labels({.low = 100.5F / 255.0F, .inverted = true, .channel = Channel::any}) == Values{0, 1, 0, 2, 0, 3, 0});
  CHECK(labels({.low = -1.0F, .channel = Channel::red}) == Values{1, 1, 1, 1, 1, 1, 1});

  Image wide{{3, 1}, PixelFormat::u16, std::vector<std::uint8_t>(6)};
  wide.bytes = {0xFF, 0xFF, 0, 0, 1, 1};
  CHECK(reference_labels(wide, Connectivity::four, Foreground{.low = 256.0F, .channel = Channel::green}).values ==
        Values{1, 0, 2});
  CHECK(reference_labels(wide, Connectivity::four, Foreground{257.0F}).values == Values{1, 0, 0});
}

TEST_CASE("cpu-serial compares floats as IEEE 754 does", "[host][oracle]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float largest = std::numeric_limits<float>::max();
  const float tiny = std::numeric_limits<float>::denorm_min();
  using Values = std::vector<std::uint32_t>;
  const auto labels = [](const std::vector<float>& pixels, const Criterion& criterion) {
    const Extent extent{static_cast<int>(pixels.size()), 1};
    return reference_labels(image_of_values(extent, PixelFormat::f32, pixels), Connectivity::four, criterion).values;
  };
  const std::vector<float> pixels = {1e-40F, -0.0F, tiny, nan, infinity, -infinity, 0.0F, -tiny};
  CHECK(labels(pixels, Foreground{}) == Values{1, 0, 2, 0, 3, 0, 0, 0});
  CHECK(labels(pixels, Foreground{.low = 0.0F, .inverted = true}) == Values{0, 1, 0, 2, 0, 3, 3, 3});
  CHECK(labels(pixels, Foreground{.low = -tiny}) == Values{1, 1, 1, 0, 2, 0, 3, 0});
  CHECK(labels(pixels, Foreground{.low = -infinity}) == Values{1, 1, 1, 0, 2, 0, 3, 3});
  CHECK(labels(pixels, Foreground{.low = largest}) == Values{0, 0, 0, 0, 1, 0, 0, 0});
  CHECK(labels(pixels, Foreground{.low = -infinity, .high = 0.0}) == Values{0, 1, 0, 0, 0, 0, 2, 2});
  CHECK(labels(pixels, Foreground{.low = 0.0, .high = 1e-40F}) == Values{1, 0, 2, 0, 0, 0, 0, 0});
  CHECK(labels(pixels, Foreground{.low = 0.0, .high = 1e300, .inverted = true}) == Values{0, 1, 0, 2, 2, 2, 2, 2});
  CHECK(labels({0.0F, -0.0F, tiny, -tiny, nan, nan, 1.0F}, Difference{0.0F}) == Values{1, 1, 2, 3, 4, 5, 6});
  CHECK(labels({0.0F, tiny, 3 * tiny, 2 * tiny, 1.0F}, Difference{tiny}) == Values{1, 1, 2, 2, 3});
  CHECK(labels({largest, -largest, infinity, infinity, -infinity, 0.0F}, Difference{largest}) ==
        Values{1, 2, 3, 4, 5, 6});
  CHECK(labels({largest, -largest, infinity, infinity, -infinity, nan, 0.0F}, Difference{infinity}) ==
        Values{1, 1, 1, 2, 2, 3, 4});
}

TEST_CASE("cpu-serial reads half floats", "[host][oracle]") {
  // Zero, the denormals, the normals and infinity in ascending order, so that each exceeds those before it alone.
  constexpr int infinity = 0x7C00;
  for (const int bits : {0, 1, 1023, 1024, 1025, 0x3BFF, 0x3C00, 0x3C01, 0x7BFF, infinity, infinity + 1, 0x7FFF}) {
    CAPTURE(bits);
    const int exponent = std::max(bits >> 10, 1);
    const float value = std::ldexp(static_cast<float>((bits & 1023) + (bits >= 1024 ? 1024 : 0)), exponent - 25);
    const Image image = image_of_values<std::uint16_t>(
        {2, 1}, PixelFormat::rgba16f,
        {0, static_cast<std::uint16_t>(bits), 0, 0, 0, static_cast<std::uint16_t>(bits | 0x8000), 0, 0});
    const auto above = [&](float threshold) {
      return reference_labels(image, Connectivity::four, Foreground{.low = threshold, .channel = Channel::green})
          .values;
    };
    using Values = std::vector<std::uint32_t>;
    const bool is_number = bits <= infinity;
    const float limit = bits == infinity ? HUGE_VALF : value;
    if (bits != infinity) CHECK(above(limit) == Values{0, 0});
    CHECK(above(std::nextafter(limit, -1.0F)) == (is_number ? Values{1, bits == 0 ? 1U : 0U} : Values{0, 0}));
    CHECK(above(-limit) == (is_number && bits != 0 ? Values{1, 0} : Values{0, 0}));
    CHECK(above(std::nextafter(-limit, -HUGE_VALF)) == (bits < infinity    ? Values{1, 1}
                                                        : bits == infinity ? Values{1, 0}
                                                                           : Values{0, 0}));
  }
}

TEST_CASE("measure_components() needs the labels 1..N", "[host][oracle]") {
  const auto message = [](const std::vector<std::uint32_t>& values) {
    const auto components = measure_components({{static_cast<int>(values.size()), 1}, values});
    REQUIRE_FALSE(components);
    CHECK(components.error().code == ErrorCode::invalid_argument);
    return components.error().message;
  };
  CHECK(message({0, 77, 0}) ==
        "cannot measure: label 77 is above the number of pixels, 3; labels have to be 1..N (raster numbering)");
  CHECK(message({3, 0, 1}) ==
        "cannot measure: the labels reach 3 but no pixel has label 2; labels have to be 1..N (raster numbering)");
  CHECK(measure_components({{2, 1}, {0, 0}})->empty());
}

}  // namespace glccl::tests
