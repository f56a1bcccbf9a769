// Generated volumes: the properties that each kind promises, and that their bytes never change.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::GenerateOptions;
using host::Image;

Image make_volume(const std::string& kind, Extent extent, const GenerateOptions& options = {}) {
  const Result<Image> volume = host::generate_volume(kind, extent, options);
  INFO(kind << (volume ? "" : volume.error().message));
  REQUIRE(volume);
  REQUIRE(volume->extent == extent);
  REQUIRE(volume->format == PixelFormat::u8);
  REQUIRE(volume->bytes.size() == static_cast<std::size_t>(extent.elements()));
  return *volume;
}

std::uint32_t count_in_space(const Image& volume, Connectivity connectivity = Connectivity::twenty_six,
                             const Criterion& criterion = Foreground{}) {
  const LabelImage labels = reference_labels(volume, connectivity, criterion);
  return *std::max_element(labels.values.begin(), labels.values.end());
}

std::int64_t count_set(const Image& volume) {
  return std::count_if(volume.bytes.begin(), volume.bytes.end(), [](int value) { return value != 0; });
}

double density(const Image& volume) {
  return static_cast<double>(count_set(volume)) / static_cast<double>(volume.extent.elements());
}

std::uint8_t at(const Image& volume, int x, int y, int z) { return volume.bytes[place_of({x, y, z}, volume.extent)]; }

/// Calls visit(x, y, z) for every element.
template <class Visit>
void for_each_element(const Extent& extent, const Visit& visit) {
  for (int z = 0; z < extent.depth; ++z) {
    for (int y = 0; y < extent.height; ++y) {
      for (int x = 0; x < extent.width; ++x) visit(x, y, z);
    }
  }
}

/// Whether the foreground is one path: connected by faces, with two ends, and no element with more than two neighbours.
bool is_a_path(const Image& volume) {
  std::int64_t ends = 0;
  bool branches = false;
  const auto is_set = [&](int x, int y, int z) {
    const Extent& extent = volume.extent;
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < extent.width && y < extent.height && z < extent.depth;
    return inside && at(volume, x, y, z) != 0;
  };
  for_each_element(volume.extent, [&](int x, int y, int z) {
    if (!is_set(x, y, z)) return;
    const int neighbors = is_set(x - 1, y, z) + is_set(x + 1, y, z) + is_set(x, y - 1, z) + is_set(x, y + 1, z) +
                          is_set(x, y, z - 1) + is_set(x, y, z + 1);
    ends += neighbors == 1 ? 1 : 0;
    branches = branches || neighbors > 2;
  });
  return count_in_space(volume, Connectivity::six) == 1 && ends == 2 && !branches;
}

/// FNV-1a, 64 bits.
std::uint64_t hash_of_volume(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 1099511628211U;
  return hash;
}

}  // namespace

TEST_CASE("noise in space has its density and blocks of its granularity", "[host][generate][volumes]") {
  for (const double wanted : {0.1, 0.5, 0.8}) {
    CHECK(std::abs(density(make_volume("noise", {64, 48, 40}, {.density = wanted})) - wanted) < 0.01);
  }
  CHECK(count_set(make_volume("noise", {9, 8, 7}, {.density = 0.0})) == 0);
  CHECK(density(make_volume("noise", {9, 8, 7}, {.density = 1.0})) == 1.0);
  const Image blocks = make_volume("noise", {20, 14, 11}, {.seed = 3, .granularity = 4});
  const Image cells = make_volume("noise", {5, 4, 3}, {.seed = 3});
  bool equal = true;
  for_each_element(blocks.extent, [&](int x, int y, int z) {
    equal = equal && at(blocks, x, y, z) == at(cells, x / 4, y / 4, z / 4);
  });
  CHECK(equal);
  // Most of the foreground percolates above a density of 0.1 with 26 neighbours, and above 0.31 with 6.
  CHECK(count_in_space(make_volume("noise", {40, 40, 40}, {.density = 0.4})) < 5);
  CHECK(count_in_space(make_volume("noise", {40, 40, 40}, {.density = 0.02})) > 800);
}

