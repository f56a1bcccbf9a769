// Engines with measurements give moments and quads by definition, beside the labels and the table of cpu-serial.
#include "tests/support/references/measurements.hpp"

#include <cstdint>
#include <vector>

#include "glccl/table.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// Labels an image with every set of columns.
void check_measurements(EngineUnderTest& engine, const host::Image& image, LabelingSpec spec) {
  for (const std::uint32_t columns : column_sets(image.extent)) {
    spec.columns = columns;
    CAPTURE(image.extent, spec, columns);
    engine.check(image, spec);
    const LabeledImage expected = reference(image, spec);
    const Result<std::vector<Measurements>> measured = engine.runner().measurements();
    REQUIRE(measured);
    CHECK(first_difference(*measured, measure_by_definition(expected.labels, columns, expected.components.size())) ==
          "");
  }
}

/// Crosses and frames in boxes of 1 to 12 columns and rows, beside each other. Boxes above 8 are not small
/// (glsl/shared/label_sums.h).
host::Image boxes() {
  constexpr int most = 12;
  constexpr int pitch = most + 1;
  const Extent extent{most * pitch, 2 * most * pitch};
  host::Image image{extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const Extent box{x / pitch + 1, y / pitch % most + 1};
      const int in_x = x % pitch;
      const int in_y = y % pitch;
      if (in_x >= box.width || in_y >= box.height) continue;
      const bool cross = in_x == box.width / 2 || in_y == box.height / 2;
      const bool frame = in_x % (box.width - 1 + (box.width == 1 ? 1 : 0)) == 0 || in_y == 0 || in_y == box.height - 1;
      if (y < extent.height / 2 ? cross : frame) image.bytes[static_cast<std::size_t>(y * extent.width + x)] = 1;
    }
  }
  return image;
}

void measure_images(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::measurements)) return;
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 40}, Extent{40, 1}, Extent{33, 256}, Extent{130, 67}}) {
    const host::Image image = make_image("noise", extent, {.seed = 3, .density = 0.45});
    for (const Connectivity connectivity : connectivities) {
      check_measurements(engine, image, {.connectivity = connectivity});
    }
  }
  for (const char* kind : {"full", "empty", "spiral", "stripes", "checkerboard"}) {
    CAPTURE(kind);
    const Filter filter = engine.info().capabilities.has(Need::filter) ? Filter{.min_area = 2} : Filter{};
    check_measurements(engine, make_image(kind, {140, 300}), {.filter = filter});
  }
  check_measurements(engine, boxes(), {});
  check_measurements(engine, few_components({200, 270}), {});
  for (const bool in_columns : {false, true}) check_measurements(engine, lines({70, 270}, in_columns), {});
  if (!engine.info().capabilities.has(Need::periodic)) return;
  check_measurements(engine, make_image("noise", {90, 70}, {.seed = 8, .density = 0.2}),
                     {.periodic = {.x = true, .y = true}});
}

void measure_components_of_values(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::measurements)) return;
  for (int i = 0; i < 6; ++i) {
    const host::Image image = random_segments(i);
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0})}) {
      if (!engine.has(criterion)) continue;
      for (const Connectivity connectivity : connectivities) {
        check_measurements(engine, image, {.connectivity = connectivity, .criterion = criterion});
      }
    }
  }
}

/// Components whose sums do not fit 32 bits, and one that most pixels belong to.
void measure_large_components(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::measurements) || !engine.info().exact) return;
  for (const char* kind : {"full", "noise"}) {
    CAPTURE(kind);
    check_measurements(engine, make_image(kind, {1500, 1300}, {.density = 0.7}), {});
  }
}

void measure_volumes(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::measurements) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 5, 7}, Extent{65, 19, 11}, Extent{129, 5, 40}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.3});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      if (engine.has(connectivity)) check_measurements(engine, volume, {.connectivity = connectivity});
    }
  }
  if (!engine.has(Connectivity::twenty_six)) return;
  host::Image volume = boxes();  // a shape has a slice of its own, or several
  volume.extent = {volume.extent.width, volume.extent.height / 24, 24};
  check_measurements(engine, volume, {.connectivity = Connectivity::twenty_six});
}

/// A table with fewer rows than components, and a labeling without measurements in between.
void measure_what_was_asked(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::measurements)) return;
  const host::Image image = make_image("noise", {70, 50}, {.seed = 1, .density = 0.3});
  const LabelingSpec spec{.columns = shape_columns};
  const Result<void> without_table = engine.try_label(image.view(), spec, {});
  REQUIRE_FALSE(without_table);
  CHECK_THAT(without_table.error().message, contains("columns of the component table"));
  const LabelImage labels = engine.label(image.view(), spec, {.table_rows = 3});
  CHECK(first_difference(labels, reference_labels(image)) == "");
  const Result<std::vector<Measurements>> few = engine.runner().measurements();
  REQUIRE_FALSE(few);
  CHECK(few.error().code == ErrorCode::too_large);
  engine.label(image.view(), {}, {.table_rows = 5000});
  const Result<std::vector<Measurements>> none = engine.runner().measurements();
  REQUIRE_FALSE(none);
  CHECK_THAT(none.error().message, contains("LabelingSpec::columns"));
  check_measurements(engine, image, {});
}

}  // namespace

std::vector<ConformanceTest> measurement_tests() {
  return {
      {"measures moments and quads", true, measure_images},
      {"measures components of values", false, measure_components_of_values},
      {"measures large components", false, measure_large_components},
      {"measures volumes", false, measure_volumes},
      {"measures what was asked for", true, measure_what_was_asked},
  };
}

}  // namespace glccl::tests
