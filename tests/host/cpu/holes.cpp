// fill_holes() against its definition: a flood of the background from the border.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// That of the background of a foreground.
Connectivity connectivity_of_background(Connectivity foreground) {
  switch (foreground) {
    case Connectivity::four:
      return Connectivity::eight;
    case Connectivity::eight:
      return Connectivity::four;
    case Connectivity::six:
      return Connectivity::twenty_six;
    default:
      return Connectivity::six;
  }
}

bool is_at_border(const Position& at, const Extent& extent, const PeriodicAxes& periodic) {
  const auto ends = [](int place, int side) { return place == 0 || place == side - 1; };
  return (!periodic.x && ends(at.x, extent.width)) || (!periodic.y && ends(at.y, extent.height)) ||
         (!periodic.z && extent.depth > 1 && ends(at.z, extent.depth));
}

/// The filled foreground of bytes, as 255 and 0.
std::vector<std::uint8_t> fill_by_definition(const host::Image& image, Connectivity connectivity, std::uint64_t largest,
                                             const PeriodicAxes& periodic) {
  const LabelImage background = flood_fill(
      image.extent, connectivity_of_background(connectivity), periodic,
      [&](std::size_t i) { return image.bytes[i] == 0; }, [](std::size_t, std::size_t) { return true; });
  std::vector<std::uint64_t> areas(image.bytes.size() + 1);
  std::vector<bool> is_open(areas.size());
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    const std::uint32_t label = background.values[i];
    ++areas[label];
    if (is_at_border(position_of(i, image.extent), image.extent, periodic)) is_open[label] = true;
  }
  std::vector<std::uint8_t> filled;
  for (const std::uint32_t label : background.values) {
    filled.push_back(label == 0 || (areas[label] <= largest && !is_open[label]) ? 255 : 0);
  }
  return filled;
}

void check_filled(const host::Image& image, Connectivity connectivity, const PeriodicAxes& periodic = {}) {
  for (const std::uint64_t largest : {std::uint64_t{1}, std::uint64_t{4}, Filter::unlimited}) {
    CAPTURE(image.extent, connectivity, largest, periodic.x, periodic.y, periodic.z);
    const Result<host::Image> filled =
        host::fill_holes(image.view(), {.connectivity = connectivity, .fill_holes = largest, .periodic = periodic});
    REQUIRE(filled);
    CHECK(filled->extent == image.extent);
    CHECK(filled->format == PixelFormat::u8);
    CHECK(filled->bytes == fill_by_definition(image, connectivity, largest, periodic));
  }
}

}  // namespace

TEST_CASE("fill_holes() fills what no walk from the border reaches", "[host]") {
  for (unsigned i = 0; i < 40; ++i) {
    const Extent extent{1 + static_cast<int>(i * 7 % 30), 1 + static_cast<int>(i * 11 % 23)};
    const host::Image image = make_image("noise", extent, {.seed = i, .density = 0.45 + 0.01 * (i % 30)});
    for (const Connectivity connectivity : connectivities) check_filled(image, connectivity);
  }
  for (unsigned i = 0; i < 20; ++i) {
    const Extent extent{3 + static_cast<int>(i % 7), 1 + static_cast<int>(i % 5), 2 + static_cast<int>(i % 4)};
    host::Image volume =
        make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = i, .density = 0.3 + 0.02 * i});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) check_filled(volume, connectivity);
  }
}

TEST_CASE("fill_holes() fills what no walk around periodic axes reaches", "[host]") {
  for (unsigned i = 0; i < 28; ++i) {
    const Extent extent{1 + static_cast<int>(i * 5 % 13), 1 + static_cast<int>(i * 7 % 11)};
    const host::Image image = make_image("noise", extent, {.seed = i, .density = 0.4 + 0.01 * (i % 20)});
    for (const Connectivity connectivity : connectivities) {
      check_filled(image, connectivity, {.x = i % 3 != 1, .y = i % 3 != 0});
    }
  }
  for (unsigned i = 0; i < 21; ++i) {
    const Extent extent{1 + static_cast<int>(i % 6), 2 + static_cast<int>(i % 3), 1 + static_cast<int>(i % 5)};
    host::Image volume =
        make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = i, .density = 0.3 + 0.02 * i});
    volume.extent = extent;
    const unsigned axes = i % 7 + 1;
    for (const Connectivity connectivity : connectivities_of_space) {
      check_filled(volume, connectivity, {.x = (axes & 1) != 0, .y = (axes & 2) != 0, .z = (axes & 4) != 0});
    }
  }
}

