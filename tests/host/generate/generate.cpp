// Generated images: the published component counts, the properties each kind promises, and that their bytes never
// change.
#include "glccl/host/generate.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::generate;
using host::GenerateOptions;
using host::Image;

Image make(const std::string& kind, Extent extent, const GenerateOptions& options = {}) {
  const Result<Image> image = generate(kind, extent, options);
  REQUIRE(image);
  REQUIRE(image->extent == extent);
  REQUIRE(image->format == PixelFormat::u8);
  REQUIRE(image->bytes.size() == static_cast<std::size_t>(extent.elements()));
  const bool has_values = kind == "cells" || kind == "smooth";  // without background
  REQUIRE(std::all_of(image->bytes.begin(), image->bytes.end(),
                      [&](int value) { return has_values ? value > 0 && value < 252 : value == 0 || value == 255; }));
  return *image;
}

std::uint32_t count_components(const Image& image, Connectivity connectivity = Connectivity::eight,
                               const Criterion& criterion = Foreground{}) {
  const LabelImage labels = reference_labels(image, connectivity, criterion);
  return *std::max_element(labels.values.begin(), labels.values.end());
}

bool is_set(const Image& image, int x, int y) {
  return x >= 0 && y >= 0 && x < image.extent.width && y < image.extent.height && image.grey_at(x, y) != 0;
}

/// Foreground among the four pixels that share an edge with (x, y).
int edge_neighbors(const Image& image, int x, int y) {
  return is_set(image, x - 1, y) + is_set(image, x + 1, y) + is_set(image, x, y - 1) + is_set(image, x, y + 1);
}

/// FNV-1a, 64 bits.
std::uint64_t hash_of(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 1099511628211U;
  return hash;
}

struct ExpectedDataset {
  const char* kind;
  GenerateOptions options;
  std::uint32_t at_512;
  std::uint32_t at_2048;
};

GenerateOptions noise(double density, int granularity) { return {1, density, granularity, 0}; }

std::vector<Extent> small_sizes() {
  std::vector<Extent> sizes = {{1, 100}, {100, 1}, {2, 51}, {51, 2}, {64, 33}, {33, 64}};
  for (int height = 1; height <= 9; ++height) {
    for (int width = 1; width <= 9; ++width) sizes.push_back({width, height});
  }
  return sizes;
}

}  // namespace

TEST_CASE("generate() makes images with the component counts of the measurements", "[host][generate]") {
  const std::vector<ExpectedDataset> datasets = {
      {"noise", noise(0.5, 1), 936, 13905},
      {"noise", noise(0.2, 1), 18759, 300950},
      {"noise", noise(0.65, 1), 64, 794},
      {"noise", noise(0.5, 4), 79, 936},
      {"noise", noise(0.5, 16), 7, 79},
      {"circles", {1, 0.5, 1, 2500}, 124, 2127},
      {"circles", {1, 0.5, 1, 250}, 54, 874},
      {"text", {}, 1436, 23356},
      {"spiral", {}, 1, 1},
      {"full", {}, 1, 1},
      {"empty", {}, 0, 0},
  };
  for (const ExpectedDataset& dataset : datasets) {
    CAPTURE(dataset.kind, dataset.options.density, dataset.options.granularity, dataset.options.circles);
    CHECK(count_components(make(dataset.kind, {512, 512}, dataset.options)) == dataset.at_512);
    const bool also_large = dataset.options.density == 0.2 || dataset.options.granularity == 4 ||
                            dataset.options.circles == 250 || std::string(dataset.kind) == "text";
    if (also_large) CHECK(count_components(make(dataset.kind, {2048, 2048}, dataset.options)) == dataset.at_2048);
  }
}

