// The component tables of every engine: exact sums, the right number of rows, and a message if a table is too small.
#include <algorithm>
#include <string>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// 300 single pixels, 20 in a row, with background between them.
host::Image dots() {
  host::Image image{{40, 30}, PixelFormat::u8, std::vector<std::uint8_t>(40 * 30)};
  for (std::size_t i = 0; i < 300; ++i) image.bytes[2 * (i / 20) * 40 + 2 * (i % 20)] = 1;
  return image;
}

void sum_beyond_32_bits(EngineUnderTest& engine) {
  if (!engine.info().exact) return;  // raster-paper takes minutes
  for (const char* kind : {"full", "spiral", "noise"}) {
    CAPTURE(kind);
    const host::Image image = make_image(kind, {3000, 2500}, {.density = 0.7});
    const LabeledImage expected = reference(image);
    const auto largest = std::max_element(expected.components.begin(), expected.components.end(),
                                          [](const Component& a, const Component& b) { return a.sum_x < b.sum_x; });
    REQUIRE(largest->sum_x > 0xFFFFFFFFU);
    check_labeled(engine.label_and_measure(image.view()), expected);
  }
}

void keep_to_the_rows(EngineUnderTest& engine) {
  const host::Image image = dots();
  for (const std::uint32_t rows : {1U, 64U, 65U, 299U, 300U, 301U, 5000U}) {
    CAPTURE(rows);
    const LabelImage labels = engine.label(image.view(), {}, {.table_rows = rows});
    CHECK(first_difference(labels, reference_labels(image)) == "");
    const Result<std::vector<Component>> components = engine.runner().components();
    if (rows >= 300) {
      REQUIRE(components);
      CHECK(first_difference(*components, measure(labels)) == "");
      continue;
    }
    REQUIRE_FALSE(components);
    CHECK(components.error().code == ErrorCode::too_large);
    CHECK_THAT(components.error().message, contains("300 components") && contains(std::to_string(rows) + " row"));
  }
}

void keep_the_largest_in_too_few_rows(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::filter)) return;
  const host::Image image = dots();
  const LabelingSpec spec{.filter = {.largest = 7}};
  for (const std::uint32_t rows : {1U, 6U, 7U}) {
    CAPTURE(rows);
    const LabelImage labels = engine.label(image.view(), spec, {.table_rows = rows});
    const Result<std::vector<Component>> components = engine.runner().components();
    if (rows == 7) {
      REQUIRE(components);
      CHECK(first_difference(*components, measure(labels)) == "");
      continue;
    }
    REQUIRE_FALSE(components);
    CHECK(components.error().code == ErrorCode::too_large);
    CHECK_THAT(components.error().message,
               contains("there are 7 components and the table has " + std::to_string(rows) + " row") &&
                   contains("label again with table_rows of 7 or more"));
  }
}

void have_no_table_unasked(EngineUnderTest& engine) {
  engine.label_and_measure(dots().view());
  const host::Image image = dots();
  engine.label(image.view());
  const Result<std::vector<Component>> components = engine.runner().components();
  REQUIRE_FALSE(components);
  CHECK(components.error().code == ErrorCode::invalid_argument);
  CHECK_THAT(components.error().message, contains("table_rows"));
}

void measure_the_last_labels(EngineUnderTest& engine) {
  if (!engine.has(Equal{})) return;
  for (int i = 0; i < 40; ++i) {
    const host::Image image = random_segments(i);
    const LabelingSpec spec{.criterion = Equal{}};
    engine.check(image, spec);
    engine.label(image.view(), spec);  // without a table in between
  }
}

void have_an_empty_table(EngineUnderTest& engine) {
  const LabeledImage labeled = engine.label_and_measure(make_image("empty", {19, 7}).view());
  CHECK(labeled.components.empty());
  CHECK(std::all_of(labeled.labels.values.begin(), labeled.labels.values.end(), [](auto label) { return label == 0; }));
}

/// Only Equal has values.
void have_values_of_equal_only(EngineUnderTest& engine) {
  const host::Image image{{4, 1}, PixelFormat::u8, {5, 5, 0, 9}};
  const auto values = [&](const Criterion& criterion) {
    std::vector<std::uint32_t> found;
    for (const Component& one : engine.label_and_measure(image.view(), {.criterion = criterion}).components) {
      found.push_back(one.value);
    }
    return found;
  };
  CHECK(values(Foreground{}) == std::vector<std::uint32_t>{0, 0});
  if (engine.has(Equal{})) CHECK(values(Equal{}) == std::vector<std::uint32_t>{5, 9});
  if (engine.has(Difference{})) CHECK(values(Difference{1.0F}) == std::vector<std::uint32_t>{0, 0, 0});
}

}  // namespace

std::vector<ConformanceTest> table_tests() {
  return {
      {"sums coordinates beyond 32 bits", false, sum_beyond_32_bits},
      {"counts all components and keeps to the rows of its table", true, keep_to_the_rows},
      {"says how many rows the largest components need", true, keep_the_largest_in_too_few_rows},
      {"makes no table that was not asked for", true, have_no_table_unasked},
      {"measures the labels that it made last", false, measure_the_last_labels},
      {"makes an empty table of an empty image", true, have_an_empty_table},
      {"gives values to components of equal pixels only", true, have_values_of_equal_only},
  };
}

}  // namespace glccl::tests
