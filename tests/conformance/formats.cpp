// Every engine reads every format that its capabilities list, in that format's units.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/format_cases.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

using Values = std::vector<std::uint32_t>;

void threshold_every_format(EngineUnderTest& engine) {
  for (const ThresholdCase& one : threshold_cases()) {
    if (!engine.reads(one.image.format)) continue;
    CAPTURE(one.image.format, one.threshold);
    const auto labels = [&](const Foreground& foreground) {
      return engine.label(one.image.view(), {.criterion = foreground}).values;
    };
    CHECK(labels({.low = one.threshold}) == Values{0, 0, 1, 1});
    CHECK(labels({.low = one.threshold, .inverted = true}) == Values{1, 1, 0, 0});
    CHECK(labels({.low = -1e30F}) == Values{1, 1, 1, 1});
    CHECK(labels({.low = 1e30F}) == Values{0, 0, 0, 0});
    CHECK(labels({.low = 1e30F, .inverted = true}) == Values{1, 1, 1, 1});
  }
}

void compare_values_of_every_format(EngineUnderTest& engine) {
  if (!engine.has(Equal{})) return;
  constexpr Extent extent{5, 1};
  const host::Image images[] = {
      image_of_values<std::uint8_t>(extent, PixelFormat::u8, {7, 9, 9, 0, 7}),
      image_of_values<std::uint16_t>(extent, PixelFormat::u16, {7, 263, 263, 0, 7}),
      image_of_values<std::uint32_t>(extent, PixelFormat::u32, {16777217U, 16777216U, 16777216U, 0U, 3000000001U}),
      image_of_values<std::int8_t>(extent, PixelFormat::i8, {-1, 127, 127, 0, -128}),
      image_of_values<std::int16_t>(extent, PixelFormat::i16, {-1, 255, 255, 0, -32768}),
      image_of_values<std::int32_t>(extent, PixelFormat::i32, {-1, 65535, 65535, 0, -2147483647 - 1}),
      image_of_values<std::uint32_t>(extent, PixelFormat::rg32u, {7, 0, 7, 1, 7, 1, 0, 0, 0, 3000000001U}),
      image_of_values<std::uint8_t>(extent, PixelFormat::rgba8,
                                    {0, 0, 0, 7, 0, 0, 1, 7, 0, 0, 1, 7, 0, 0, 0, 0, 9, 0, 1, 7}),
  };
  for (const host::Image& image : images) {
    if (!engine.reads(image.format)) continue;
    CAPTURE(image.format);
    const LabelingSpec spec{.criterion = Equal{}};
    const LabeledImage labeled = engine.label_and_measure(image.view(), spec);
    CHECK(labeled.labels.values == Values{1, 2, 2, 0, 3});
    check_labeled(labeled, reference(image, spec));
  }
}

void measure_differences_in_every_format(EngineUnderTest& engine) {
  if (!engine.has(Difference{})) return;
  for (const DifferenceCase& one : difference_cases()) {
    if (!engine.reads(one.image.format)) continue;
    CAPTURE(one.image.format);
    CHECK(engine.label(one.image.view(), {.criterion = Difference{one.connects}}).values == Values{1, 1, 1, 2, 2});
    CHECK(engine.label(one.image.view(), {.criterion = Difference{one.separates}}).values == Values{1, 2, 3, 4, 5});
  }
}

/// Two colours side by side, and how much they differ.
struct PairOfColors {
  std::array<std::uint8_t, 8> bytes;
  double luminance;
  double largest;
};

/// Colours that differ in one channel, or in several.
std::vector<PairOfColors> pairs_of_colors() {
  constexpr std::array<std::array<std::uint8_t, 4>, 9> colors = {{{0, 0, 0, 0},
                                                                  {3, 0, 0, 0},
                                                                  {0, 3, 0, 0},
                                                                  {0, 0, 3, 0},
                                                                  {0, 0, 0, 3},
                                                                  {9, 7, 5, 3},
                                                                  {255, 255, 255, 0},
                                                                  {0, 255, 0, 8},
                                                                  {255, 0, 255, 255}}};
  std::vector<PairOfColors> pairs;
  for (const auto& a : colors) {
    for (const auto& b : colors) {
      const int luminance = 77 * (a[0] - b[0]) + 150 * (a[1] - b[1]) + 29 * (a[2] - b[2]);
      int largest = 0;
      for (std::size_t c = 0; c < 4; ++c) largest = std::max(largest, std::abs(a[c] - b[c]));
      pairs.push_back({{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]}, std::abs(luminance) / 256.0, double(largest)});
    }
  }
  return pairs;
}

/// Every difference of a pair as the largest that connects, and the next number below it, which does not connect it.
void measure_pairs_of_colors(EngineUnderTest& engine, Measure measure, double PairOfColors::*difference) {
  const std::vector<PairOfColors> pairs = pairs_of_colors();
  const PixelValue background{1, 2, 3, 4};
  host::Image row{{3 * static_cast<int>(pairs.size()), 1}, PixelFormat::rgba8, {}};
  std::set<double> limits;
  for (const PairOfColors& pair : pairs) {
    row.bytes.insert(row.bytes.end(), pair.bytes.begin(), pair.bytes.end());
    row.bytes.insert(row.bytes.end(), {1, 2, 3, 4});
    limits.insert({pair.*difference, std::max(0.0, std::nextafter(pair.*difference, 0.0))});
  }
  for (const double limit : limits) {
    CAPTURE(measure, limit);
    Values expected;
    std::uint32_t label = 0;
    for (const PairOfColors& pair : pairs) {
      expected.push_back(++label);
      expected.push_back(pair.*difference <= limit ? label : ++label);
      expected.push_back(0);
    }
    CHECK(engine.label(row.view(), {.criterion = Difference{limit, background, measure}}).values == expected);
  }
}