TEST_CASE("generate() gives the same bytes for the same parameters on every machine", "[host][generate]") {
  struct Pinned {
    const char* kind;
    GenerateOptions options;
    std::uint64_t hash;
  };
  const std::vector<Pinned> pinned = {
      {"noise", {42, 0.4, 3, 0}, 0x1f709b18567bcac8U},
      {"columns", {.seed = 42, .density = 0.4, .spacing = 7}, 0x0e15579ad4482534U},
      {"circles", {42, 0.5, 1, 2500}, 0xb0f6d00f095d82cbU},
      {"objects", {42}, 0x5c41c00953ecd8dfU},
      {"spiral", {}, 0xb70b7e711d9444fcU},
      {"serpentine", {}, 0x95034b79d2e2d3ccU},
      {"comb", {1, 0.5, 2, 0}, 0x68201aac3125d1b7U},
      {"checkerboard", {1, 0.5, 4, 0}, 0xe5d39f08f0230510U},
      {"stripes", {.granularity = 3}, 0xdb079728319ab3efU},
      {"grid", {.granularity = 2}, 0xcc0f492a8495966cU},
      {"maze", {42}, 0xfc06a37996c7ff98U},
      {"text", {42}, 0xc18ad72c9f86430aU},
      {"page", {42}, 0xc87138a4dc975010U},
      {"letter", {42}, 0x742374a340793b5cU},
      {"fingerprint", {42}, 0x2f8ad4695f4907c2U},
      {"cells", {.granularity = 9}, 0xc53adba52e44d1abU},
      {"smooth", {}, 0x27815160819bcd90U},
      {"full", {}, 0xa310b0491574002cU},
      {"empty", {}, 0x21c7851ea71b6d17U},
  };
  CHECK(pinned.size() == host::generate_kinds().size());
  for (std::size_t i = 0; i < pinned.size(); ++i) {
    CAPTURE(pinned[i].kind);
    CHECK(host::generate_kinds()[i].name == pinned[i].kind);
    CHECK(hash_of(make(pinned[i].kind, {203, 97}, pinned[i].options).bytes) == pinned[i].hash);
  }
}

TEST_CASE("generate() makes every kind at every extent, depending on the seed", "[host][generate]") {
  for (const host::GenerateKind& kind : host::generate_kinds()) {
    CAPTURE(kind.name);
    CHECK_FALSE(kind.summary.empty());
    for (const Extent extent : small_sizes()) {
      CAPTURE(extent);
      for (const int granularity : {1, 3, 2147483647}) {
        make(kind.name, extent, {7, 0.5, granularity, 50000, granularity});
      }
    }
  }
  for (const char* kind : {"noise", "columns", "circles", "objects", "maze", "text", "page", "letter", "fingerprint"}) {
    CHECK(make(kind, {99, 99}, {1}).bytes != make(kind, {99, 99}, {2}).bytes);
  }
}

TEST_CASE("generate() makes images of many values with the component counts of the measurements", "[host][generate]") {
  struct Counts {
    const char* kind;
    int granularity;
    std::uint32_t equal;
    std::uint32_t equal_four;
    std::uint32_t similar;  // values that differ by 1 at most
  };
  for (const Counts& counts : {Counts{"cells", 8, 4191, 4219, 4101}, Counts{"cells", 40, 193, 193, 187},
                               Counts{"smooth", 1, 143511, 215058, 2972}}) {
    CAPTURE(counts.kind, counts.granularity);
    const Image image = make(counts.kind, {512, 512}, {.granularity = counts.granularity});
    CHECK(count_components(image, Connectivity::eight, Equal{}) == counts.equal);
    CHECK(count_components(image, Connectivity::four, Equal{}) == counts.equal_four);
    CHECK(count_components(image, Connectivity::eight, Difference{1.0F}) == counts.similar);
  }
}

TEST_CASE("noise reaches both ends of its density", "[host][generate]") {
  const Image none = make("noise", {63, 31}, noise(0.0, 1));
  const Image all = make("noise", {63, 31}, noise(1.0, 1));
  CHECK(none.bytes == make("empty", {63, 31}).bytes);
  CHECK(all.bytes == make("full", {63, 31}).bytes);
}

TEST_CASE("the spiral and the serpentine are one path that fills its image", "[host][generate]") {
  const std::string kind = GENERATE("spiral", "serpentine");
  for (const Extent extent : small_sizes()) {
    CAPTURE(kind, extent);
    if (kind == "serpentine" && extent.width < 3) continue;  // no room to turn
    const Image image = make(kind, extent);
    int ends = 0;
    int pixels = 0;
    for (int y = 0; y < extent.height; ++y) {
      for (int x = 0; x < extent.width; ++x) {
        if (!is_set(image, x, y)) continue;
        const int neighbors = edge_neighbors(image, x, y);
        REQUIRE(neighbors <= 2);
        ++pixels;
        ends += neighbors == 1 ? 1 : 0;
      }
    }
    CHECK(count_components(image, Connectivity::four) == 1);
    CHECK(is_set(image, 0, 0));
    CHECK(ends == (pixels == 1 ? 0 : 2));
    CHECK(2 * pixels >= extent.elements());
  }
}

TEST_CASE("columns are noise with background columns", "[host][generate]") {
  const Image noisy = make("noise", {50, 40}, {.seed = 3, .density = 0.6});
  const Image image = make("columns", {50, 40}, {.seed = 3, .density = 0.6, .spacing = 8});
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 50; ++x) REQUIRE(is_set(image, x, y) == (is_set(noisy, x, y) && x % 8 != 7));
  }
}

