// Masks on the CPU against their definition: a flood from every element that no other flood has reached.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "host/fast/fast_labeler.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Whether two elements of an image of bytes, both in the mask, are connected, and whether one is foreground.
struct Definition {
  Criterion criterion;

  bool is_foreground(std::uint8_t value) const {
    if (const auto* foreground = std::get_if<Foreground>(&criterion)) return (value > 0) != foreground->inverted;
    const PixelValue* const background = background_of(criterion);
    return background == nullptr || value != (*background)[0];
  }
  bool are_connected(std::uint8_t a, std::uint8_t b) const {
    if (std::holds_alternative<Equal>(criterion)) return a == b;
    const auto* difference = std::get_if<Difference>(&criterion);
    return difference == nullptr || std::abs(a - b) <= difference->largest;
  }
};

LabelImage flood(const host::Image& image, const host::Image& mask, const LabelingSpec& spec) {
  const Definition definition{spec.criterion};
  return flood_fill(
      image.extent, spec.connectivity, {},
      [&](std::size_t i) { return mask.bytes[i] != 0 && definition.is_foreground(image.bytes[i]); },
      [&](std::size_t i, std::size_t j) { return definition.are_connected(image.bytes[i], image.bytes[j]); });
}

/// An image of few values, and a mask, both of which follow from `index`.
host::Image few_values(const Extent& extent, unsigned index, unsigned values) {
  host::Image image{extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
  std::uint32_t state = 12345 + 977 * index;
  for (std::uint8_t& byte : image.bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>((state >> 24) % values);
  }
  return image;
}

void check_engines(const host::Image& image, const host::Image& mask, const LabelingSpec& spec) {
  CAPTURE(image.extent, spec);
  const LabelImage expected = flood(image, mask, spec);
  const ImageView view = mask.view();
  const Result<LabelImage> serial = host::label_serial(image.view(), spec, &view);
  REQUIRE(serial);
  CHECK(first_difference(*serial, expected) == "");
  LabelImage fast{{2, 1}, {7, 7}};
  std::vector<Component> components(3);
  REQUIRE(
      host::FastLabeler({.threads = 2, .pixels_per_thread = 1}).label(image.view(), spec, fast, &components, &view));
  CHECK(first_difference(fast, expected) == "");
  CHECK(first_difference(components, measure_with_values(image.view(), expected, spec)) == "");
}

std::vector<Criterion> criteria() {
  return {Foreground{},    Foreground{.inverted = true},
          Equal{},         Equal{.background = {}},
          Difference{1.0}, Difference{.largest = 1.0, .background = PixelValue{2.0}}};
}

}  // namespace

TEST_CASE("masks leave elements out, whatever the criterion", "[host][mask]") {
  unsigned index = 0;
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 70}, Extent{70, 1}, Extent{67, 33}, Extent{2100, 3}}) {
    for (const Criterion& criterion : criteria()) {
      for (const Connectivity connectivity : connectivities) {
        const host::Image image = few_values(extent, ++index, 3);
        const host::Image mask = few_values(extent, 1000 + index, 4);
        check_engines(image, mask, {.connectivity = connectivity, .criterion = criterion});
      }
    }
  }
}

TEST_CASE("masks leave voxels out, whatever the criterion", "[host][mask]") {
  unsigned index = 0;
  for (const Criterion& criterion : criteria()) {
    for (const Connectivity connectivity : connectivities_of_space) {
      const host::Image image = few_values({37, 9, 7}, ++index, 3);
      const host::Image mask = few_values({37, 9, 7}, 1000 + index, 3);
      check_engines(image, mask, {.connectivity = connectivity, .criterion = criterion});
    }
  }
}

TEST_CASE("a mask with gaps between its rows", "[host][mask]") {
  const host::Image image = few_values({40, 30}, 1, 2);
  const host::Image wide = few_values({64, 30}, 2, 2);
  const ImageView mask{wide.bytes.data() + 3, PixelFormat::unorm8, {40, 30}, 64};
  host::Image dense{{40, 30}, PixelFormat::u8, {}};
  for (int y = 0; y < 30; ++y) dense.bytes.insert(dense.bytes.end(), mask.row(y), mask.row(y) + 40);
  const Result<LabelImage> labels = host::label_serial(image.view(), {}, &mask);
  REQUIRE(labels);
  CHECK(first_difference(*labels, flood(image, dense, {})) == "");
}

}  // namespace glccl::tests