void measure_colors(EngineUnderTest& engine) {
  if (!engine.has(Difference{}) || !engine.reads(PixelFormat::rgba8)) return;
  measure_pairs_of_colors(engine, Measure::luminance, &PairOfColors::luminance);
  measure_pairs_of_colors(engine, Measure::largest, &PairOfColors::largest);
  for (int i = 2; i < 30; i += 9) {
    for (const Measure measure : {Measure::luminance, Measure::largest}) {
      for (const double limit : {0.0, 0.5, 2.0, 300.0}) {
        engine.check_both(random_segments(i), Difference{.largest = limit, .measure = measure});
      }
      engine.check_both(random_segments(i), Difference{1.0, PixelValue{}, measure});
    }
  }
}

/// Few values in every byte, so that all criteria connect some neighbours.
host::Image random_bytes(PixelFormat format) {
  std::mt19937 random(static_cast<std::uint32_t>(format) + 1);
  host::Image image{{61, 43}, format, {}};
  const FormatTraits& traits = traits_of(format);
  std::vector<float> floats(static_cast<std::size_t>(image.extent.elements() * traits.channels));
  for (float& value : floats) value = static_cast<float>(random() % 4) / 4.0F;
  if (traits.has_floats() && traits.bytes == 4 * traits.channels) {
    return image_of_values(image.extent, format, floats);
  }
  image.bytes.resize(static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(format));
  if (traits.is_signed) {
    for (std::size_t at = 0; at < image.bytes.size(); at += bytes_per_pixel(format)) {
      const std::int32_t value = static_cast<std::int32_t>(random() % 4) - 2;
      std::memcpy(&image.bytes[at], &value, bytes_per_pixel(format));
    }
    return image;
  }
  for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(random() % 2);
  return image;
}

void label_every_format(EngineUnderTest& engine) {
  for (const FormatTraits& format : pixel_formats()) {
    if (!engine.reads(format.format)) continue;
    const host::Image image = random_bytes(format.format);
    engine.check_both(image);
    engine.check_both(image, Foreground{.low = 0.25F, .inverted = true});
    engine.check_both(image, Foreground{.low = -1.0});
    engine.check_both(image, Foreground{.low = -2.0, .high = -1.0});
    if (format.has_equal && engine.has(Equal{})) engine.check_both(image, Equal{});
    if (engine.has(Difference{}) && format.has_difference())
      engine.check_both(image, Difference{format.has_floats() ? 0.25F : 1.0F});
  }
}

void look_at_the_channel(EngineUnderTest& engine) {
  for (int i = 2; i < 30; i += 3) {
    const host::Image image = random_segments(i);
    REQUIRE(image.format == PixelFormat::rgba8);
    for (const Channel channel : {Channel::red, Channel::green, Channel::blue, Channel::alpha, Channel::any}) {
      for (const bool inverted : {false, true}) {
        engine.check(image, {.criterion = Foreground{.low = 1.0F / 255.0F, .inverted = inverted, .channel = channel}});
      }
    }
  }
  for (const FormatTraits& format : pixel_formats()) {
    if (!engine.reads(format.format) || format.channels != 2) continue;
    const host::Image image = random_bytes(format.format);
    for (const Channel channel : {Channel::red, Channel::green, Channel::any}) {
      for (const float threshold : {-0.5F, 0.0F, 0.25F})
        engine.check_both(image, Foreground{.low = threshold, .channel = channel});
      engine.check_both(image, Foreground{.low = 0.25F, .inverted = true, .channel = channel});
    }
  }
  // A format of one channel ignores which one is named.
  engine.check_both(make_image("noise", {40, 30}), Foreground{.channel = Channel::alpha});
}

void read_rows_with_gaps(EngineUnderTest& engine) {
  const host::Image image = make_image("noise", {37, 22}, {.seed = 4});
  constexpr std::size_t row_bytes = 48;
  std::vector<std::uint8_t> bytes(row_bytes * 22, 255);
  for (std::size_t y = 0; y < 22; ++y) {
    std::copy_n(image.bytes.begin() + static_cast<std::ptrdiff_t>(37 * y), 37,
                bytes.begin() + static_cast<std::ptrdiff_t>(row_bytes * y));
  }
  const ImageView view{bytes.data(), PixelFormat::u8, image.extent, row_bytes};
  const LabeledImage expected = engine.label_and_measure(image.view());
  check_labeled(engine.label_and_measure(view), expected);
  engine.check(view, {});
}

}  // namespace

std::vector<ConformanceTest> format_tests() {
  return {
      {"compares every format with a threshold in its units", true, threshold_every_format},
      {"compares the values of every format", true, compare_values_of_every_format},
      {"measures differences in the units of every format", true, measure_differences_in_every_format},
      {"measures colours by luminance and by their largest difference", false, measure_colors},
      {"labels random images of every format", false, label_every_format},
      {"looks at the channel it is told", false, look_at_the_channel},
      {"reads rows with gaps", true, read_rows_with_gaps},
  };
}

}  // namespace glccl::tests