TEST_CASE("kinds of images and volumes are the same in one slice", "[host][generate][volumes]") {
  for (const char* kind : {"noise", "spiral", "checkerboard", "cells", "full", "empty"}) {
    for (const int granularity : {1, 5}) {
      CAPTURE(kind, granularity);
      const GenerateOptions options{.seed = 4, .granularity = granularity};
      CHECK(make_volume(kind, {43, 31, 1}, options).bytes == make_image(kind, {43, 31}, options).bytes);
    }
  }
}

TEST_CASE("balls are balls", "[host][generate][volumes]") {
  const Extent extent{64, 64, 64};
  for (unsigned seed = 1; seed < 9; ++seed) {
    const Image ball =
        make_volume("balls", extent, {.seed = seed, .bodies = 64, .least_radius = 5, .largest_radius = 9});
    std::mt19937 random(seed);
    const int x0 = static_cast<int>(random() % 64);
    const int y0 = static_cast<int>(random() % 64);
    const int z0 = static_cast<int>(random() % 64);
    const int radius = 5 + static_cast<int>(random() % 5);
    std::int64_t wrong = 0;
    for_each_element(extent, [&](int x, int y, int z) {
      const bool inside = (x - x0) * (x - x0) + (y - y0) * (y - y0) + (z - z0) * (z - z0) <= radius * radius;
      wrong += inside == (at(ball, x, y, z) != 0) ? 0 : 1;
    });
    CHECK(wrong == 0);
  }
  CHECK(count_set(make_volume("balls", extent, {.bodies = 63})) == 0);
  // A few balls lie apart, many overlap.
  CHECK(count_in_space(make_volume("balls", {128, 128, 128}, {.bodies = 80, .largest_radius = 6})) == 10);
  CHECK(count_in_space(make_volume("balls", {128, 128, 128}, {.bodies = 8000})) < 10);
}

TEST_CASE("tubes are as long as the way between two points", "[host][generate][volumes]") {
  for (unsigned seed = 1; seed < 9; ++seed) {
    const Image tube = make_volume("tubes", {64, 64, 64}, {.seed = seed, .bodies = 64});
    std::mt19937 random(seed);
    int ends[2][3];
    for (auto& end : ends) {
      for (int& coordinate : end) coordinate = static_cast<int>(random() % 64);
    }
    CAPTURE(seed);
    CHECK(count_in_space(tube, Connectivity::six) == 1);
    for (const auto& end : ends) CHECK(at(tube, end[0], end[1], end[2]) != 0);
    const double length = std::hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1], ends[0][2] - ends[1][2]);
    CHECK(static_cast<double>(count_set(tube)) > 2.0 * length);           // radius 1: 5 elements across
    CHECK(static_cast<double>(count_set(tube)) < 45.0 * (length + 7.0));  // radius 3: at most 37
  }
}

TEST_CASE("the gyroid is one labyrinth that repeats", "[host][generate][volumes]") {
  const Image volume = make_volume("gyroid", {64, 64, 64});
  const double pi = std::acos(-1.0);
  std::int64_t wrong = 0;
  for_each_element(volume.extent, [&](int x, int y, int z) {
    const auto s = [&](int k) { return std::sin(k * pi / 16.0); };
    const auto c = [&](int k) { return std::cos(k * pi / 16.0); };
    const double value = s(x) * c(y) + s(y) * c(z) + s(z) * c(x);
    if (std::abs(value - 0.6) < 1e-3) return;
    wrong += (value > 0.6) == (at(volume, x, y, z) != 0) ? 0 : 1;
  });
  CHECK(wrong == 0);
  CHECK(std::abs(density(volume) - 0.3) < 0.02);
  // Whole, but for what the walls cut off.
  const std::vector<Component> components = reference(volume, {.connectivity = Connectivity::twenty_six}).components;
  const auto largest = std::max_element(components.begin(), components.end(),
                                        [](const Component& a, const Component& b) { return a.area < b.area; });
  CHECK(static_cast<double>(largest->area) > 0.95 * static_cast<double>(count_set(volume)));
}

