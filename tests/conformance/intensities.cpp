// Engines with measurements give the intensities of components by definition.
#include "tests/support/references/intensities.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/table.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/measurements.hpp"

namespace glccl::tests {
namespace {

/// Labels an image with a second one beside it.
void check_intensities(EngineUnderTest& engine, const host::Image& image, const host::Image& intensity,
                       LabelingSpec spec) {
  spec.columns |= table_column_intensity;
  CAPTURE(image.extent, intensity.format, spec.columns, spec.fraction_bits);
  const ImageView view = intensity.view();
  REQUIRE(engine.runner().upload(image.view()));
  REQUIRE(engine.runner().upload_second_images({.intensity = view}));
  engine.check_uploaded(image.view(), spec, nullptr);
  const Result<std::vector<Measurements>> measured = engine.runner().measurements();
  REQUIRE(measured);
  const LabeledImage expected = reference(image, spec);
  std::vector<Measurements> rows = measure_by_definition(expected.labels, spec.columns, expected.components.size());
  add_intensities_by_definition(expected.labels, view, spec.fraction_bits, rows);
  CHECK(first_difference(*measured, rows) == "");
}

bool measures(const EngineUnderTest& engine) { return engine.info().capabilities.has(Need::measurements); }

void measure_every_format(EngineUnderTest& engine) {
  if (!measures(engine) || !engine.info().exact) return;
  std::uint32_t seed = 0;
  for (const PixelFormat format : intensity_formats()) {
    for (const Extent& extent : {Extent{1, 1}, Extent{33, 70}, Extent{90, 41}}) {
      const host::Image image = make_image("noise", extent, {.seed = 3, .density = 0.6});
      check_intensities(engine, image, make_intensities(format, extent, ++seed), {});
    }
  }
  for (const bool in_columns : {false, true}) {
    const host::Image image = lines({70, 270}, in_columns);
    check_intensities(engine, image, make_intensities(PixelFormat::u32, image.extent, 6), {});
    check_intensities(engine, image, make_intensities(PixelFormat::i32, image.extent, 7), {.columns = shape_columns});
  }
  const host::Image few = few_components({200, 270});
  check_intensities(engine, few, make_intensities(PixelFormat::u16, few.extent, 8), {.columns = shape_columns});
  const host::Image full = make_image("full", {70, 270});
  check_intensities(engine, full, make_intensities(PixelFormat::u32, full.extent, 1), {.columns = shape_columns});
  check_intensities(engine, full, make_intensities(PixelFormat::f32, full.extent, 1), {});
}

void round_floats(EngineUnderTest& engine) {
  if (!measures(engine) || !engine.info().exact) return;
  const host::Image image = make_image("noise", {40, 30}, {.seed = 2, .density = 0.5});
  for (const PixelFormat format : {PixelFormat::f16, PixelFormat::f32}) {
    for (const int bits : {-64, -20, 0, 1, 24, 64}) {
      check_intensities(engine, image, make_intensities(format, image.extent, 9), {.fraction_bits = bits});
    }
  }
}

/// Components of every magnitude, small and large, beside some that have infinities or what is not a number.
void give_each_its_own_fraction(EngineUnderTest& engine) {
  if (!measures(engine) || !engine.info().exact) return;
  for (const PixelFormat format : {PixelFormat::f16, PixelFormat::f32}) {
    for (const double density : {0.3, 0.6}) {
      const host::Image image = make_image("noise", {150, 90}, {.seed = 4, .density = density});
      check_intensities(engine, image, make_scaled_floats(format, image.extent, 2), {});
    }
    const host::Image few = few_components({200, 270});
    check_intensities(engine, few, make_scaled_floats(format, few.extent, 3), {.columns = shape_columns});
    const host::Image stripes = make_image("stripes", {70, 150});
    check_intensities(engine, stripes, make_scaled_floats(format, stripes.extent, 5), {});
  }
}

/// Sums beyond 64 bits, and one component that most pixels belong to.
void measure_large_values(EngineUnderTest& engine) {
  if (!measures(engine) || !engine.info().exact) return;
  host::Image image = make_image("noise", {1500, 1300}, {.density = 0.7});
  check_intensities(engine, image, make_intensities(PixelFormat::u32, image.extent, 4), {});
  check_intensities(engine, image, make_intensities(PixelFormat::i32, image.extent, 5), {.filter = {}});
}

void measure_intensities_of_volumes(EngineUnderTest& engine) {
  if (!measures(engine) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 5, 7}, Extent{65, 19, 11}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.3});
    volume.extent = extent;
    for (const PixelFormat format : {PixelFormat::u8, PixelFormat::i16, PixelFormat::f32}) {
      const LabelingSpec spec{.connectivity = Connectivity::six};
      check_intensities(engine, volume, make_intensities(format, extent, 8), spec);
    }
    check_intensities(engine, volume, make_scaled_floats(PixelFormat::f32, extent, 8),
                      {.connectivity = Connectivity::six});
  }
}

void refuse_intensities_that_do_not_fit(EngineUnderTest& engine) {
  if (!measures(engine)) return;
  const host::Image image = make_image("noise", {20, 10}, {});
  const auto refusal = [&](const host::Image* intensity, const LabelingSpec& spec) {
    REQUIRE(engine.runner().upload(image.view()));
    if (intensity != nullptr) REQUIRE(engine.runner().upload_second_images({.intensity = intensity->view()}));
    const Result<void> refused = engine.runner().label(spec, {.table_rows = 300});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::invalid_argument);
    return refused.error().message;
  };
  const LabelingSpec asked{.columns = table_column_intensity};
  const host::Image tall = make_intensities(PixelFormat::u8, {20, 11}, 1);
  const host::Image colors = make_intensities(PixelFormat::rgba8, {20, 10}, 1);
  const host::Image right = make_intensities(PixelFormat::u8, {20, 10}, 1);
  CHECK_THAT(refusal(nullptr, asked), contains("there is no image of intensities: pass one of 20x10"));
  CHECK_THAT(refusal(&tall, asked), contains("the image of intensities is 20x11"));
  CHECK_THAT(refusal(&colors, asked), contains("the format rgba8: pass u8, u16,"));
  CHECK_THAT(refusal(&right, {}), contains("LabelingSpec::columns lacks table_column_intensity"));
  CHECK_THAT(refusal(&right, {.columns = table_column_intensity, .fraction_bits = 65}), contains("pass -64 to 64"));
}

}  // namespace

std::vector<ConformanceTest> intensity_tests() {
  return {
      {"measures values of every format", true, measure_every_format},
      {"rounds floats to multiples of a power of two", true, round_floats},
      {"gives each component of floats its own fraction", true, give_each_its_own_fraction},
      {"measures large values", false, measure_large_values},
      {"measures values in volumes", false, measure_intensities_of_volumes},
      {"refuses intensities that do not fit", true, refuse_intensities_that_do_not_fit},
  };
}

}  // namespace glccl::tests
