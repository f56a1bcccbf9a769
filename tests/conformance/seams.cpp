// Engines with periodic axes give the labels and the table of cpu-serial, which tests/host/cpu/seams.cpp compares with
// a flood fill, and the seams of host::measure_seams(), which tests/host/cpu/unwrapped.cpp compares with a search.
#include "glccl/host/seams.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/measurements.hpp"

namespace glccl::tests {
namespace {

const PeriodicAxes axes_of_the_plane[] = {{.x = true}, {.y = true}, {.x = true, .y = true}};
const PeriodicAxes axes_of_space[] = {
    {.x = true}, {.y = true}, {.z = true}, {.x = true, .z = true}, {.x = true, .y = true, .z = true}};

bool has_seams(const EngineUnderTest& engine) { return engine.info().capabilities.has(Need::periodic); }

void check_axes(EngineUnderTest& engine, const host::Image& image, LabelingSpec spec) {
  for (const PeriodicAxes& periodic : axes_of_the_plane) {
    spec.periodic = periodic;
    engine.check(image, spec);
  }
}

/// Ends of tiles and words, beside a seam and away from it, and sides of one and two elements.
void join_components_across_seams(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 40}, Extent{40, 1}, Extent{2, 2}, Extent{2, 67}, Extent{130, 2},
                               Extent{32, 64}, Extent{128, 65}, Extent{131, 67}, Extent{300, 150}}) {
    const host::Image image = make_image("noise", extent, {.seed = 3, .density = 0.45});
    for (const Connectivity connectivity : connectivities) check_axes(engine, image, {.connectivity = connectivity});
  }
  for (const char* kind : {"full", "empty", "spiral", "stripes", "checkerboard"}) {
    CAPTURE(kind);
    const host::Image image = make_image(kind, {261, 141});
    for (const Connectivity connectivity : connectivities) check_axes(engine, image, {.connectivity = connectivity});
  }
}

/// A volume or an image with these elements alone.
host::Image with_elements(const Extent& extent, const std::vector<Position>& places) {
  host::Image image = make_image("empty", {extent.width, extent.height * extent.depth});
  image.extent = extent;
  for (const Position& at : places) {
    image.bytes[static_cast<std::size_t>((at.z * extent.height + at.y) * extent.width + at.x)] = 255;
  }
  return image;
}

/// Elements that meet across several seams at once, and nowhere else.
void join_corners(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  for (const std::vector<Position>& pair : {std::vector<Position>{{0, 0}, {130, 66}}, {{130, 0}, {0, 66}}}) {
    const host::Image image = with_elements({131, 67}, pair);
    for (const Connectivity connectivity : connectivities) check_axes(engine, image, {.connectivity = connectivity});
  }
  if (!engine.info().capabilities.has_volumes()) return;
  for (const std::vector<Position>& pair : {std::vector<Position>{{0, 0, 5}, {64, 18, 6}},
                                            {{0, 18, 5}, {64, 0, 5}},
                                            {{0, 7, 0}, {64, 8, 17}},
                                            {{9, 0, 0}, {10, 18, 17}},
                                            {{0, 0, 0}, {64, 18, 17}},
                                            {{64, 0, 17}, {0, 18, 0}}}) {
    const host::Image volume = with_elements({65, 19, 18}, pair);
    for (const Connectivity connectivity : connectivities_of_space) {
      if (engine.has(connectivity))
        engine.check(volume, {.connectivity = connectivity, .periodic = {true, true, true}});
    }
  }
}

/// More tiles than merge nodes in one pass.
void join_components_of_many_tiles(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  engine.check(make_image("noise", {1100, 1030}, {.seed = 9, .density = 0.4}), {.periodic = {.x = true, .y = true}});
}

