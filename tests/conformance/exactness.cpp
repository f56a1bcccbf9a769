// Every engine gives the labels and the table of cpu-serial: on all small images, on random images, on segments.
#include <algorithm>
#include <utility>

#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

/// raster-paper sweeps column by column, which is slow on llvmpipe: it labels every fifth image.
int step_of(const EngineUnderTest& engine) { return engine.info().exact ? 1 : 5; }

/// Every 3x3 image, which raster-paper does not split either.
void label_every_3x3_image(EngineUnderTest& engine) {
  const host::Image atlas = atlas_of_all_images({3, 3}, 0, 512);
  for (const Connectivity connectivity : connectivities) {
    const LabelingSpec spec{.connectivity = connectivity};
    CAPTURE(connectivity);
    check_labeled(engine.label_and_measure(atlas.view(), spec), reference(atlas, spec));
  }
}

void label_every_4x4_image(EngineUnderTest& engine) { engine.check_both(atlas_of_all_images({4, 4}, 0, 65536)); }

void label_random_images(EngineUnderTest& engine) {
  for (int i = 0; i < 1000; i += step_of(engine)) {
    CAPTURE(i);
    engine.check_both(random_image(i));
  }
}

void label_some_random_images(EngineUnderTest& engine) {
  for (int i = 0; i < 1000; i += 47) {
    CAPTURE(i);
    engine.check_both(random_image(i));
  }
}

constexpr Extent small_extents[] = {{1, 1},  {1, 2},  {2, 1},  {1, 3},  {3, 1},   {2, 2},   {3, 5},   {1, 33}, {33, 1},
                                    {31, 2}, {32, 2}, {33, 2}, {65, 3}, {1, 300}, {300, 1}, {255, 3}, {3, 257}};

host::Image noise_of(const Extent& extent) { return make_image("noise", extent, {.seed = 3, .density = 0.6}); }

void label_every_small_extent(EngineUnderTest& engine) {
  for (const Extent& extent : small_extents) {
    engine.check_both(noise_of(extent));
    engine.check_both(make_image("full", extent));
    engine.check_both(make_image("empty", extent));
  }
}

void connect_values_in_every_small_extent(EngineUnderTest& engine) {
  for (const Extent& extent : small_extents) engine.check_criteria(noise_of(extent));
}

void label_the_photograph(EngineUnderTest& engine) {
  const Result<host::Image> coins = host::read_image(test_data("coins.png"));
  REQUIRE(coins);
  const auto threshold = static_cast<float>(host::otsu_threshold(*coins));
  engine.check_both(*coins, Foreground{.low = threshold});
  engine.check_both(*coins, Foreground{.low = threshold, .inverted = true});
}

void connect_equal_values(EngineUnderTest& engine) {
  if (!engine.has(Equal{})) return;
  for (int i = 0; i < 300; i += step_of(engine)) {
    CAPTURE(i);
    host::Image image = random_segments(i);
    engine.check_both(image, Equal{});
    if (image.format != PixelFormat::rgba8 || i % 5 != 0) continue;
    image.format = PixelFormat::u32;
    engine.check_both(image, Equal{});
  }
}

void connect_similar_values(EngineUnderTest& engine) {
  if (!engine.has(Difference{})) return;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const host::Image image = i % 2 == 0 ? random_segments(i / 2) : random_image(i);
    for (const float largest : {0.0F, 1.0F, 40.0F, 300.0F}) engine.check_both(image, Difference{largest});
  }
}

/// Similarity is not transitive: with Difference{1} 0 and 2 are not connected, but both are with 1.
void connect_three_values(EngineUnderTest& engine) {
  const host::Image atlas = atlas_of_three_values();
  for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0F})}) {
    if (engine.has(criterion)) engine.check_both(atlas, criterion);
  }
}

void number_roots(EngineUnderTest& engine) {
  for (const host::Image& image : {make_image("noise", {83, 61}), make_image("noise", {301, 157}, {.density = 0.3})}) {
    for (const Connectivity connectivity : connectivities) {
      const LabelImage roots = engine.label(image.view(), {.connectivity = connectivity, .numbering = Numbering::root});
      const LabelImage numbers = engine.label(image.view(), {.connectivity = connectivity});
      CHECK(first_difference(renumber_in_raster_order(roots), numbers) == "");
    }
  }
}