TEST_CASE("the Hilbert curve is one path through a cube", "[host][generate][volumes]") {
  for (const int side : {2, 4, 8, 16, 32}) {
    CAPTURE(side);
    const Image curve = make_volume("hilbert", {side, side, side});
    const std::int64_t cells = std::int64_t{side} * side * side / 8;
    CHECK(count_set(curve) == 2 * cells - 1);
    CHECK(count_in_space(curve) == 1);
    if (side > 2) CHECK(is_a_path(curve));
  }
  // Other volumes have pieces of it.
  const Image cut = make_volume("hilbert", {20, 13, 9});
  const Image whole = make_volume("hilbert", {32, 32, 32});
  std::int64_t wrong = 0;
  for_each_element(cut.extent, [&](int x, int y, int z) {
    const bool is_last = x == 19 || y == 12 || z == 8;  // elements that lead out of the volume
    wrong += is_last || at(cut, x, y, z) == at(whole, x, y, z) ? 0 : 1;
  });
  CHECK(wrong == 0);
  CHECK(count_in_space(cut) > 1);
}

TEST_CASE("the spiral is one path through all slices", "[host][generate][volumes]") {
  for (const Extent extent : {Extent{31, 31, 31}, {32, 20, 9}, {21, 33, 12}, {64, 9, 5}}) {
    CAPTURE(extent);
    const Image spiral = make_volume("spiral", extent);
    CHECK(is_a_path(spiral));
    CHECK(count_in_space(spiral) == 1);
    CHECK(density(spiral) > 0.2);
  }
}

TEST_CASE("the checkerboard in space touches at edges and corners alone", "[host][generate][volumes]") {
  for (const int granularity : {1, 3}) {
    const Image volume = make_volume("checkerboard", {15, 12, 9}, {.granularity = granularity});
    const int blocks = 15 / granularity * (12 / granularity) * (9 / granularity);
    CHECK(count_in_space(volume, Connectivity::six) == static_cast<std::uint32_t>((blocks + 1) / 2));
    CHECK(count_in_space(volume, Connectivity::eighteen) == 1);
    CHECK(density(volume) == 0.5);
  }
}

TEST_CASE("cells in space have one value each", "[host][generate][volumes]") {
  const Image volume = make_volume("cells", {64, 64, 64}, {.granularity = 16});
  CHECK(std::all_of(volume.bytes.begin(), volume.bytes.end(), [](int value) { return value > 0 && value < 252; }));
  // 4 x 4 x 4 cells, and those around them whose sites reach into the volume; a few touch one of their value.
  const std::uint32_t cells = count_in_space(volume, Connectivity::six, Equal{});
  CHECK(cells > 64);
  CHECK(cells < 216);
  // As far as a cell reaches: its site lies in the grid's cell of an element, or in one around it.
  const std::vector<Component> components =
      reference(volume, {.connectivity = Connectivity::six, .criterion = Equal{}}).components;
  CHECK(std::all_of(components.begin(), components.end(), [](const Component& one) {
    const Extent extent = extent_of(one.box);
    return std::max({extent.width, extent.height, extent.depth}) <= 48;
  }));
}

TEST_CASE("full and empty volumes", "[host][generate][volumes]") {
  CHECK(density(make_volume("full", {7, 5, 3})) == 1.0);
  CHECK(count_set(make_volume("empty", {7, 5, 3})) == 0);
}

