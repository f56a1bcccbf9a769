// Comparing the labels of volumes: places with a slice, and shifts along every axis. Shrinking volumes.
#include <algorithm>
#include <string>
#include <vector>

#include "glccl/host/compare.hpp"
#include "glccl/host/shrink.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::LabelFault;

/// Labels from slices of rows of digits.
LabelImage volume_labels(const std::vector<std::vector<std::string>>& slices) {
  LabelImage volume{
      {static_cast<int>(slices[0][0].size()), static_cast<int>(slices[0].size()), static_cast<int>(slices.size())}, {}};
  for (const std::vector<std::string>& rows : slices) {
    for (const std::string& row : rows) {
      for (const char digit : row) volume.values.push_back(static_cast<std::uint32_t>(digit - '0'));
    }
  }
  return volume;
}

/// The labels of a volume whose element (x, y, z) is element (x, y, z) - `shift` of these, and background from outside.
LabelImage moved(const LabelImage& volume, const Position& shift) {
  LabelImage result{volume.extent, std::vector<std::uint32_t>(volume.values.size())};
  for (std::size_t i = 0; i < volume.values.size(); ++i) {
    const Position at = position_of(i, volume.extent);
    const Position from{at.x - shift.x, at.y - shift.y, at.z - shift.z};
    const bool inside = from.x >= 0 && from.y >= 0 && from.z >= 0 && from.x < volume.extent.width &&
                        from.y < volume.extent.height && from.z < volume.extent.depth;
    if (inside) result.values[i] = volume.values[place_of(from, volume.extent)];
  }
  return result;
}

}  // namespace

TEST_CASE("compare_labels() names the first element of a volume that differs", "[host][compare][volumes]") {
  const LabelImage expected = volume_labels({{"100", "000"}, {"100", "022"}, {"000", "003"}});
  CHECK_FALSE(host::compare_labels(expected, expected));

  const auto split = host::compare_labels(volume_labels({{"100", "000"}, {"200", "022"}, {"000", "003"}}), expected);
  REQUIRE(split);
  CHECK(split->first.x == 0);
  CHECK(split->first.y == 0);
  CHECK(split->first.z == 1);
  CHECK(host::describe(*split).rfind("split and joined: first at (0, 0, 1): 2 instead of 1; 1 pixel differs", 0) == 0);

  const auto missing = host::compare_labels(volume_labels({{"000", "000"}, {"100", "022"}, {"000", "003"}}), expected);
  REQUIRE(missing);
  CHECK(host::describe(*missing) == "background: first at (0, 0, 0): 0 instead of 1; 1 pixel differs; 1 pixel missing");

  // Labels of as many elements in another extent.
  LabelImage flat = expected;
  flat.extent = {3, 6};
  const auto extent = host::compare_labels(flat, expected);
  REQUIRE(extent);
  CHECK(extent->fault == LabelFault::extent);
}

TEST_CASE("compare_labels() finds labels of volumes that are shifted along an axis", "[host][compare][volumes]") {
  const LabelImage expected = reference_labels(random_values({9, 8, 7}, PixelFormat::u8, 3, 1), Connectivity::six);
  struct Shifted {
    Position by;
    std::string words;
  };
  for (const Shifted& one : {Shifted{{2, 0, 0}, "(2, 0, 0)"}, {{-1, 0, 0}, "(-1, 0, 0)"}}) {
    const auto difference = host::compare_labels(moved(expected, one.by), expected);
    REQUIRE(difference);
    CHECK(host::describe(*difference).rfind("shifted by " + one.words + ": first at (", 0) == 0);
  }
  // Rows that come in from outside stay as they were: an engine that is off by one repeats its border.
  for (const Shifted& one : {Shifted{{0, 1, 0}, "(0, 1, 0)"},
                             {{0, -3, 0}, "(0, -3, 0)"},
                             {{0, 0, 1}, "(0, 0, 1)"},
                             {{0, 0, -2}, "(0, 0, -2)"}}) {
    LabelImage actual = moved(expected, one.by);
    for (std::size_t i = 0; i < actual.values.size(); ++i) {
      const Position at = position_of(i, actual.extent);
      const Position from{at.x, at.y - one.by.y, at.z - one.by.z};
      const bool outside = from.y < 0 || from.y >= 8 || from.z < 0 || from.z >= 7;
      if (outside) actual.values[i] = expected.values[i];
    }
    const auto difference = host::compare_labels(actual, expected);
    REQUIRE(difference);
    CHECK(difference->fault == LabelFault::shifted);
    CHECK(Position{difference->shift_x, difference->shift_y, difference->shift_z} == one.by);
    CHECK_THAT(host::describe(*difference), contains("shifted by " + one.words));
  }
}

TEST_CASE("list_faults() names the slices of faults", "[host][compare][volumes]") {
  const LabelImage expected = volume_labels({{"11", "00"}, {"00", "22"}, {"30", "30"}});
  const LabelImage actual = volume_labels({{"12", "00"}, {"00", "22"}, {"30", "04"}});
  std::vector<std::string> lines;
  for (const host::FaultyComponent& fault : host::list_faults(actual, expected)) lines.push_back(describe(fault));
  CHECK(lines == std::vector<std::string>{"split: component 1 at (0, 0, 0) has labels 1, 2",
                                          "joined: components 1, 2 at (1, 0, 0) have label 2",
                                          "missing: component 3 at (0, 1, 2) lacks 1 of 2 pixels",
                                          "extra: label 4 at (1, 1, 2) has 1 of 1 pixels on background"});
  CHECK_FALSE(host::list_faults(volume_labels({{"12"}}), volume_labels({{"11"}})).front().z);  // an image
}

TEST_CASE("draw_difference() shows the slice of a volume where labels differ first", "[host][compare][volumes]") {
  const LabelImage expected = volume_labels({{"100", "000"}, {"022", "000"}});
  const LabelImage actual = volume_labels({{"100", "000"}, {"020", "000"}});
  const host::Image picture = host::draw_difference(actual, expected);
  const int scale = picture.extent.width / 3;
  CHECK(picture.extent == Extent{3 * scale, 2 * scale});
  const auto red_at = [&](int x) { return picture.bytes[4 * static_cast<std::size_t>(x * scale)]; };
  CHECK(red_at(0) == 24);   // background
  CHECK(red_at(1) == 150);  // right
  CHECK(red_at(2) == 60);   // missing
}

TEST_CASE("shrink() removes slices, rows and columns of a volume", "[host][compare][volumes]") {
  host::Image volume = random_values({9, 8, 6}, PixelFormat::u8, 6, 2);
  volume.bytes[place_of({2, 3, 1}, volume.extent)] = 7;
  volume.bytes[place_of({5, 3, 4}, volume.extent)] = 9;
  const host::Image small = host::shrink(volume, [](const host::Image& one) {
    REQUIRE(one.bytes.size() == static_cast<std::size_t>(one.extent.elements()));
    return std::count(one.bytes.begin(), one.bytes.end(), 7) + std::count(one.bytes.begin(), one.bytes.end(), 9) == 2;
  });
  CHECK(small.extent == Extent{2, 1, 2});
  CHECK(small.bytes == std::vector<std::uint8_t>{7, 0, 0, 9});
}

}  // namespace glccl::tests