TEST_CASE("pages, letters and fingerprints grow with their image", "[host][generate]") {
  CHECK(count_components(make("page", {480, 640})) == 1651);
  CHECK(count_components(make("page", {960, 1280})) == 1651);  // the same words
  CHECK(count_components(make("letter", {480, 640})) == 1934);
  CHECK(count_components(make("letter", {960, 1280})) == 4688);  // most of them speckles
  CHECK(count_components(make("fingerprint", {480, 640})) == 56);
  CHECK(count_components(make("fingerprint", {960, 1280})) == 403);
}

TEST_CASE("the comb falls apart without its last rows", "[host][generate]") {
  Image image = make("comb", {70, 40}, {1, 0.5, 3, 0});
  CHECK(count_components(image) == 1);
  std::fill(image.bytes.end() - 3 * 70, image.bytes.end(), std::uint8_t{0});
  CHECK(count_components(image) == 12);
}

TEST_CASE("the checkerboard touches at corners alone", "[host][generate]") {
  for (const int granularity : {1, 5}) {
    const Image image = make("checkerboard", {45, 30}, {1, 0.5, granularity, 0});
    CHECK(count_components(image, Connectivity::eight) == 1);
    CHECK(count_components(image, Connectivity::four) ==
          static_cast<std::uint32_t>((45 / granularity * (30 / granularity) + 1) / 2));
  }
}

TEST_CASE("stripes do not touch, and the lines of a grid do", "[host][generate]") {
  CHECK(count_components(make("stripes", {33, 5})) == 17);
  CHECK(count_components(make("stripes", {33, 5}, {.granularity = 4})) == 5);
  const Image grid = make("grid", {10, 7}, {.granularity = 2});
  CHECK(count_components(grid, Connectivity::four) == 1);
  for (const auto& [x, y] : {std::pair{3, 1}, std::pair{1, 3}, std::pair{6, 6}, std::pair{0, 0}}) {
    CHECK(is_set(grid, x, y));
  }
  for (const auto& [x, y] : {std::pair{1, 1}, std::pair{2, 5}, std::pair{8, 4}}) CHECK_FALSE(is_set(grid, x, y));
}

TEST_CASE("the maze is a tree that reaches every cell", "[host][generate]") {
  for (const Extent extent : small_sizes()) {
    CAPTURE(extent);
    const Image image = make("maze", extent);
    std::int64_t pixels = 0;
    std::int64_t twice_edges = 0;
    for (int y = 0; y < extent.height; ++y) {
      for (int x = 0; x < extent.width; ++x) {
        const bool is_cell = (x % 2 == 1 || extent.width == 1) && (y % 2 == 1 || extent.height == 1);
        if (is_cell && extent.width > 1 && extent.height > 1) REQUIRE(is_set(image, x, y));
        if (!is_set(image, x, y)) continue;
        ++pixels;
        twice_edges += edge_neighbors(image, x, y);
      }
    }
    CHECK(count_components(image, Connectivity::four) == 1);
    CHECK(twice_edges == 2 * (pixels - 1));
  }
}

TEST_CASE("generate() refuses what it cannot make", "[host][generate]") {
  const auto message = [](const std::string& kind, Extent extent, const GenerateOptions& options) {
    const Result<Image> image = generate(kind, extent, options);
    REQUIRE_FALSE(image);
    CHECK(image.error().code == ErrorCode::invalid_argument);
    return image.error().message;
  };
  CHECK(
      message("nose", {4, 4}, {}) ==
      "cannot generate: there is no kind \"nose\"; the kinds are noise, columns, circles, objects, spiral, serpentine, "
      "comb, checkerboard, stripes, grid, maze, text, page, letter, fingerprint, cells, smooth, full, empty");
  CHECK(message("noise", {0, 4}, {}) ==
        "cannot generate: the size 0x4 has no pixels; both sides have to be at least 1");
  CHECK(message("full", {4, -1}, {}) ==
        "cannot generate: the size 4x-1 has no pixels; both sides have to be at least 1");
  CHECK(message("noise", {4, 4}, noise(1.5, 1)) ==
        "cannot generate: density 1.5 is not a probability; it has to be from 0 to 1");
  CHECK(message("noise", {4, 4}, noise(-0.25, 1)) ==
        "cannot generate: density -0.25 is not a probability; it has to be from 0 to 1");
  CHECK(message("comb", {4, 4}, noise(0.5, 0)) ==
        "cannot generate: granularity 0 is not a width; it has to be at least 1");
  CHECK(message("columns", {4, 4}, {.spacing = 0}) ==
        "cannot generate: spacing 0 is not a distance; it has to be at least 1");
  CHECK(message("circles", {4, 4}, {1, 0.5, 1, -2}) ==
        "cannot generate: there cannot be -2 circles; the number has to be at least 0");
}

}  // namespace glccl::tests
