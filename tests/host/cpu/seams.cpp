// Periodic axes on the CPU: cpu-serial against a flood fill that goes on at the other end of an axis, and cases by
// hand.
#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "host/fast/fast_labeler.hpp"
#include "tests/host/cpu/flood_fill.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// All sets of axes.
std::vector<PeriodicAxes> all_axes(bool in_space) {
  std::vector<PeriodicAxes> all;
  for (int bits = 0; bits < (in_space ? 8 : 4); ++bits) {
    all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  }
  return all;
}

/// An image, and how many components it has with each set of axes: none, x, y, both.
struct SeamCase {
  const char* name;
  std::vector<std::string> rows;
  Connectivity connectivity;
  std::vector<std::size_t> components;
};

const SeamCase cases[] = {
    {"a pixel", {"#"}, Connectivity::eight, {1, 1, 1, 1}},
    {"two pixels of a row", {"#.#"}, Connectivity::four, {2, 1, 2, 1}},
    {"neighbours on both sides", {"##"}, Connectivity::four, {1, 1, 1, 1}},
    {"corners meet across both seams", {"#..", "...", "..#"}, Connectivity::eight, {2, 2, 2, 1}},
    {"corners that share no edge", {"#..", "...", "..#"}, Connectivity::four, {2, 2, 2, 2}},
    {"all corners", {"#.#", "...", "#.#"}, Connectivity::four, {4, 2, 2, 1}},
    {"a diagonal across a seam", {"#...", "...#", "...."}, Connectivity::eight, {2, 1, 2, 1}},
    {"the same with edges alone", {"#...", "...#", "...."}, Connectivity::four, {2, 2, 2, 2}},
    {"a row of one pixel", {"#", ".", "#", "#"}, Connectivity::eight, {2, 2, 1, 1}},
    {"far from the seam", {".....", "..#..", "....."}, Connectivity::eight, {1, 1, 1, 1}},
};

}  // namespace

TEST_CASE("components that meet across a seam are one", "[host]") {
  for (const SeamCase& one : cases) {
    const host::Image image = draw(one.rows);
    std::size_t i = 0;
    for (const PeriodicAxes& periodic : all_axes(false)) {
      CAPTURE(one.name, periodic.x, periodic.y);
      const LabelingSpec spec{.connectivity = one.connectivity, .periodic = periodic};
      CHECK(reference(image, spec).components.size() == one.components[i++]);
    }
  }
}

TEST_CASE("boxes and sums of joined components are those of the coordinates in the image", "[host]") {
  const LabeledImage labeled = reference(draw({"#..#", "....", ".#.."}), {.periodic = {.x = true}});
  REQUIRE(labeled.components.size() == 2);
  const Component& joined = labeled.components[0];
  CHECK(joined.box == Box{0, 0, 3, 0});
  CHECK(joined.area == 2);
  CHECK(joined.sum_x == 3);
  CHECK(joined.first == 0);
}

TEST_CASE("cpu-serial joins what a flood fill around periodic axes reaches", "[host]") {
  unsigned seed = 0;
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 9}, Extent{2, 3}, Extent{7, 5}, Extent{12, 2}, Extent{3, 2, 2},
                               Extent{5, 4, 3}, Extent{2, 1, 7}}) {
    const bool in_space = extent.is_volume();
    for (const PeriodicAxes& periodic : all_axes(in_space)) {
      for (const Connectivity connectivity :
           in_space ? std::vector(std::begin(connectivities_of_space), std::end(connectivities_of_space))
                    : std::vector(std::begin(connectivities), std::end(connectivities))) {
        for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{1.0})}) {
          const host::Image image = random_values(extent, PixelFormat::u8, 3, ++seed);
          CAPTURE(extent, periodic.x, periodic.y, periodic.z, connectivity, criterion, seed);
          const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion, .periodic = periodic};
          CHECK(first_difference(reference(image, spec).labels, flood_fill(image, connectivity, criterion, periodic)) ==
                "");
        }
      }
    }
  }
}

TEST_CASE("cpu-fast joins the rows of its table across seams", "[host]") {
  host::FastLabeler labeler({.threads = 2, .pixels_per_thread = 100});
  const host::Image image = make_image("noise", {90, 70}, {.seed = 2, .density = 0.45});
  const LabelingSpec spec{.connectivity = Connectivity::four, .periodic = {.x = true, .y = true}};
  LabeledImage found{{{3, 1}, {7, 7, 7}}, std::vector<Component>(5)};
  REQUIRE(labeler.label(image.view(), spec, found.labels, &found.components));
  check_labeled(found, reference(image, spec));
}

TEST_CASE("a periodic axis has no border", "[host]") {
  const Box box{0, 2, 3, 5, 1, 1};
  CHECK(touches_border(box, {9, 9, 4}));
  CHECK_FALSE(touches_border(box, {9, 9, 4}, {.x = true}));
  CHECK(touches_border(box, {9, 9, 4}, {.y = true, .z = true}));
  CHECK(touches_border({1, 1, 2, 8}, {9, 9}, {.x = true}));
  CHECK_FALSE(touches_border({0, 0, 8, 8}, {9, 9}, {.x = true, .y = true}));
}

}  // namespace glccl::tests
