// The published schedule: images that it labels right, and its limitation of chapter 5 (figure 5.8) on the smallest
// image that it splits.
#include <algorithm>
#include <optional>
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

class PaperFixture : public GlFixture {
 protected:
  PaperFixture() { engine_ = Engine::raster_paper; }

  LabelImage label_as_published(const host::Image& image, Connectivity connectivity) {
    return label(image, {.connectivity = connectivity});
  }

  /// The first image of an extent, in the order of its bits, that the published schedule splits.
  std::optional<std::uint64_t> first_split(Extent extent, Connectivity connectivity) {
    constexpr std::uint64_t batch = 1U << 18U;
    const std::uint64_t images = std::uint64_t{1} << extent.elements();
    for (std::uint64_t from = 0; from < images; from += batch) {
      const std::uint64_t to = std::min(images, from + batch);
      const LabelImage labels = label_as_published(atlas_of_all_images(extent, from, to), connectivity);
      for (std::uint64_t i = 0; i < to - from; ++i) {
        if (is_split(labels, place_in_atlas(extent, to - from, i), extent, connectivity)) return from + i;
      }
    }
    return std::nullopt;
  }

  /// Whether two neighbouring foreground pixels of a tile have different labels.
  static bool is_split(const LabelImage& labels, AtlasPlace place, Extent tile, Connectivity connectivity) {
    const auto width = static_cast<std::size_t>(labels.extent.width);
    for (int y = place.y; y < place.y + tile.height; ++y) {
      for (int x = place.x; x < place.x + tile.width; ++x) {
        // The gutter is background, so looking right and down never leaves the tile; nor does looking left of its first
        // column.
        const std::size_t at = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
        const std::uint32_t label = labels.values[at];
        if (label == 0) continue;
        const auto differs = [&](std::size_t other) {
          return labels.values[other] != 0 && labels.values[other] != label;
        };
        if (differs(at + 1) || differs(at + width)) return true;
        if (connectivity == Connectivity::eight && (differs(at + width + 1) || (at > 0 && differs(at + width - 1))))
          return true;
      }
    }
    return false;
  }

  static std::uint32_t components(const LabelImage& labels) {
    return *std::max_element(labels.values.begin(), labels.values.end());
  }
};

}  // namespace

// The smallest image that the published schedule splits. The passes see it turned by half a turn, as drawn here:
//
//     . s t .
//     a . . t
//     . n . t
//     b . . .
//
// Column 1: run n, its own root, lies below run s. Run t has already given s the root of the long run at the right.
// Column 0: run a touches s and n and gathers the larger root, that of s. Run b touches only n and is larger still.
// Both scatter back to n's root, GL_MAX keeps b, and nothing remembers that a and n met: {s, t, a} and {n, b} are two
// components, though a and n touch.
TEST_CASE_METHOD(PaperFixture, "raster-paper splits this image of 4x4 pixels", "[engine][raster-paper]") {
  const host::Image image = draw({"...#",  //
                                  "#.#.",  //
                                  "#..#",  //
                                  ".##."});
  const LabelImage published = label_as_published(image, Connectivity::eight);
  CHECK(published.values == std::vector<std::uint32_t>{0, 0, 0, 1, 2, 0, 1, 0, 2, 0, 0, 2, 0, 2, 2, 0});
  engine_ = Engine::raster;
  CHECK(components(label(image)) == 1);
}

// With 4-connectivity the smallest has 24 pixels: the search below found that no image of fewer is split. The run of
// two in the third column from the left is the n of the drawing above.
TEST_CASE_METHOD(PaperFixture, "raster-paper splits this image with 4-connectivity too", "[engine][raster-paper]") {
  const host::Image image = draw({"...#",  //
                                  "#.##",  //
                                  "#.#.",  //
                                  "#.##",  //
                                  "##.#",  //
                                  ".###"});
  CHECK(components(label_as_published(image, Connectivity::four)) == 2);
  engine_ = Engine::raster;
  CHECK(components(label(image, {.connectivity = Connectivity::four})) == 1);
}

TEST_CASE_METHOD(PaperFixture, "raster-paper splits no image of fewer than 16 pixels", "[engine][slow][raster-paper]") {
  for (int area = 1; area < 16; ++area) {
    for (int width = 1; width <= area; ++width) {
      if (area % width != 0) continue;
      CAPTURE(width, area / width);
      CHECK_FALSE(first_split({width, area / width}, Connectivity::eight));
      CHECK_FALSE(first_split({width, area / width}, Connectivity::four));
    }
  }
}

/// Finds the images of the tests above: tries every image in order of area, then width. Takes hours.
TEST_CASE_METHOD(PaperFixture, "raster-paper splits no image smaller than the two that are known", "[.][long]") {
  for (const Connectivity connectivity : {Connectivity::eight, Connectivity::four}) {
    bool found = false;
    for (int area = 1; area <= 24 && !found; ++area) {
      for (int width = 1; width <= area; ++width) {
        if (area % width != 0) continue;
        const Extent extent{width, area / width};
        const std::optional<std::uint64_t> bits = first_split(extent, connectivity);
        if (!bits) continue;
        found = true;
        std::string drawing;
        for (std::int64_t i = 0; i < extent.elements(); ++i) {
          drawing += (*bits >> i & 1U) != 0 ? '#' : '.';
          if ((i + 1) % extent.width == 0) drawing += '\n';
        }
        WARN("connectivity " << static_cast<int>(connectivity) << ": " << extent.width << "x" << extent.height
                             << " bits " << *bits << "\n"
                             << drawing);
      }
    }
    CHECK(found);
  }
}

}  // namespace glccl::tests
