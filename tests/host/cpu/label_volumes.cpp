// cpu-serial in space, against a flood fill, and the component table of volumes.
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;

/// Volumes of one slice, row or column among them, and sides that differ.
constexpr Extent small_volumes[] = {{1, 1, 1},  {1, 1, 9},  {1, 9, 1},  {9, 1, 1},  {1, 7, 13},  {13, 1, 7},
                                    {7, 13, 1}, {2, 2, 2},  {3, 5, 7},  {11, 3, 5}, {5, 11, 3},  {8, 8, 8},
                                    {17, 2, 9}, {2, 9, 17}, {9, 17, 2}, {19, 1, 2}, {33, 13, 3}, {13, 21, 19}};

/// The labels for which a volume agrees with a flood fill in all three connectivities; empty where it does.
std::string difference_from_flood_fill(const Image& volume, const Criterion& criterion = Foreground{}) {
  for (const Connectivity connectivity : connectivities_of_space) {
    const std::string difference = first_difference(reference_labels(volume, connectivity, criterion),
                                                    flood_fill(volume, connectivity, criterion));
    if (!difference.empty()) return print(connectivity) + ": " + difference;
  }
  return {};
}

/// The row of a component, from a search for its elements.
Component measured(const LabelImage& labels, std::uint32_t label) {
  std::vector<Position> elements;
  Component component;
  component.label = label;
  for (std::size_t i = labels.values.size(); i-- > 0;) {
    if (labels.values[i] != label) continue;
    elements.push_back(position_of(i, labels.extent));
    component.first = i;
  }
  component.area = elements.size();
  const auto range = [&](int Position::*axis, int& least, int& most, std::uint64_t& sum) {
    const auto before = [axis](const Position& a, const Position& b) { return a.*axis < b.*axis; };
    const auto [low, high] = std::minmax_element(elements.begin(), elements.end(), before);
    least = (*low).*axis;
    most = (*high).*axis;
    for (const Position& at : elements) sum += static_cast<std::uint64_t>(at.*axis);
  };
  range(&Position::x, component.box.x0, component.box.x1, component.sum_x);
  range(&Position::y, component.box.y0, component.box.y1, component.sum_y);
  range(&Position::z, component.box.z0, component.box.z1, component.sum_z);
  return component;
}

}  // namespace

TEST_CASE("cpu-serial labels every volume of 2x2x2 as a flood fill does", "[host][oracle][volumes]") {
  for (std::uint64_t bits = 0; bits < 256; ++bits) {
    CAPTURE(bits);
    REQUIRE(difference_from_flood_fill(image_of_bits({2, 2, 2}, bits)) == "");
  }
}

TEST_CASE("cpu-serial labels volumes of 3x3x2, 3x2x3 and 2x3x3 as a flood fill does", "[host][slow][oracle][volumes]") {
  for (const Extent extent : {Extent{3, 3, 2}, {3, 2, 3}, {2, 3, 3}}) {
    for (std::uint64_t bits = 0; bits < (1U << 18); bits += 37) {
      CAPTURE(extent, bits);
      REQUIRE(difference_from_flood_fill(image_of_bits(extent, bits)) == "");
    }
  }
}

TEST_CASE("cpu-serial labels random volumes as a flood fill does", "[host][oracle][volumes]") {
  for (const Extent& extent : small_volumes) {
    for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8}) {
      for (unsigned values = 2; values < 6; ++values) {
        CAPTURE(extent, format, values);
        const Image volume = random_values(extent, format, values, values + 7);
        if (format == PixelFormat::u8) REQUIRE(difference_from_flood_fill(volume) == "");
        REQUIRE(difference_from_flood_fill(volume, Equal{}) == "");
        const double largest = format == PixelFormat::u16 ? 256.0 : 1.0;
        REQUIRE(difference_from_flood_fill(volume, Difference{largest}) == "");
      }
    }
  }
}