TEST_CASE("generate_volume() makes volumes of every small extent", "[host][generate][volumes]") {
  for (const host::GenerateKind& kind : host::volume_kinds()) {
    const bool may_be_empty = kind.name == "noise" || kind.name == "gyroid" || kind.name == "empty";
    for (const Extent extent : {Extent{1, 1, 1}, {1, 1, 9}, {1, 9, 1}, {9, 1, 1}, {2, 2, 2}, {3, 1, 70}, {1, 70, 3}}) {
      CAPTURE(kind.name, extent);
      const Image volume = make_volume(kind.name, extent, {.bodies = 1 << 25});
      if (!may_be_empty) CHECK(count_in_space(volume) > 0);
    }
  }
}

TEST_CASE("generate_volume() makes the same bytes on every machine", "[host][generate][volumes]") {
  std::vector<std::string> hashes;
  for (const host::GenerateKind& kind : host::volume_kinds()) {
    const Image volume = make_volume(kind.name, {67, 45, 53}, {.granularity = 3, .bodies = 2000});
    hashes.push_back(kind.name + " " + std::to_string(hash_of_volume(volume.bytes)));
  }
  CHECK(hashes == std::vector<std::string>{"noise 8214103259526811007", "balls 10512031650464670270",
                                           "tubes 2681468266678782153", "gyroid 3707542985020443287",
                                           "hilbert 9946383255318562951", "spiral 1929456936475167324",
                                           "checkerboard 11048724128615307692", "cells 11611096963420213384",
                                           "full 1363431918517774564", "empty 9924880117957001463"});
}

TEST_CASE("generate_volume() refuses what it cannot make", "[host][generate][volumes]") {
  const auto message = [](const std::string& kind, Extent extent, const GenerateOptions& options = {},
                          ErrorCode code = ErrorCode::invalid_argument) {
    const Result<Image> volume = host::generate_volume(kind, extent, options);
    REQUIRE_FALSE(volume);
    CHECK(volume.error().code == code);
    return volume.error().message;
  };
  CHECK(message("text", {4, 4, 4}) ==
        "cannot generate: \"text\" is a kind of images; give a size of two sides, as 640x480, or a kind of volumes: "
        "noise, balls, tubes, gyroid, hilbert, spiral, checkerboard, cells, full, empty");
  CHECK(message("nose", {4, 4, 4}) ==
        "cannot generate: there is no kind \"nose\"; the kinds are noise, balls, tubes, gyroid, hilbert, spiral, "
        "checkerboard, cells, full, empty");
  CHECK(message("full", {4, 4, 0}) ==
        "cannot generate: the size 4x4x0 has no elements; all sides have to be at least 1");
  CHECK(message("balls", {4, 4, 4}, {.bodies = -1}) ==
        "cannot generate: there cannot be -1 bodies; the number has to be at least 0");
  CHECK(message("balls", {4, 4, 4}, {.least_radius = 9, .largest_radius = 8}) ==
        "cannot generate: radii from 9 to 8 are none; they have to be in order, and at least 0");
  CHECK(message("full", {1 << 30, 1 << 30, 1 << 30}, {}, ErrorCode::too_large) ==
        "cannot generate: the size 1073741824x1073741824x1073741824 is above 17179869184 elements; ask for a smaller "
        "one");
  const Result<Image> image = host::generate("balls", {4, 4});
  REQUIRE_FALSE(image);
  CHECK_THAT(image.error().message,
             Catch::Matchers::StartsWith("cannot generate: \"balls\" is a kind of volumes; give a size of three sides, "
                                         "as 64x64x64, or a kind of images: noise, columns, "));
}

TEST_CASE("generate() makes the volume where the extent has several slices", "[host][generate][volumes]") {
  for (const host::GenerateKind& kind : host::volume_kinds()) {
    CAPTURE(kind.name);
    const GenerateOptions options{.seed = 5, .bodies = 1 << 20};
    const Result<Image> volume = host::generate(kind.name, {9, 8, 7}, options);
    REQUIRE(volume);
    CHECK(*volume == make_volume(kind.name, {9, 8, 7}, options));
    CHECK(host::check_generate(kind.name, {9, 8, 7}, options));
  }
  CHECK_FALSE(host::check_generate("text", {9, 8, 7}, {}));
}

}  // namespace glccl::tests
