// Every engine compares floats as IEEE 754 single arithmetic does: with denormals, infinities and NaN, on GPUs that
// flush denormals to zero and with compilers that assume that there is no NaN.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/edge_values.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// A row of all values, one pixel each.
template <class Value>
host::Image row_of(PixelFormat format, const std::vector<Value>& values) {
  const auto channels = static_cast<std::size_t>(traits_of(format).channels);
  return image_of_values({static_cast<int>(values.size() / channels), 1}, format, values);
}

constexpr std::array float_formats = {PixelFormat::f32, PixelFormat::rg32f};
constexpr std::array half_formats = {PixelFormat::f16, PixelFormat::rg16f, PixelFormat::rgba16f};

void compare_floats_with_thresholds(EngineUnderTest& engine) {
  for (const PixelFormat format : float_formats) {
    if (!engine.reads(format)) continue;
    const host::Image row = row_of(format, edge_floats());
    const host::Image plane = random_edge_floats(format);
    for (const float threshold : edge_floats()) {
      if (std::isnan(threshold) || threshold == HUGE_VALF) continue;  // nothing is above infinity: refused
      CAPTURE(format, threshold);
      for (const bool inverted : {false, true}) {
        Foreground foreground{.low = threshold, .inverted = inverted, .channel = Channel::any};
        engine.check(row, {.criterion = foreground});
        foreground.channel = Channel::green;
        if (engine.info().exact) engine.check(plane, {.criterion = foreground});
      }
    }
  }
}

/// Compares with thresholds the channels that the format has.
void compare_halves_with_thresholds(EngineUnderTest& engine, PixelFormat format) {
  const host::Image plane = random_edge_halves(format);
  const int channels = traits_of(format).channels;
  for (const float threshold : {-HUGE_VALF, -1.0F, -1e-40F, -0.0F, 0.0F, 1e-40F, 0x1p-24F, 0x1p-14F, 1.0F, 65504.0F}) {
    CAPTURE(format, threshold);
    for (const Channel channel : {Channel::red, Channel::green, Channel::blue, Channel::alpha, Channel::any}) {
      if (channel != Channel::any && static_cast<int>(channel) >= channels) continue;
      engine.check(plane, {.criterion = Foreground{.low = threshold, .channel = channel}});
      engine.check(plane, {.criterion = Foreground{.low = threshold, .inverted = true, .channel = channel}});
    }
  }
}

void compare_halves_with_thresholds(EngineUnderTest& engine) {
  for (const PixelFormat format : half_formats) {
    if (engine.reads(format)) compare_halves_with_thresholds(engine, format);
  }
}

void compare_integers_with_thresholds(EngineUnderTest& engine) {
  std::vector<std::uint8_t> bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.insert(bytes.end(), 4, static_cast<std::uint8_t>(byte));
  const float tiny = std::numeric_limits<float>::denorm_min();
  std::vector<float> thresholds = {-HUGE_VALF, -tiny,   -0.0F,    tiny,     4294967295.0F,   1e30F,
                                   -129.0F,    -128.0F, -127.5F,  126.0F,   127.0F,          -32769.0F,
                                   -32768.0F,  -257.0F, 32767.0F, -0x1p31F, -0x1.000002p31F, 0x1p31F};
  for (const int byte : {1, 127, 254}) {
    const float fraction = static_cast<float>(byte) / 255.0F;
    thresholds.insert(thresholds.end(), {fraction, std::nextafter(fraction, 0.0F), std::nextafter(fraction, 2.0F)});
  }
  for (const FormatTraits& format : pixel_formats()) {
    if (!engine.reads(format.format) || format.has_floats()) continue;
    const int width = static_cast<int>(bytes.size()) / format.bytes;
    const host::Image row = image_of_values({width, 1}, format.format, bytes);
    for (const float threshold : thresholds) {
      CAPTURE(threshold);
      engine.check(row, {.criterion = Foreground{threshold}});
    }
    if (!engine.has(Difference{}) || !format.has_difference()) continue;
    for (const float largest : {-0.0F, tiny, 1.0F, 255.0F, 256.0F, 65535.0F, 0x1p31F, 0x1p32F, HUGE_VALF}) {
      CAPTURE(largest);
      engine.check(row, {.criterion = Difference{largest}});
    }
  }
}

void measure_differences_of_floats(EngineUnderTest& engine) {
  if (!engine.has(Difference{})) return;
  const std::array images = {pairs_of_edge_floats(), random_edge_floats(), random_edge_floats(PixelFormat::rg32f)};
  for (const float largest : edge_floats()) {
    if (!(largest >= 0.0F)) continue;
    CAPTURE(largest);
    for (const host::Image& image : images) {
      if (engine.reads(image.format)) engine.check_both(image, Difference{largest});
    }
  }
}

void add_small_differences(EngineUnderTest& engine) {
  if (!engine.has(Difference{}) || !engine.reads(PixelFormat::rg32f)) return;
  const SmallSums sums = small_sums();
  for (const float largest : sums.largest) {
    CAPTURE(largest);
    engine.check(sums.image, {.criterion = Difference{largest}});
  }
}

void measure_differences_of_halves(EngineUnderTest& engine) {
  for (const PixelFormat format : half_formats) {
    if (!engine.has(Difference{}) || !engine.reads(format)) continue;
    const host::Image plane = random_edge_halves(format);
    for (const float largest :
         {0.0F, 1e-40F, 0x1p-25F, 0x1p-24F, 0x1p-14F, 0.001F, 1.0F, 2.0F, 65504.0F, 131008.0F, 524032.0F, HUGE_VALF}) {
      CAPTURE(format, largest);
      engine.check_both(plane, Difference{largest});
    }
  }
}

void measure_largest_differences_of_floats(EngineUnderTest& engine) {
  for (const PixelFormat format : {PixelFormat::rg16f, PixelFormat::rg32f, PixelFormat::rgba16f}) {
    if (!engine.has(Difference{}) || !engine.reads(format)) continue;
    const host::Image plane = format == PixelFormat::rg32f ? random_edge_floats(format) : random_edge_halves(format);
    for (const float largest : {0.0F, 0x1p-149F, 1e-40F, 0x1p-126F, 0x1p-24F, 0x1p-14F, 1.0F, 65504.0F, HUGE_VALF}) {
      CAPTURE(format, largest);
      engine.check_both(plane, Difference{.largest = largest, .measure = Measure::largest});
      engine.check_both(plane, Difference{largest, PixelValue{}, Measure::largest});
    }
  }
}

}  // namespace

std::vector<ConformanceTest> float_tests() {
  return {
      {"compares floats at the edge with thresholds", true, compare_floats_with_thresholds},
      {"compares half floats at the edge with thresholds", false, compare_halves_with_thresholds},
      {"compares integers with thresholds at the edge", false, compare_integers_with_thresholds},
      {"measures differences of floats at the edge", false, measure_differences_of_floats},
      {"adds differences of floats that are nearly zero", false, add_small_differences},
      {"measures differences of half floats at the edge", false, measure_differences_of_halves},
      {"measures the largest difference of floats at the edge", false, measure_largest_differences_of_floats},
  };
}

}  // namespace glccl::tests