TEST_CASE("cpu-serial labels sparse volumes as a flood fill does", "[host][oracle][volumes]") {
  for (const unsigned per_mille : {20U, 100U, 200U, 350U, 900U}) {
    std::mt19937 random(per_mille);
    Image volume{{23, 19, 17}, PixelFormat::u8, std::vector<std::uint8_t>(23 * 19 * 17)};
    for (std::uint8_t& byte : volume.bytes) byte = random() % 1000 < per_mille ? 1 : 0;
    CAPTURE(per_mille);
    CHECK(difference_from_flood_fill(volume) == "");
  }
}

TEST_CASE("cpu-serial labels an image as a volume of one slice", "[host][oracle][volumes]") {
  const Image image = random_values({37, 23}, PixelFormat::u8, 3, 5);
  for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{1.0})}) {
    CHECK(reference_labels(image, Connectivity::six, criterion) ==
          reference_labels(image, Connectivity::four, criterion));
    for (const Connectivity connectivity : {Connectivity::eighteen, Connectivity::twenty_six}) {
      CHECK(reference_labels(image, connectivity, criterion) ==
            reference_labels(image, Connectivity::eight, criterion));
    }
  }
}

TEST_CASE("cpu-serial reads volumes with gaps between rows and slices", "[host][oracle][volumes]") {
  const Image volume = random_values({7, 5, 6}, PixelFormat::u16, 3, 11);
  constexpr std::size_t row = 7 * 2 + 3;  // bytes; rows need no alignment
  constexpr std::size_t slice = 5 * row + 29;
  std::vector<std::uint8_t> bytes(6 * slice, 0xAB);
  for (std::size_t i = 0; i < 30; ++i) {
    std::memcpy(&bytes[i / 5 * slice + i % 5 * row], &volume.bytes[i * 14], 14);
  }
  const ImageView view{bytes.data(), PixelFormat::u16, volume.extent, row, slice};
  for (const Connectivity connectivity : connectivities_of_space) {
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{})}) {
      const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
      check_labeled(reference(view, spec), reference(volume, spec));
    }
  }
}

TEST_CASE("the component table of a volume is that of a search for each component", "[host][oracle][volumes]") {
  for (const Extent& extent : small_volumes) {
    const Image volume = random_values(extent, PixelFormat::u8, 4, 3);
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(extent, connectivity);
      const LabelingSpec spec{.connectivity = connectivity, .criterion = Equal{}};
      const LabeledImage labeled = reference(volume, spec);
      for (std::size_t i = 0; i < labeled.components.size(); ++i) {
        Component expected = measured(labeled.labels, static_cast<std::uint32_t>(i + 1));
        expected.value = volume.bytes[expected.first];
        REQUIRE(labeled.components[i] == expected);
      }
      const auto& values = labeled.labels.values;
      CHECK(labeled.components.size() == *std::max_element(values.begin(), values.end()));
    }
  }
}

// 2^31 + 2^20 elements: 8 GiB of labels. Every row of the volume is the same row of memory, of which every 64th pixel
// is foreground.
TEST_CASE("cpu-serial labels more elements than 31 bits count", "[host][oracle][volumes][.][long]") {
  const Extent extent{1 << 10, 1 << 10, (1 << 11) + 1};
  std::vector<std::uint8_t> row(4 << 10);  // rows and slices are one byte apart
  for (std::size_t x = 0; x < row.size(); x += 64) row[x] = 1;
  const ImageView view{row.data(), PixelFormat::u8, extent, 1, 1};
  const Result<LabelImage> labels = host::label_serial(view, {.connectivity = Connectivity::six});
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  // Element (x, y, z) is foreground where 64 divides x + y + z: no two of them share a face.
  std::uint32_t count = 0;
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < labels->values.size(); ++i) {
    const Position at = position_of(i, extent);
    const std::uint32_t expected = (at.x + at.y + at.z) % 64 == 0 ? ++count : 0;
    wrong += labels->values[i] == expected ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(count == (std::int64_t{1} << 31) / 64 + (1 << 14));
}

}  // namespace glccl::tests
