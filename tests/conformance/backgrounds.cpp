// Every engine takes any stored value as the background of Equal and Difference, or none. The reference is the rule as
// it is written in types.hpp, for a row of pixels; cpu-serial is the reference for images.
#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

using Backgrounds = std::vector<std::optional<PixelValue>>;

/// Stored values and the numbers that they stand for, and an image of them in random order.
struct ValuesCase {
  PixelFormat format;
  std::vector<PixelValue> numbers;
  std::vector<std::size_t> choices;  ///< For each pixel the place of its value.
  host::Image image;
};

/// `stored` has the samples of each value, as many as the format has channels.
template <class Sample>
ValuesCase values_case(PixelFormat format, const std::vector<std::vector<Sample>>& stored,
                       const std::vector<PixelValue>& numbers, Extent extent) {
  ValuesCase made{format, numbers, {}, {}};
  std::mt19937 random(static_cast<std::uint32_t>(format) + 3);
  std::vector<Sample> samples;
  for (std::int64_t i = 0; i < extent.elements(); ++i) {
    // Half of the pixels repeat the one before, so that runs are longer than a pixel.
    const bool repeats = i > 0 && random() % 2 == 0;
    made.choices.push_back(repeats ? made.choices.back() : random() % stored.size());
    const std::vector<Sample>& value = stored[made.choices.back()];
    samples.insert(samples.end(), value.begin(), value.end());
  }
  made.image = image_of_values(extent, format, samples);
  return made;
}

template <class Sample>
ValuesCase grey_case(PixelFormat format, const std::vector<Sample>& values, Extent extent) {
  std::vector<std::vector<Sample>> stored;
  std::vector<PixelValue> numbers;
  for (const Sample value : values) {
    stored.push_back({value});
    numbers.push_back({static_cast<double>(value)});
  }
  return values_case(format, stored, numbers, extent);
}

std::vector<ValuesCase> values_cases(Extent extent) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float tiny = std::numeric_limits<float>::denorm_min();
  const std::vector<std::vector<std::uint8_t>> colors = {
      {0, 0, 0, 0}, {0, 0, 0, 255}, {255, 255, 255, 255}, {0, 1, 0, 0}, {1, 0, 0, 128}};
  std::vector<PixelValue> numbers;
  for (const auto& one : colors) {
    numbers.push_back({double{one[0] / 1.0}, double{one[1] / 1.0}, double{one[2] / 1.0}, double{one[3] / 1.0}});
  }
  const std::vector<std::vector<std::uint16_t>> halves = {
      {0, 0, 0, 0}, {0x8000, 0, 0x8000, 0}, {0x3C00, 0, 0, 0x3C00}, {0x7C00, 0, 0, 0}, {0x7E00, 0, 0, 0}, {1, 0, 0, 0}};
  const std::vector<PixelValue> half_numbers = {
      {}, {-0.0, 0.0, -0.0, 0.0}, {1.0, 0.0, 0.0, 1.0}, {HUGE_VAL}, {nan}, {0x1p-24}};
  return {
      grey_case<std::uint8_t>(PixelFormat::u8, {0, 1, 7, 128, 255}, extent),
      grey_case<std::uint8_t>(PixelFormat::unorm8, {0, 1, 2, 128, 255}, extent),
      grey_case<std::uint16_t>(PixelFormat::u16, {0, 1, 256, 32768, 65535}, extent),
      grey_case<std::uint32_t>(PixelFormat::u32, {0, 16777216, 16777217, 1U << 31, 4294967295U}, extent),
      grey_case<float>(PixelFormat::f32, {0.0F, -0.0F, tiny, 1.0F, HUGE_VALF, nan}, extent),
      values_case(PixelFormat::rgba8, colors, numbers, extent),
      values_case(PixelFormat::rgba16f, halves, half_numbers, extent),
  };
}

bool stores_nan(const PixelValue& value) { return std::isnan(value.front()); }