void join_components_of_values(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  for (const int i : {0, 3, 4}) {  // of two formats, for which OpenGL compiles programs
    const host::Image image = random_segments(i);
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0})}) {
      if (!engine.has(criterion)) continue;
      const Connectivity connectivity = connectivities[i % 2];
      engine.check(image, {.connectivity = connectivity, .criterion = criterion, .periodic = {.x = true, .y = true}});
      engine.check(image, {.connectivity = connectivity, .criterion = criterion, .periodic = {.y = i % 2 == 0}});
    }
  }
}

/// An axis that is periodic has no border.
void drop_components_at_the_other_borders(EngineUnderTest& engine) {
  if (!has_seams(engine) || !engine.info().capabilities.has(Need::filter)) return;
  for (const Extent& extent : {Extent{1, 30}, Extent{140, 70}}) {
    const host::Image image = make_image("noise", extent, {.seed = 5, .density = 0.4});
    for (const PeriodicAxes& periodic :
         {PeriodicAxes{}, PeriodicAxes{.x = true}, PeriodicAxes{.y = true}, PeriodicAxes{.x = true, .y = true}}) {
      engine.check(image, {.filter = {.clear_border = true}, .periodic = periodic});
      engine.check(image, {.filter = {.min_area = 4, .largest = 5}, .periodic = periodic});
    }
  }
}

void join_masked_components(EngineUnderTest& engine) {
  if (!has_seams(engine) || !engine.info().capabilities.has(Need::mask)) return;
  const host::Image image = make_image("full", {140, 70});
  const host::Image mask = make_image("noise", image.extent, {.seed = 4, .density = 0.5});
  const ImageView view = mask.view();
  REQUIRE(engine.runner().upload(image.view()));
  REQUIRE(engine.runner().upload_second_images({.mask = mask.view()}));
  engine.check_uploaded(image.view(), {.periodic = {.x = true, .y = true}}, &view);
}

void join_roots(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  const host::Image image = make_image("noise", {200, 90}, {.seed = 6, .density = 0.45});
  const LabelingSpec spec{
      .connectivity = Connectivity::four, .numbering = Numbering::root, .periodic = {.x = true, .y = true}};
  const LabelImage labels = renumber_in_raster_order(engine.label(image.view(), spec));
  CHECK(first_difference(labels, reference(image, spec).labels) == "");
}

void join_components_of_volumes(EngineUnderTest& engine) {
  if (!has_seams(engine) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 5, 7}, Extent{1, 2, 9}, Extent{65, 19, 18}, Extent{129, 5, 33}}) {
    host::Image volume =
        make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.25});
    volume.extent = extent;
    int i = 0;
    for (const Connectivity connectivity : connectivities_of_space) {
      if (!engine.has(connectivity)) continue;
      for (const PeriodicAxes& periodic : axes_of_space) {
        engine.check(volume, {.connectivity = connectivity, .periodic = periodic});
      }
      const PeriodicAxes& periodic = axes_of_space[4 - i++];
      if (engine.has(Equal{}) && connectivity != Connectivity::eighteen) {
        engine.check(volume, {.connectivity = connectivity, .criterion = Equal{}, .periodic = periodic});
      }
      if (connectivity != Connectivity::twenty_six) continue;
      engine.check(volume, {.connectivity = connectivity, .filter = {.clear_border = true}, .periodic = periodic});
    }
  }
}

void join_components_of_a_part(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  const host::Image image = make_image("noise", {90, 60}, {.seed = 4, .density = 0.5});
  const Rectangle rectangle{7, 5, 76, 52};
  const LabelingSpec spec{.periodic = {.x = true, .y = true}};
  const LabelImage labels = engine.label(image.view(), spec, {.rectangle = rectangle});
  const ImageView view = image.view();
  const ImageView part{view.row(rectangle.y0) + rectangle.x0, view.format, extent_of(rectangle), view.row_pitch()};
  CHECK(first_difference(labels, reference(part, spec).labels) == "");
}

