// Engines with a filter give the labels and the table of cpu-serial without the components that the filter drops.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// Filters by one limit each, and by several.
std::vector<Filter> filters() {
  return {{.min_area = 2},
          {.min_area = 7, .max_area = 40},
          {.max_area = 1},
          {.min_area = std::uint64_t{1} << 40},
          {.largest = 1},
          {.largest = 3},
          {.largest = 1000000},
          {.clear_border = true},
          {.clear_border = true, .border_width = 3},
          {.max_area = 60, .clear_border = true, .border_width = 40},
          {.min_area = 3, .clear_border = true},
          {.min_area = 2, .max_area = 30, .largest = 2, .clear_border = true}};
}

void check_filters(EngineUnderTest& engine, const host::Image& image, LabelingSpec spec) {
  spec.filter = {};
  const std::size_t all = reference(image, spec).components.size();
  for (const Filter& filter : filters()) {
    spec.filter = filter;
    engine.check(image, spec);
    const Result<std::uint64_t> found = engine.runner().found();
    REQUIRE(found);
    CHECK(*found == all);
  }
}

void keep_what_filters_keep(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::filter)) return;
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 40}, Extent{40, 1}, Extent{130, 67}, Extent{300, 150}}) {
    for (const double density : {0.3, 0.55}) {
      const host::Image image = make_image("noise", extent, {.seed = 3, .density = density});
      for (const Connectivity connectivity : connectivities)
        check_filters(engine, image, {.connectivity = connectivity});
    }
  }
  for (const char* kind : {"full", "empty", "spiral", "stripes"}) {
    CAPTURE(kind);
    check_filters(engine, make_image(kind, {260, 140}), {});
  }
}

void filter_components_of_values(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::filter)) return;
  for (int i = 0; i < 6; ++i) {
    const host::Image image = random_segments(i);
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0})}) {
      if (!engine.has(criterion)) continue;
      for (const Connectivity connectivity : connectivities) {
        check_filters(engine, image, {.connectivity = connectivity, .criterion = criterion});
      }
    }
  }
}

/// Components of one area, of which the first ones are kept; and the labels of all of them in between.
void keep_the_first_of_equal_areas(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::filter)) return;
  host::Image image{{300, 200}, PixelFormat::u8, std::vector<std::uint8_t>(300 * 200)};
  for (std::size_t i = 0; i < 150 * 100; ++i) image.bytes[2 * (i / 150) * 300 + 2 * (i % 150)] = 1;
  for (const std::uint64_t largest : {1ULL, 2ULL, 255ULL, 256ULL, 257ULL, 14999ULL, 15000ULL, 15001ULL}) {
    engine.check(image, {.filter = {.largest = largest}});
    engine.check(image, {});
  }
}

void filter_volumes(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::filter) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 5, 7}, Extent{65, 19, 11}, Extent{129, 5, 40}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.2});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      if (!engine.has(connectivity)) continue;
      check_filters(engine, volume, {.connectivity = connectivity});
      if (engine.has(Equal{})) check_filters(engine, volume, {.connectivity = connectivity, .criterion = Equal{}});
    }
  }
}

}  // namespace

std::vector<ConformanceTest> filter_tests() {
  return {
      {"keeps the components that a filter keeps", true, keep_what_filters_keep},
      {"filters components of values", false, filter_components_of_values},
      {"keeps the first of the components of one area", false, keep_the_first_of_equal_areas},
      {"filters volumes", false, filter_volumes},
  };
}

}  // namespace glccl::tests
