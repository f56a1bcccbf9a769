// host::measure_seams(), unwrapped_box() and unwrapped_centroid(): cases by hand, and random images against a search of
// all neighbours and against images that are shifted until a component crosses no seam.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/seams.hpp"
#include "glccl/seams.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

int wrap(int coordinate, int size) { return (coordinate + size) % size; }

std::uint32_t label_at(const LabelImage& labels, const Position& at) {
  return labels.values[static_cast<std::size_t>(place_of(at, labels.extent))];
}

/// The axes whose seams components cross, by a look at all neighbours of all elements.
std::vector<PeriodicAxes> find_crossing(const LabelImage& labels, Connectivity connectivity,
                                        const PeriodicAxes& periodic, std::size_t components) {
  const auto& [width, height, depth] = labels.extent;
  const int most = connectivity == Connectivity::four || connectivity == Connectivity::six ? 1
                   : connectivity == Connectivity::twenty_six                              ? 3
                                                                                           : 2;
  std::vector<PeriodicAxes> crossing(components);
  for (int i = 0; i < width * height * depth; ++i) {
    const Position at{i % width, i / width % height, i / width / height};
    const std::uint32_t label = label_at(labels, at);
    for (int j = 0; label != 0 && j < 27; ++j) {
      const Position step{j % 3 - 1, j / 3 % 3 - 1, j / 9 - 1};
      const int differ = std::abs(step.x) + std::abs(step.y) + std::abs(step.z);
      if (differ == 0 || differ > most) continue;
      const Position to{at.x + step.x, at.y + step.y, at.z + step.z};
      const bool x = to.x < 0 || to.x >= width;
      const bool y = to.y < 0 || to.y >= height;
      const bool z = to.z < 0 || to.z >= depth;
      if ((x && !periodic.x) || (y && !periodic.y) || (z && !periodic.z)) continue;
      if (label_at(labels, {wrap(to.x, width), wrap(to.y, height), wrap(to.z, depth)}) != label) continue;
      PeriodicAxes& found = crossing[label - 1];
      found = {found.x || x, found.y || y, found.z || z};
    }
  }
  return crossing;
}

std::vector<Seams> seams_of(const LabelImage& labels, Connectivity connectivity, const PeriodicAxes& periodic,
                            std::size_t components) {
  std::vector<Measurements> rows(components);
  host::measure_seams(labels, connectivity, periodic, rows);
  std::vector<Seams> seams;
  for (const Measurements& row : rows) seams.push_back(row.seams);
  return seams;
}

/// The image with the element `first` at its beginning.
host::Image shifted(const host::Image& image, const Position& first) {
  const auto& [width, height, depth] = image.extent;
  host::Image moved = image;
  for (int i = 0; i < width * height * depth; ++i) {
    const Position from{wrap(i % width + first.x, width), wrap(i / width % height + first.y, height),
                        wrap(i / width / height + first.z, depth)};
    moved.bytes[static_cast<std::size_t>(i)] = image.bytes[static_cast<std::size_t>(place_of(from, image.extent))];
  }
  return moved;
}

/// Compares an unwrapped component with the same one in the image that is shifted to the begin of its box.
void check_shifted(const host::Image& image, const LabelingSpec& spec, const Component& component, const Seams& seams) {
  const Box box = *unwrapped_box(component, seams, image.extent);
  const UnwrappedCentroid centroid = *unwrapped_centroid(component, seams, image.extent);
  const Position first{crosses_seam(seams.x) ? box.x0 : 0, crosses_seam(seams.y) ? box.y0 : 0,
                       crosses_seam(seams.z) ? box.z0 : 0};
  const LabeledImage found = reference(shifted(image, first), spec);
  const auto& [width, height, depth] = image.extent;
  const int x = static_cast<int>(component.first % static_cast<std::uint64_t>(width));
  const int y =
      static_cast<int>(component.first / static_cast<std::uint64_t>(width) % static_cast<std::uint64_t>(height));
  const int z =
      static_cast<int>(component.first / static_cast<std::uint64_t>(width) / static_cast<std::uint64_t>(height));
  const Position at{wrap(x - first.x, width), wrap(y - first.y, height), wrap(z - first.z, depth)};
  const Component& same = found.components.at(label_at(found.labels, at) - 1);
  CHECK(same.area == component.area);
  CHECK(same.box == Box{box.x0 - first.x, box.y0 - first.y, box.x1 - first.x, box.y1 - first.y, box.z0 - first.z,
                        box.z1 - first.z});
  const auto area = static_cast<double>(same.area);
  CHECK(std::abs(static_cast<double>(same.sum_x) / area - (centroid.x - first.x)) < 1e-12);
  CHECK(std::abs(static_cast<double>(same.sum_y) / area - (centroid.y - first.y)) < 1e-12);
  CHECK(std::abs(static_cast<double>(same.sum_z) / area - (centroid.z - first.z)) < 1e-12);
}