/// An image of 8-connected foreground, and how many of its elements are filled with each set of axes: none, x, y, both.
struct PeriodicHoles {
  const char* name;
  std::vector<std::string> rows;
  std::uint64_t largest;
  std::vector<int> filled;
};

const PeriodicHoles periodic_holes[] = {
    {"a hole across the seam of x", {"###...##", ".##...#.", "###...##"}, Filter::unlimited, {0, 2, 9, 11}},
    {"a corner across both seams", {".#.", "###", ".#."}, Filter::unlimited, {0, 0, 0, 4}},
    {"the same, too large", {".#.", "###", ".#."}, 3, {0, 0, 0, 0}},
    {"a channel around x", {"....", "####", "....", "####", "...."}, Filter::unlimited, {0, 4, 0, 12}},
    {"a channel around x, too large", {"....", "####", "....", "####", "...."}, 4, {0, 4, 0, 4}},
    {"no foreground", {"..", ".."}, Filter::unlimited, {0, 0, 0, 4}},
};

TEST_CASE("a periodic axis has no border that keeps a hole open", "[host]") {
  for (const PeriodicHoles& one : periodic_holes) {
    const host::Image image = draw(one.rows);
    for (unsigned axes = 0; axes < 4; ++axes) {
      const PeriodicAxes periodic{.x = (axes & 1) != 0, .y = (axes & 2) != 0};
      CAPTURE(one.name, periodic.x, periodic.y);
      const Result<host::Image> result =
          host::fill_holes(image.view(), {.fill_holes = one.largest, .periodic = periodic});
      REQUIRE(result);
      int filled = 0;
      for (std::size_t i = 0; i < image.bytes.size(); ++i) filled += result->bytes[i] != 0 && image.bytes[i] == 0;
      CHECK(filled == one.filled[axes]);
    }
  }
}

TEST_CASE("the background's connectivity is the other one", "[host]") {
  CHECK(dual_of(Connectivity::four) == Connectivity::eight);
  CHECK(dual_of(Connectivity::eight) == Connectivity::four);
  CHECK(dual_of(Connectivity::six) == Connectivity::twenty_six);
  CHECK(dual_of(Connectivity::eighteen) == Connectivity::six);
  CHECK(dual_of(Connectivity::twenty_six) == Connectivity::six);
}

TEST_CASE("fill_holes() refuses what has no holes", "[host][bad-input]") {
  const host::Image image = make_image("noise", {8, 8});
  const auto refusal = [&](const LabelingSpec& spec) {
    const Result<host::Image> filled = host::fill_holes(image.view(), spec);
    return filled ? std::string("none") : filled.error().message;
  };
  CHECK_THAT(refusal({}), contains("fill_holes is 0: pass 1 or more"));
  CHECK_THAT(refusal({.criterion = Equal{}, .fill_holes = 1}), contains("the criterion is equal: use foreground"));
  CHECK_THAT(refusal({.criterion = Difference{}, .fill_holes = 1}), contains("the criterion is difference"));
  CHECK_THAT(refusal({.connectivity = static_cast<Connectivity>(5), .fill_holes = 1}), contains("connectivity is 5"));
  CHECK_THAT(refusal({.connectivity = Connectivity::four, .fill_holes = 1, .periodic = {.z = true}}),
             contains("the axis z is periodic, and 4-connectivity is for images"));
  const ImageView volume{image.bytes.data(), PixelFormat::u8, {4, 4, 4}};
  const Result<host::Image> of_volume = host::fill_holes(volume, {.connectivity = Connectivity::four, .fill_holes = 1});
  REQUIRE_FALSE(of_volume);
  CHECK_THAT(of_volume.error().message, contains("4-connectivity is for images"));
}

}  // namespace glccl::tests