/// Seams of labels with and without periodic axes, beside the other measurements.
void check_seams(EngineUnderTest& engine, const host::Image& image, LabelingSpec spec) {
  const std::uint32_t shapes = image.extent.is_volume() ? volume_shape_columns : shape_columns;
  for (const std::uint32_t columns : {std::uint32_t{table_column_seams}, shapes | table_column_seams}) {
    spec.columns = columns;
    CAPTURE(image.extent, spec, columns);
    engine.check(image, spec);
    const LabeledImage expected = reference(image, spec);
    std::vector<Measurements> rows = measure_by_definition(expected.labels, columns, expected.components.size());
    host::measure_seams(expected.labels, spec.connectivity, spec.periodic, rows);
    const Result<std::vector<Measurements>> measured = engine.runner().measurements();
    REQUIRE(measured);
    CHECK(first_difference(*measured, rows) == "");
  }
}

bool measures_seams(const EngineUnderTest& engine) {
  return has_seams(engine) && engine.info().capabilities.has(Need::measurements);
}

/// One large component, many small ones, and components that go around an axis, in extents around those of groups.
void measure_seams_of_images(EngineUnderTest& engine) {
  if (!measures_seams(engine)) return;
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 40}, Extent{2, 67}, Extent{131, 300}}) {
    for (const double density : {0.3, 0.6}) {
      const host::Image image = make_image("noise", extent, {.seed = 3, .density = density});
      for (const Connectivity connectivity : connectivities) {
        check_seams(engine, image, {.connectivity = connectivity, .periodic = {.x = true, .y = true}});
      }
    }
  }
  const host::Image image = make_image("stripes", {140, 90});
  for (const PeriodicAxes& periodic : {PeriodicAxes{}, PeriodicAxes{.x = true}, PeriodicAxes{.y = true}}) {
    check_seams(engine, image, {.periodic = periodic});
  }
  if (!engine.info().capabilities.has(Need::filter)) return;
  check_seams(engine, make_image("noise", {140, 90}, {.seed = 7, .density = 0.4}),
              {.filter = {.min_area = 5}, .periodic = {.x = true, .y = true}});
}

void measure_seams_of_volumes(EngineUnderTest& engine) {
  if (!measures_seams(engine) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 5, 7}, Extent{1, 2, 9}, Extent{65, 19, 18}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.2});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      if (!engine.has(connectivity)) continue;
      check_seams(engine, volume, {.connectivity = connectivity, .periodic = {.z = true}});
      check_seams(engine, volume, {.connectivity = connectivity, .periodic = {.x = true, .y = true, .z = true}});
    }
  }
}

void refuse_the_third_axis_of_images(EngineUnderTest& engine) {
  if (!has_seams(engine)) return;
  const host::Image image = make_image("noise", {20, 10});
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight, Connectivity::full}) {
    const Result<void> refused =
        engine.try_label(image.view(), {.connectivity = connectivity, .periodic = {.z = true}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::invalid_argument);
    CHECK_THAT(refused.error().message, contains("the axis z is periodic") && contains("leave PeriodicAxes::z out"));
  }
}

}  // namespace

std::vector<ConformanceTest> seam_tests() {
  return {
      {"joins components across the seams of periodic axes", true, join_components_across_seams},
      {"joins corners across several seams", true, join_corners},
      {"joins components of many tiles across seams", false, join_components_of_many_tiles},
      {"joins components of values across seams", false, join_components_of_values},
      {"drops components at borders that are no seams", false, drop_components_at_the_other_borders},
      {"joins masked components across seams", true, join_masked_components},
      {"joins components with root labels across seams", true, join_roots},
      {"joins components of volumes across seams", false, join_components_of_volumes},
      {"joins components of a part of an image across its seams", true, join_components_of_a_part},
      {"measures seams of images", false, measure_seams_of_images},
      {"measures seams of volumes", false, measure_seams_of_volumes},
      {"refuses a periodic z of an image", true, refuse_the_third_axis_of_images},
  };
}

}  // namespace glccl::tests