/// An image of one component with periodic axes x and y, and its unwrapped box.
struct UnwrappedCase {
  const char* name;
  std::vector<std::string> rows;
  bool crosses_x;
  bool crosses_y;
  std::optional<Box> box;
};

const UnwrappedCase unwrapped_cases[] = {
    {"far from seams", {".....", ".##..", "....."}, false, false, Box{1, 1, 2, 1}},
    {"at an end", {"##...", ".....", "....."}, false, false, Box{0, 0, 1, 0}},
    {"two parts", {".....", "##..#", "....."}, true, false, Box{4, 1, 6, 1}},
    {"a pixel at each end", {".....", "#...#", "....."}, true, false, Box{4, 1, 5, 1}},
    {"two pixels of two", {"##", ".."}, true, false, std::nullopt},
    {"around an axis", {".....", "#####", "....."}, true, false, std::nullopt},
    {"the four corners", {"#..#", "....", "....", "#..#"}, true, true, Box{3, 3, 4, 4}},
    {"opposite corners", {"#...", "....", "....", "...#"}, true, true, Box{3, 3, 4, 4}},
    {"beyond the middle", {"####..#"}, true, true, std::nullopt},
    {"up to the middle", {".......", "###...#", "......."}, true, false, Box{6, 1, 9, 1}},
};

}  // namespace

TEST_CASE("unwrapped boxes put the parts of a component side by side", "[host][seams]") {
  for (const UnwrappedCase& one : unwrapped_cases) {
    CAPTURE(one.name);
    const LabelingSpec spec{.connectivity = Connectivity::eight, .periodic = {.x = true, .y = true}};
    const LabeledImage labeled = reference(draw(one.rows), spec);
    REQUIRE(labeled.components.size() == 1);
    const Seams seams = seams_of(labeled.labels, spec.connectivity, spec.periodic, 1).at(0);
    CHECK(crosses_seam(seams.x) == one.crosses_x);
    CHECK(crosses_seam(seams.y) == one.crosses_y);
    CHECK(seams.z == AxisSeam());
    CHECK(unwrapped_box(labeled.components[0], seams, labeled.labels.extent) == one.box);
    CHECK(unwrapped_centroid(labeled.components[0], seams, labeled.labels.extent).has_value() == one.box.has_value());
  }
}

TEST_CASE("axes that are not periodic have no seams", "[host][seams]") {
  const LabelImage labels{{3, 1}, {1, 1, 1}};
  CHECK(seams_of(labels, Connectivity::four, {}, 1).at(0) == Seams());
  CHECK(seams_of(labels, Connectivity::four, {.z = true}, 1).at(0) == Seams());
  CHECK(seams_of({{2, 1}, {0, 0}}, Connectivity::four, {.x = true}, 0).empty());
}

TEST_CASE("unwrapped components are those of a shifted image", "[host][seams]") {
  unsigned seed = 0;
  std::size_t unwrapped = 0;
  std::size_t around = 0;
  for (const Extent& extent : {Extent{1, 1}, Extent{2, 3}, Extent{12, 9}, Extent{17, 1}, Extent{5, 4, 3},
                               Extent{7, 6, 8}, Extent{40, 11}, Extent{23, 30}, Extent{9, 14, 10}}) {
    const bool in_space = extent.is_volume();
    for (const PeriodicAxes& periodic : {PeriodicAxes{.x = true}, PeriodicAxes{.x = true, .y = true},
                                         PeriodicAxes{false, true, in_space}, PeriodicAxes{true, true, in_space}}) {
      for (const Connectivity connectivity :
           in_space ? std::vector(std::begin(connectivities_of_space), std::end(connectivities_of_space))
                    : std::vector(std::begin(connectivities), std::end(connectivities))) {
        ++seed;
        host::Image image = random_values(extent, PixelFormat::u8, 2 + seed % 5, seed);
        for (std::uint8_t& byte : image.bytes) byte = byte == 1 ? 1 : 0;
        CAPTURE(extent, periodic.x, periodic.y, periodic.z, connectivity, seed);
        const LabelingSpec spec{.connectivity = connectivity, .periodic = periodic};
        const LabeledImage labeled = reference(image, spec);
        const std::size_t count = labeled.components.size();
        const std::vector<Seams> seams = seams_of(labeled.labels, connectivity, periodic, count);
        const std::vector<PeriodicAxes> crossing = find_crossing(labeled.labels, connectivity, periodic, count);
        REQUIRE(seams.size() == count);
        for (std::size_t i = 0; i < count; ++i) {
          const auto& [x, y, z] = seams[i];
          CHECK(PeriodicAxes{crosses_seam(x), crosses_seam(y), crosses_seam(z)} == crossing[i]);
          if (!crossing[i].any()) continue;
          const bool has_box = unwrapped_box(labeled.components[i], seams[i], extent).has_value();
          ++(has_box ? unwrapped : around);
          if (has_box) check_shifted(image, spec, labeled.components[i], seams[i]);
        }
      }
    }
  }
  CHECK(unwrapped > 50);
  CHECK(around > 5);
}

}  // namespace glccl::tests
