// Every engine takes the range of Foreground exactly: integers beyond 2^24, which floats round, fractions as the floats
// that shaders read, and floats at the edge. The reference is the comparison as it is written in types.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/edge_values.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Value>
Value stored_at(const host::Image& row, std::size_t index) {
  Value value;
  std::memcpy(&value, &row.bytes[index * sizeof value], sizeof value);
  return value;
}

/// The number that Foreground compares in a channel of a pixel.
double number_at(const host::Image& row, std::size_t x, std::size_t channel) {
  switch (row.format) {
    case PixelFormat::u8:
      return stored_at<std::uint8_t>(row, x);
    case PixelFormat::u16:
      return stored_at<std::uint16_t>(row, x);
    case PixelFormat::u32:
      return stored_at<std::uint32_t>(row, x);
    case PixelFormat::f32:
      return double{stored_at<float>(row, x)};
    case PixelFormat::unorm8:
      return double{static_cast<float>(stored_at<std::uint8_t>(row, x)) / 255.0F};
    default:
      return double{static_cast<float>(stored_at<std::uint8_t>(row, 4 * x + channel)) / 255.0F};
  }
}

/// The labels of a row: every run of foreground has the next number.
std::vector<std::uint32_t> labels_of(const host::Image& row, const Foreground& foreground) {
  const bool any = foreground.channel == Channel::any && row.format == PixelFormat::rgba8;
  const auto is_inside = [&](std::size_t x, std::size_t channel) {
    const double number = number_at(row, x, channel);
    return number > foreground.low && number <= foreground.high;
  };
  std::vector<std::uint32_t> labels;
  std::uint32_t count = 0;
  for (std::size_t x = 0; x < static_cast<std::size_t>(row.extent.width); ++x) {
    const bool inside = any ? is_inside(x, 0) || is_inside(x, 1) || is_inside(x, 2) || is_inside(x, 3)
                            : is_inside(x, static_cast<std::size_t>(foreground.channel));
    const bool set = inside != foreground.inverted;
    if (set && (labels.empty() || labels.back() == 0)) ++count;
    labels.push_back(set ? count : 0);
  }
  return labels;
}

/// Pixels, and limits at and between their numbers, in order.
struct RangeCase {
  host::Image row;
  std::vector<double> limits;
};

template <class Value>
host::Image row_of(PixelFormat format, const std::vector<Value>& values) {
  const auto channels = static_cast<std::size_t>(traits_of(format).channels);
  return image_of_values({static_cast<int>(values.size() / channels), 1}, format, values);
}

/// Integers, and limits below, at and above each of them.
template <class Value>
RangeCase integer_case(PixelFormat format, const std::vector<Value>& values) {
  RangeCase made{row_of(format, values), {-infinity, -1.0, -0.25, 4294967295.75, 4294967296.0, 1e30}};
  for (const Value value : values) {
    const auto number = static_cast<double>(value);
    made.limits.insert(made.limits.end(), {number - 0.5, number});
  }
  return made;
}

/// Bytes of fractions, and limits around the fractions: the float, the quotient that it rounds, and their neighbours.
RangeCase fraction_case(PixelFormat format) {
  constexpr std::array<std::uint8_t, 8> edges = {0, 1, 2, 127, 128, 129, 254, 255};
  std::mt19937 random(7);
  std::vector<std::uint8_t> bytes(320);
  for (std::uint8_t& byte : bytes) byte = edges[random() % edges.size()];
  RangeCase made{row_of(format, bytes), {-infinity, -1.0, -1e-50, 1e-50, 1.5}};
  for (const int edge : {0, 1, 127, 128, 254, 255}) {
    const double fraction = static_cast<float>(edge) / 255.0F;
    made.limits.insert(made.limits.end(),
                       {edge / 255.0, fraction, std::nextafter(fraction, -1.0), std::nextafter(fraction, 2.0)});
  }
  return made;
}

/// Floats at the edge, and limits at them and right beside them.
RangeCase float_case() {
  RangeCase made{row_of(PixelFormat::f32, edge_floats()), {-1e300, 1e300}};
  for (const float edge : edge_floats()) {
    if (std::isnan(edge) || edge == HUGE_VALF) continue;
    made.limits.insert(made.limits.end(), {double{edge}, std::nextafter(double{edge}, infinity)});
  }
  return made;
}

std::vector<RangeCase> range_cases() {
  std::vector<RangeCase> cases = {
      integer_case<std::uint8_t>(PixelFormat::u8, {0, 1, 126, 127, 128, 129, 254, 255}),
      integer_case<std::uint16_t>(PixelFormat::u16, {0, 1, 255, 256, 32767, 32768, 65534, 65535}),
      integer_case<std::uint32_t>(
          PixelFormat::u32, {0, 1, (1U << 24) - 1, 1U << 24, (1U << 24) + 1, (1U << 24) + 2, (1U << 31) - 1, 1U << 31,
                             (1U << 31) + 1, 4294967293U, 4294967294U, 4294967295U}),
      fraction_case(PixelFormat::unorm8),
      fraction_case(PixelFormat::rgba8),
      float_case()};
  for (RangeCase& one : cases) {
    std::sort(one.limits.begin(), one.limits.end());
    one.limits.erase(std::unique(one.limits.begin(), one.limits.end()), one.limits.end());
  }
  return cases;
}

void check_range(EngineUnderTest& engine, const host::Image& row, const Foreground& range) {
  CAPTURE(row.format, Criterion(range));
  CHECK(engine.label(row.view(), {.criterion = range}).values == labels_of(row, range));
}

void take_ranges(EngineUnderTest& engine) {
  for (const RangeCase& one : range_cases()) {
    if (!engine.reads(one.row.format)) continue;
    const std::size_t count = one.limits.size();
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::size_t distance : {std::size_t{1}, std::size_t{5}, count}) {
        const double high = i + distance < count ? one.limits[i + distance] : infinity;
        check_range(engine, one.row, {.low = one.limits[i], .high = high, .inverted = (i + distance) % 2 == 0});
      }
    }
  }
}

void take_ranges_of_channels(EngineUnderTest& engine) {
  for (const bool inverted : {false, true}) {
    for (const Channel channel : {Channel::red, Channel::green, Channel::blue, Channel::alpha, Channel::any}) {
      const RangeCase bytes = fraction_case(PixelFormat::rgba8);
      for (const double high : {1.0F / 255.0F, 128.0F / 255.0F, 254.0F / 255.0F}) {
        if (!engine.reads(PixelFormat::rgba8)) continue;
        check_range(engine, bytes.row, {0.0, high, inverted, channel});
        check_range(engine, bytes.row, {-1.0, high, inverted, channel});
        check_range(engine, bytes.row, {high - 0.001, high, inverted, channel});
      }
      if (!engine.reads(PixelFormat::rgba16f)) continue;
      const host::Image halves = random_edge_halves();
      for (const double low : {-infinity, -1.0, 0.0, 0x1p-24, 0x1p-14}) {
        engine.check(halves, {.criterion = Foreground{low, 1.0, inverted, channel}});
        engine.check(halves, {.criterion = Foreground{low, 1e300, inverted, channel}});
      }
    }
  }
}

}  // namespace

std::vector<ConformanceTest> range_tests() {
  return {
      {"takes the ranges of every format exactly", false, take_ranges},
      {"takes the ranges of every channel", false, take_ranges_of_channels},
  };
}

}  // namespace glccl::tests
