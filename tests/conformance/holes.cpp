// Engines that fill holes give the labels and the table of cpu-serial on a foreground whose holes the CPU has filled,
// which tests/host/cpu/holes.cpp compares with a definition.
#include <cstdint>
#include <vector>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// Areas of holes that are filled: single elements, small holes, and all.
constexpr std::uint64_t areas[] = {1, 5, Filter::unlimited};

/// Fills holes of all these areas, then labels without filling any: nothing of the last labeling is left.
void check_holes(EngineUnderTest& engine, const host::Image& image, LabelingSpec spec) {
  for (const std::uint64_t area : areas) {
    CAPTURE(area);
    spec.fill_holes = area;
    engine.check(image, spec);
  }
  spec.fill_holes = 0;
  engine.check(image, spec);
}

void fill_holes_of_images(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::holes)) return;
  for (const Extent& extent : {Extent{1, 1}, Extent{3, 3}, Extent{40, 1}, Extent{130, 67}, Extent{300, 150}}) {
    const host::Image image = make_image("noise", extent, {.seed = 3, .density = 0.6});
    for (const Connectivity connectivity : connectivities) {
      check_holes(engine, image, {.connectivity = connectivity});
      check_holes(engine, image, {.connectivity = connectivity, .criterion = Foreground{.inverted = true}});
    }
  }
  for (const char* kind : {"full", "empty", "spiral", "circles"}) {
    CAPTURE(kind);
    check_holes(engine, make_image(kind, {260, 140}), {});
  }
}

/// A ring in a ring, a ring that is open at its corners, and one that the border closes.
void fill_what_connectivity_closes(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::holes)) return;
  const host::Image image = draw({
      "...............",
      ".#######.......",
      ".#.....#...#...",
      ".#.###.#..#.#..",
      ".#.#.#.#...#...",
      ".#.###.#.......",
      ".#.....#....###",
      ".#######....#..",
      "............#..",
  });
  for (const Connectivity connectivity : connectivities) {
    check_holes(engine, image, {.connectivity = connectivity});
    check_holes(engine, image, {.connectivity = connectivity, .filter = {.min_area = 9}});
  }
}

/// Filters see filled components, and found() counts these.
void fill_holes_before_the_filter(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::holes) || !engine.info().capabilities.has(Need::filter)) return;
  const Extent extent{200, 120};
  const host::Image image = make_image("noise", extent, {.seed = 8, .density = 0.5});
  // The format of the filled image, so that programs serve both labelings.
  const std::vector<std::uint32_t> words(image.bytes.begin(), image.bytes.end());
  const host::Image of_words = image_of_values<std::uint32_t>(extent, PixelFormat::u32, words);
  for (const Filter& filter : {Filter{.min_area = 12}, Filter{.largest = 3}, Filter{.clear_border = true}}) {
    for (const Connectivity connectivity : connectivities) {
      LabelingSpec spec{.connectivity = connectivity, .filter = filter, .fill_holes = 6};
      if (engine.reads(PixelFormat::u32)) engine.check(of_words, spec);
      engine.check(image, spec);
      const Result<std::uint64_t> found = engine.runner().found();
      REQUIRE(found);
      spec.filter = {};
      CHECK(*found == reference(image, spec).components.size());
    }
  }
}

void fill_holes_of_formats(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::holes)) return;
  const Extent extent{141, 60};
  const host::Image bytes = make_image("noise", extent, {.seed = 2, .density = 0.6});
  std::vector<float> floats;
  std::vector<std::uint16_t> shorts;
  for (const std::uint8_t byte : bytes.bytes) {
    floats.push_back(byte != 0 ? 0.75F : -1.0F);
    shorts.push_back(byte != 0 ? 700 : 300);
  }
  const host::Image of_floats = image_of_values<float>(extent, PixelFormat::f32, floats);
  const host::Image of_shorts = image_of_values<std::uint16_t>(extent, PixelFormat::u16, shorts);
  if (engine.reads(PixelFormat::f32)) engine.check(of_floats, {.criterion = Foreground{.low = 0.5}, .fill_holes = 4});
  if (!engine.reads(PixelFormat::u16)) return;
  engine.check(of_shorts, {.criterion = Foreground{.low = 299, .high = 300}, .fill_holes = Filter::unlimited});
}

void fill_holes_of_volumes(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::holes) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 3, 3}, Extent{65, 19, 11}, Extent{34, 5, 40}}) {
    for (const double density : {0.3, 0.75}) {
      host::Image volume =
          make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = density});
      volume.extent = extent;
      for (const Connectivity connectivity : connectivities_of_space) {
        if (!engine.has(connectivity)) continue;
        check_holes(engine, volume, {.connectivity = connectivity});
        if (!engine.info().capabilities.has(Need::filter)) continue;
        for (const Filter& filter : {Filter{.min_area = 4}, Filter{.max_area = 90, .clear_border = true}}) {
          engine.check(volume, {.connectivity = connectivity, .filter = filter, .fill_holes = 6});
        }
      }
    }
  }
}

bool fills_periodic(const EngineUnderTest& engine) {
  return engine.info().capabilities.has(Need::holes) && engine.info().capabilities.has(Need::periodic);
}

/// Small images, which some engines label otherwise than large ones, ends of tiles, and sides of one and two elements.
void fill_holes_across_seams(EngineUnderTest& engine) {
  if (!fills_periodic(engine)) return;
  for (const Extent& extent : {Extent{1, 7}, Extent{2, 2}, Extent{130, 67}, Extent{128, 64}}) {
    const host::Image image = make_image("noise", extent, {.seed = 4, .density = 0.55});
    for (const PeriodicAxes& periodic : {PeriodicAxes{.x = true}, PeriodicAxes{.y = true}, PeriodicAxes{true, true}}) {
      for (const Connectivity connectivity : connectivities) {
        check_holes(engine, image, {.connectivity = connectivity, .periodic = periodic});
      }
    }
  }
  const host::Image circles = make_image("circles", {300, 150});
  engine.check(circles, {.filter = {.largest = 3}, .fill_holes = 60, .periodic = {.x = true, .y = true}});
  engine.check(circles, {.fill_holes = Filter::unlimited, .periodic = {.y = true}});
}

void fill_holes_of_periodic_volumes(EngineUnderTest& engine) {
  if (!fills_periodic(engine) || !engine.info().capabilities.has_volumes()) return;
  const Extent extent{65, 11, 10};
  host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 7, .density = 0.6});
  volume.extent = extent;
  for (const Connectivity connectivity : connectivities_of_space) {
    if (!engine.has(connectivity)) continue;
    for (const PeriodicAxes& periodic : {PeriodicAxes{.z = true}, PeriodicAxes{true, true, true}}) {
      engine.check(volume, {.connectivity = connectivity, .fill_holes = 7, .periodic = periodic});
    }
    engine.check(volume, {.connectivity = connectivity,
                          .fill_holes = Filter::unlimited,
                          .periodic = {.x = true, .z = connectivity == Connectivity::six}});
  }
}

}  // namespace

std::vector<ConformanceTest> hole_tests() {
  return {
      {"fills the holes of images", true, fill_holes_of_images},
      {"fills what a connectivity closes", true, fill_what_connectivity_closes},
      {"fills holes before it filters", false, fill_holes_before_the_filter},
      {"fills holes of all kinds of values", false, fill_holes_of_formats},
      {"fills holes of volumes", false, fill_holes_of_volumes},
      {"fills holes across the seams of periodic axes", true, fill_holes_across_seams},
      {"fills holes of periodic volumes", false, fill_holes_of_periodic_volumes},
  };
}

}  // namespace glccl::tests
