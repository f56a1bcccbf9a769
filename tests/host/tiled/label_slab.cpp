// Slabs that are labeled at the same time, by a thread each, against cpu-serial on the whole.
#include "host/tiled/label_slab.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "host/tiled/contraction.hpp"
#include "tests/host/tiled/label_by_threads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using host::tiled::LabeledSlab;

host::SolveSlab cpu_fast(int) { return host::solve_by_cpu_fast(1); }

/// The first difference from cpu-serial, of all numbers of slabs; empty if there is none.
std::string differs_by_threads(const Image& image, const LabelingSpec& spec) {
  const LabeledImage expected = reference(image, spec);
  const int planes = host::planes_of(image.extent);
  for (const int count : {1, 2, 3, 4, 7, planes}) {
    if (count > planes) continue;
    LabeledImage actual{{image.extent, {}}, {}};
    const bool wide_labels = count == 3;
    for (const auto& result : label_by_threads(image, spec, count, cpu_fast, wide_labels)) {
      REQUIRE(result.has_value());
      REQUIRE(*result);
      const LabeledSlab& slab = **result;
      actual.labels.values.insert(actual.labels.values.end(), slab.labels.values.begin(), slab.labels.values.end());
      for (const std::uint64_t label : slab.wide_labels) {
        actual.labels.values.push_back(static_cast<std::uint32_t>(label));
      }
      actual.components.insert(actual.components.end(), slab.components.begin(), slab.components.end());
      if (slab.all_components != expected.components.size()) return std::to_string(count) + " slabs: another count";
    }
    std::string difference = first_difference(actual.labels, expected.labels);
    if (difference.empty()) difference = first_difference(actual.components, expected.components);
    if (!difference.empty()) return std::to_string(count) + " slabs: " + difference;
  }
  return {};
}

}  // namespace

TEST_CASE("slabs that are labeled at the same time have the labels and rows of cpu-serial", "[host][slow][tiled]") {
  const std::vector<Criterion> criteria = {Foreground{}, Equal{}, Difference{1.0}, Equal{std::nullopt}};
  for (unsigned index = 0; index < 500; ++index) {
    std::mt19937 random(index);
    const auto side = [&](int most) { return static_cast<int>(1 + random() % static_cast<unsigned>(most)); };
    const bool is_volume = index % 2 != 0;
    const Extent extent = is_volume ? Extent{side(9), side(9), 1 + side(12)} : Extent{side(30), side(20)};
    const Image image = random_values(extent, PixelFormat::u8, static_cast<unsigned>(2 + random() % 3), index);
    const Connectivity connectivity =
        is_volume ? connectivities_of_space[index / 2 % 3] : connectivities[index / 2 % 2];
    const LabelingSpec spec{.connectivity = connectivity, .criterion = criteria[index / 6 % criteria.size()]};
    CAPTURE(index, extent, spec);
    CHECK(differs_by_threads(image, spec) == "");
  }
}

TEST_CASE("slabs that are labeled at the same time are exact where borders are at their worst", "[host][tiled]") {
  for (const char* kind : {"comb", "spiral", "serpentine", "checkerboard", "maze", "full", "empty"}) {
    CAPTURE(kind);
    const Image image = make_image(kind, {33, 40});
    Image turned{{40, 33}, image.format, std::vector<std::uint8_t>(image.bytes.size())};
    for (std::size_t i = 0; i < image.bytes.size(); ++i) turned.bytes[i % 33 * 40 + i / 33] = image.bytes[i];
    for (const Connectivity connectivity : connectivities) {
      CHECK(differs_by_threads(image, {connectivity}) == "");
      CHECK(differs_by_threads(turned, {connectivity}) == "");
    }
  }
  for (const Image& volume : {corner_lattice({7, 8, 21}), make_image("hilbert", {16, 16, 16})}) {
    for (const Connectivity connectivity : connectivities_of_space)
      CHECK(differs_by_threads(volume, {connectivity}) == "");
  }
}

TEST_CASE("a slab holds the components of a few planes, however many slabs there are", "[host][tiled]") {
  for (const int slabs : {4, 16, 64}) {
    const Image image = make_image("noise", {64, 4 * slabs}, {.density = 0.4});
    for (const auto& result : label_by_threads(image, {}, slabs, cpu_fast)) {
      REQUIRE(result.has_value());
      REQUIRE(*result);
      // A row has at most 32 runs; a slab has two rows at its borders, and a join has two slabs or intervals.
      CHECK((*result)->border_components <= 2 * 32);
      CHECK((*result)->largest_join <= 4 * 32);
      CHECK(1 << (*result)->rounds <= slabs);
    }
  }
}

TEST_CASE("slabs are nearly equal and cover all planes", "[host][tiled]") {
  for (const int planes : {1, 2, 7, 10, 64}) {
    for (int count = 1; count <= planes; ++count) {
      int next = 0;
      for (int place = 0; place < count; ++place) {
        const auto slab = host::tiled::slab_place(planes, count, place);
        CHECK(slab.first == next);
        CHECK((slab.planes == planes / count || slab.planes == planes / count + 1));
        next += slab.planes;
      }
      CHECK(next == planes);
    }
  }
}

TEST_CASE("the error of one slab ends all of them", "[host][tiled]") {
  const Image image = make_image("noise", {20, 30});
  for (const int broken_height : {10, 2}) {  // that of a slab, and of the planes beside a seam
    const auto solver = [&](int place) -> host::SolveSlab {
      return [=, solve = cpu_fast(0)](const ImageView& slab, const LabelingSpec& spec, bool measured,
                                      host::SlabSolution& solution) {
        if (place == 2 && slab.extent.height == broken_height) {
          return Result<void>(Error{ErrorCode::gpu, "the device is lost"});
        }
        return solve(slab, spec, measured, solution);
      };
    };
    for (const auto& result : label_by_threads(image, {}, 3, solver)) {
      REQUIRE(result.has_value());
      REQUIRE_FALSE(*result);
      CHECK(result->error().message == "slab 2: the device is lost");
    }
  }
}

}  // namespace glccl::tests