void forget_the_last_image(EngineUnderTest& engine) {
  for (const char* kind : {"full", "empty", "noise", "spiral", "empty", "maze", "full"}) {
    CAPTURE(kind);
    engine.check_both(make_image(kind, {67, 45}));
  }
  engine.check_both(make_image("noise", {31, 90}));
  engine.check_both(make_image("noise", {67, 45}));
}

void take_an_image_as_a_slice(EngineUnderTest& engine) {
  for (const Extent& extent : {Extent{90, 1}, Extent{1, 70}, Extent{61, 37}}) {
    const host::Image image = make_image("noise", extent);
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(extent, connectivity);
      const LabelImage labels = engine.label(image.view(), {.connectivity = connectivity});
      const Connectivity in_plane = connectivity == Connectivity::six ? Connectivity::four : Connectivity::eight;
      CHECK(first_difference(labels, engine.label(image.view(), {.connectivity = in_plane})) == "");
    }
  }
}

/// Full connectivity, the default, is 8 in the plane and 26 in space. It also says what bounds a hole.
void take_full_connectivity(EngineUnderTest& engine) {
  for (const auto& [extent, full] :
       {std::pair(Extent{61, 45}, Connectivity::eight), std::pair(Extent{61, 9, 5}, Connectivity::twenty_six)}) {
    if (extent.is_volume() && !engine.info().capabilities.has_volumes()) continue;
    host::Image image = make_image("noise", {61, 45}, {.density = extent.is_volume() ? 0.1 : 0.5});
    image.extent = extent;
    for (const bool filled : {false, true}) {
      if (filled && !engine.info().capabilities.has(Need::holes)) continue;
      CAPTURE(extent, filled);
      LabelingSpec spec;
      if (filled) spec = {.criterion = Foreground{.inverted = true}, .fill_holes = 9};
      const LabelImage labels = engine.label(image.view(), spec);
      spec.connectivity = full;
      CHECK(first_difference(labels, engine.label(image.view(), spec)) == "");
    }
  }
}

void label_a_rectangle(EngineUnderTest& engine) {
  const host::Image image = make_image("noise", {77, 50}, {.density = 0.6});
  for (const Rectangle& rectangle :
       {Rectangle{0, 0, 77, 50}, Rectangle{33, 7, 67, 41}, Rectangle{76, 0, 77, 50}, Rectangle{5, 49, 71, 50}}) {
    CAPTURE(rectangle.x0, rectangle.y0, rectangle.x1, rectangle.y1);
    const host::Image part = host::crop(image.view(), rectangle);
    const LabelImage labels = engine.label(image.view(), {}, {.table_rows = 4000, .rectangle = rectangle});
    if (engine.info().exact) CHECK(first_difference(labels, reference_labels(part)) == "");
    const Result<std::vector<Component>> components = engine.runner().components();
    REQUIRE(components);
    CHECK(first_difference(*components, measure(labels)) == "");
  }
}

}  // namespace

std::vector<ConformanceTest> exactness_tests() {
  return {
      {"labels every 3x3 image as cpu-serial does", true, label_every_3x3_image},
      {"labels every 4x4 image", false, label_every_4x4_image},
      {"labels some random images", true, label_some_random_images},
      {"labels a thousand random images", false, label_random_images},
      {"labels images of every small extent", true, label_every_small_extent},
      {"connects values in images of every small extent", false, connect_values_in_every_small_extent},
      {"labels the photograph", true, label_the_photograph},
      {"connects equal values", false, connect_equal_values},
      {"connects similar values", false, connect_similar_values},
      {"connects three values in every 3x3 image", false, connect_three_values},
      {"gives every component a root label of its own", true, number_roots},
      {"takes an image as a volume of one slice", true, take_an_image_as_a_slice},
      {"takes full connectivity as 8 in the plane and 26 in space", true, take_full_connectivity},
      {"forgets the last image", true, forget_the_last_image},
      {"labels a rectangle as an image of its own", true, label_a_rectangle},
  };
}

}  // namespace glccl::tests
