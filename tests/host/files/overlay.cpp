// Overlays of volumes: slices across every axis, and contact sheets.
#include "glccl/host/overlay.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Axis;
using host::Image;
using host::Slice;
using Pixel = std::array<std::uint8_t, 4>;

Pixel pixel_of(const Image& image, const Position& at) {
  Pixel pixel{};
  std::copy_n(&image.bytes[4 * place_of(at, image.extent)], 4, pixel.begin());
  return pixel;
}

/// Labels of random bytes: every other value is background.
LabelImage labels_for(const Image& source) {
  LabelImage labels{source.extent, std::vector<std::uint32_t>(static_cast<std::size_t>(source.extent.elements()))};
  for (std::size_t i = 0; i < labels.values.size(); ++i)
    labels.values[i] = static_cast<std::uint32_t>(i % 2 == 0 ? 0 : 1 + i % 7);
  return labels;
}

}  // namespace

TEST_CASE("an overlay of a slice has the colours of the whole", "[host][output][volume]") {
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8}) {
    const Image source = random_bytes({7, 6, 5}, format);
    const LabelImage labels = labels_for(source);
    const Image whole = draw_overlay(source, labels, {});
    REQUIRE(whole.extent == source.extent);
    for (int z = 0; z < 5; ++z) {
      const Image slice = draw_overlay(source, labels, {}, {Axis::z, z});
      CHECK(slice.extent == Extent{7, 6});
      for (int y = 0; y < 6; ++y) {
        const Image across_y = draw_overlay(source, labels, {}, {Axis::y, y});
        CHECK(across_y.extent == Extent{7, 5});
        for (int x = 0; x < 7; ++x) {
          const Image across_x = draw_overlay(source, labels, {}, {Axis::x, x});
          CHECK(across_x.extent == Extent{6, 5});
          const Pixel expected = pixel_of(whole, {x, y, z});
          CHECK(pixel_of(slice, {x, y}) == expected);
          CHECK(pixel_of(across_y, {x, z}) == expected);
          CHECK(pixel_of(across_x, {y, z}) == expected);
        }
      }
    }
  }
}

TEST_CASE("a slice has the rectangles of the boxes that it cuts", "[host][output][volume]") {
  const Extent extent{9, 8, 7};
  const Image source{extent, PixelFormat::u8,
                     std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()), 100)};
  const LabelImage labels{extent, std::vector<std::uint32_t>(source.bytes.size())};
  Component component{.label = 3, .area = 1, .box = {1, 2, 5, 6, 3, 5}};
  const auto drawn = [&](Axis axis, int place) {
    const Image with = draw_overlay(source, labels, {component}, {axis, place});
    const Image without = draw_overlay(source, labels, {}, {axis, place});
    Box box{with.extent.width, with.extent.height, -1, -1};
    for (int y = 0; y < with.extent.height; ++y) {
      for (int x = 0; x < with.extent.width; ++x) {
        if (pixel_of(with, {x, y}) == pixel_of(without, {x, y})) continue;
        box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x), std::max(box.y1, y)};
      }
    }
    return box;
  };
  const auto is_empty = [](const Box& box) { return box.x1 < 0; };
  CHECK(drawn(Axis::x, 1) == Box{2, 3, 6, 5});
  CHECK(drawn(Axis::x, 5) == Box{2, 3, 6, 5});
  CHECK(drawn(Axis::y, 2) == Box{1, 3, 5, 5});
  CHECK(drawn(Axis::z, 5) == Box{1, 2, 5, 6});
  CHECK(is_empty(drawn(Axis::x, 0)));
  CHECK(is_empty(drawn(Axis::x, 6)));
  CHECK(is_empty(drawn(Axis::y, 1)));
  CHECK(is_empty(drawn(Axis::y, 7)));
  CHECK(is_empty(drawn(Axis::z, 2)));
  CHECK(is_empty(drawn(Axis::z, 6)));
}

TEST_CASE("contact_sheet_slices() are evenly spread", "[host][output][volume]") {
  CHECK(host::contact_sheet_slices({10, 10, 3}) == std::vector<int>{0, 1, 2});
  const std::vector<int> many = host::contact_sheet_slices({10, 10, 180});
  REQUIRE(many.size() == 36);
  for (int i = 0; i < 36; ++i) CHECK(many[static_cast<std::size_t>(i)] == 5 * i + 2);
  CHECK(host::contact_sheet_slices({2000, 2000, 100}) == std::vector<int>{12, 37, 62, 87});
  CHECK(host::contact_sheet_slices({4000, 9000, 100}) == std::vector<int>{16, 50, 83});
}

TEST_CASE("a contact sheet shows its slices, at most 4096 pixels wide", "[host][output][volume]") {
  for (const Extent extent :
       {Extent{7, 6, 5}, {5, 9, 40}, {1, 1, 100}, {700, 2, 50}, {2, 700, 50}, {4096, 3, 2}, {3, 4096, 2}}) {
    CAPTURE(extent);
    const Image source = random_bytes(extent, PixelFormat::u8);
    const LabelImage labels = labels_for(source);
    const Image sheet = draw_contact_sheet(source, labels, {});
    CHECK(sheet.extent.width <= host::contact_sheet_side);
    CHECK(sheet.extent.height <= host::contact_sheet_side);
    const std::vector<int> slices = host::contact_sheet_slices(extent);
    const int columns = (sheet.extent.width + 2) / (extent.width + 2);
    CHECK(columns * ((sheet.extent.height + 2) / (extent.height + 2)) >= static_cast<int>(slices.size()));
    Image expected{sheet.extent, sheet.format, std::vector<std::uint8_t>(sheet.bytes.size(), 255)};
    for (int i = 0; i < static_cast<int>(slices.size()); ++i) {
      const Image slice = draw_overlay(source, labels, {}, {Axis::z, slices[static_cast<std::size_t>(i)]});
      const Position corner{i % columns * (extent.width + 2), i / columns * (extent.height + 2)};
      for (int y = 0; y < extent.height; ++y) {
        std::copy_n(&slice.bytes[4 * place_of({0, y}, slice.extent)], 4 * extent.width,
                    &expected.bytes[4 * place_of({corner.x, corner.y + y}, sheet.extent)]);
      }
    }
    const bool is_expected = sheet == expected;
    CHECK(is_expected);
  }
}

TEST_CASE("a contact sheet leaves out rows and columns of slices that are too wide", "[host][output][volume]") {
  const Image source = random_bytes({5000, 11, 3}, PixelFormat::u8);
  const LabelImage labels = labels_for(source);
  const Image sheet = draw_contact_sheet(source, labels, {});
  REQUIRE(sheet.extent == Extent{2500, 3 * 6 + 2 * 2});
  const Image slice = draw_overlay(source, labels, {}, {Axis::z, 1});
  for (const int x : {0, 7, 2499}) CHECK(pixel_of(sheet, {x, 8 + 5}) == pixel_of(slice, {2 * x, 2 * 5}));
}

}  // namespace glccl::tests