/// None, and every value that can be a background.
Backgrounds backgrounds_of(const ValuesCase& one) {
  Backgrounds backgrounds = {std::nullopt};
  for (const PixelValue& value : one.numbers) {
    if (!stores_nan(value)) backgrounds.emplace_back(value);
  }
  return backgrounds;
}

double difference_of(const PixelValue& a, const PixelValue& b) {
  double sum = 0.0;
  for (std::size_t c = 0; c < 4; ++c) sum += std::abs(a[c] - b[c]);
  return sum;
}

/// The labels of a row, where `connects` tells whether two neighbours that are no background are connected.
template <class Connects>
std::vector<std::uint32_t> labels_of(const ValuesCase& one, const std::optional<PixelValue>& background,
                                     const Connects& connects) {
  std::vector<std::uint32_t> labels;
  std::uint32_t count = 0;
  const PixelValue* last = nullptr;
  for (const std::size_t choice : one.choices) {
    const PixelValue& value = one.numbers[choice];
    const bool set = !background || value != *background;
    if (set && (last == nullptr || !connects(*last, value))) ++count;
    labels.push_back(set ? count : 0);
    last = set ? &value : nullptr;
  }
  return labels;
}

void check_row(EngineUnderTest& engine, const ValuesCase& one, const std::optional<PixelValue>& background) {
  const auto check = [&](const Criterion& criterion, const std::vector<std::uint32_t>& expected) {
    CAPTURE(one.format, criterion);
    CHECK(engine.label(one.image.view(), {.criterion = criterion}).values == expected);
  };
  if (traits_of(one.format).has_equal && engine.has(Equal{})) {
    check(Equal{background}, labels_of(one, background, [](const auto& a, const auto& b) { return a == b; }));
  }
  if (!engine.has(Difference{})) return;
  for (const double largest : {0.0, 1.0, 65000.0}) {
    check(Difference{largest, background},
          labels_of(one, background, [&](const auto& a, const auto& b) { return difference_of(a, b) <= largest; }));
  }
}

void take_backgrounds_of_rows(EngineUnderTest& engine) {
  for (const ValuesCase& one : values_cases({83, 1})) {
    if (!engine.reads(one.format)) continue;
    for (const auto& background : backgrounds_of(one)) check_row(engine, one, background);
  }
}

void take_backgrounds_of_images(EngineUnderTest& engine) {
  for (const ValuesCase& one : values_cases({141, 67})) {
    if (!engine.reads(one.format)) continue;
    for (const auto& background : backgrounds_of(one)) {
      if (traits_of(one.format).has_equal && engine.has(Equal{})) engine.check_both(one.image, Equal{background});
      if (engine.has(Difference{})) engine.check_both(one.image, Difference{1.0, background});
    }
  }
}

/// Without a background an image of zeros is one component, also where it does not fill its tiles.
void label_zeros(EngineUnderTest& engine) {
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::u32, PixelFormat::rgba8}) {
    if (!engine.reads(format) || !engine.has(Equal{})) continue;
    for (const Extent extent : {Extent{1, 1}, Extent{17, 5}, Extent{130, 33}}) {
      host::Image image{extent, format, {}};
      image.bytes.resize(static_cast<std::size_t>(extent.elements()) * bytes_per_pixel(format));
      engine.check_both(image, Equal{std::nullopt});
      const std::vector<std::uint32_t> ones(static_cast<std::size_t>(extent.elements()), 1);
      CHECK(engine.label(image.view(), {.criterion = Equal{std::nullopt}}).values == ones);
    }
  }
}

}  // namespace

std::vector<ConformanceTest> background_tests() {
  return {
      {"takes any stored value as background", false, take_backgrounds_of_rows},
      {"takes backgrounds in images of every format", false, take_backgrounds_of_images},
      {"labels zeros where there is no background", false, label_zeros},
  };
}

}  // namespace glccl::tests
