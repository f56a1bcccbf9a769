// Selections by seeds, boundaries and lists on the CPU: the rules of glccl/region_results.hpp, case by case.
#include "glccl/host/regions.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/regions.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Labels from digits; every other character is background.
LabelImage labels_of(const std::vector<std::string>& rows) {
  LabelImage labels{{static_cast<int>(rows[0].size()), static_cast<int>(rows.size())}, {}};
  for (const std::string& row : rows) {
    for (const char each : row) labels.values.push_back(each >= '1' && each <= '9' ? each - '0' : 0);
  }
  return labels;
}

/// The same the other way round, of an image.
template <class Values>
std::vector<std::string> to_rows(const Values& values, Extent extent) {
  std::vector<std::string> rows(static_cast<std::size_t>(extent.height));
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows[i / static_cast<std::size_t>(extent.width)] += values[i] == 0 ? '.' : static_cast<char>('0' + values[i]);
  }
  return rows;
}

struct BoundaryCase {
  const char* name;
  std::vector<std::string> labels;
  Connectivity connectivity;
  std::vector<std::string> boundaries;
};

}  // namespace

TEST_CASE("select() numbers components in the order of their seeds", "[host][regions]") {
  const LabelImage labels = labels_of({"11.22", "1..22", "...3.", "44444"});
  struct Case {
    const char* name;
    std::vector<Position> seeds;
    std::vector<SeedRow> rows;
    std::vector<std::string> selection;
  };
  const std::vector<Case> cases = {
      {"no seeds", {}, {}, {".....", ".....", ".....", "....."}},
      {"one seed", {{4, 1}}, {{2, 1}}, {"...11", "...11", ".....", "....."}},
      {"the order of the seeds", {{0, 3}, {0, 0}}, {{4, 1}, {1, 2}}, {"22...", "2....", ".....", "11111"}},
      {"two seeds in one component",
       {{3, 2}, {1, 0}, {3, 2}, {0, 0}},
       {{3, 1}, {1, 2}, {3, 1}, {1, 2}},
       {"22...", "2....", "...1.", "....."}},
      {"background and outside",
       {{2, 0}, {-1, 0}, {0, -1}, {5, 0}, {0, 4}, {0, 0, 1}, {0, 0, -1}, {3, 2}},
       {{}, {}, {}, {}, {}, {}, {}, {3, 1}},
       {".....", ".....", "...1.", "....."}},
  };
  for (const Case& each : cases) {
    CAPTURE(each.name);
    const Result<host::SelectedComponents> found = host::select(labels.values, labels.extent, each.seeds);
    REQUIRE(found);
    CHECK(found->report.seeds == each.rows);
    CHECK(to_rows(found->labels, labels.extent) == each.selection);
    std::uint32_t most = 0;
    for (const SeedRow& row : each.rows) most = std::max(most, row.number);
    CHECK(found->report.selected == most);
  }
}

TEST_CASE("boundaries() finds what scikit-image finds", "[host][regions]") {
  // Expected: skimage.segmentation.find_boundaries(mode="inner") of scikit-image 0.26, connectivity 1 and 2.
  const std::vector<BoundaryCase> cases = {
      {"the border of the image is none", {"111", "111", "111"}, Connectivity::eight, {"...", "...", "..."}},
      {"a square",
       {".....", ".111.", ".111.", ".111.", "....."},
       Connectivity::four,
       {".....", ".111.", ".1.1.", ".111.", "....."}},
      {"a corner, by edges", {"111", "111", "11."}, Connectivity::four, {"...", "..1", ".1."}},
      {"a corner, by corners", {"111", "111", "11."}, Connectivity::eight, {"...", ".11", ".1."}},
      {"two components that touch", {"1122", "1122"}, Connectivity::four, {".11.", ".11."}},
      {"6 is 4 in an image", {"111", "111", "11."}, Connectivity::six, {"...", "..1", ".1."}},
      {"26 is 8 in an image", {"111", "111", "11."}, Connectivity::twenty_six, {"...", ".11", ".1."}},
  };
  for (const BoundaryCase& each : cases) {
    CAPTURE(each.name);
    const LabelImage labels = labels_of(each.labels);
    const auto found = host::boundaries(labels.values, labels.extent, each.connectivity);
    REQUIRE(found);
    CHECK(to_rows(*found, labels.extent) == each.boundaries);
  }
}

TEST_CASE("boundaries() counts as many neighbours as asked in space", "[host][regions]") {
  const Extent extent{3, 3, 3};
  struct Case {
    Connectivity connectivity;
    std::uint32_t count;
  };
  for (const Case& each :
       std::vector<Case>{{Connectivity::six, 3}, {Connectivity::eighteen, 6}, {Connectivity::twenty_six, 7}}) {
    std::vector<std::uint32_t> labels(27, 1);
    labels[0] = 0;  // a corner, with 7 elements around it
    const auto found = host::boundaries(labels, extent, each.connectivity);
    REQUIRE(found);
    CHECK(std::count(found->begin(), found->end(), 1) == each.count);
  }
}

TEST_CASE("lists() lists the elements of each component", "[host][regions]") {
  for (const RegionCase& each : region_cases()) {
    CAPTURE(each.name);
    const auto found = host::lists(each.labels.values, each.labels.extent, each.components, each.options);
    REQUIRE(found);
    REQUIRE(found->offsets.size() == std::size_t{found->header.lists} + 1);
    CHECK(found->header.lists == (found->header.overflow == 0 ? each.components : 0));
    std::vector<std::vector<std::uint32_t>> expected(found->header.lists);
    for (std::uint32_t i = 0; i < each.labels.values.size(); ++i) {
      const std::uint32_t label = each.labels.values[i];
      if (label != 0 && label <= expected.size()) expected[label - 1].push_back(i);
    }
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      lists.emplace_back(found->places.begin() + found->offsets[i], found->places.begin() + found->offsets[i + 1]);
    }
    CHECK(lists == expected);
    CHECK(found->places.size() == found->offsets.back());
  }
}

TEST_CASE("lists() reports capacities that are exceeded", "[host][regions]") {
  const std::vector<std::pair<std::string, std::uint32_t>> expected = {
      {"capacities that are met", 0},
      {"a component too many", list_too_many_components},
      {"an element too many", list_too_many_elements},
      {"a run too many", list_too_many_runs},
      {"too much of all", list_too_many_components | list_too_many_elements | list_too_many_runs},
  };
  std::size_t found_cases = 0;
  for (const RegionCase& each : region_cases()) {
    for (const auto& [name, overflow] : expected) {
      if (each.name != name) continue;
      CAPTURE(name);
      ++found_cases;
      const auto found = host::lists(each.labels.values, each.labels.extent, each.components, each.options);
      CHECK(found->header.overflow == overflow);
      CHECK(found->header.elements == 3);
      CHECK(found->header.runs == 3);
    }
  }
  CHECK(found_cases == expected.size());
}

TEST_CASE("Foreground gives no more runs than runs_of() says", "[host][regions]") {
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    const host::Image image = random_image(i);
    const LabelImage labels = reference_labels(image);
    const std::uint32_t components = std::max(components_of(labels), 1U);
    const auto found = host::lists(labels.values, labels.extent, components, all_regions(components));
    CHECK((found->header.overflow & list_too_many_runs) == 0);
  }
}

TEST_CASE("regions refuse what they cannot make", "[host][regions]") {
  struct Case {
    Extent extent;
    RegionOptions options;
    std::string message;
  };
  const Extent extent{8, 4};
  const auto with = [](const auto& change) {
    RegionOptions options;
    change(options);
    return options;
  };
  const std::vector<Case> cases = {
      {{0, 4}, all_regions(), "regions of 0x4: each side is 1 or more"},
      {{1 << 16, 1 << 16}, all_regions(), "regions of 65536x65536: labels of 32 bits count up to 4294967294 elements"},
      {extent, {}, "regions of nothing: set max_seeds, boundaries, max_components, max_contacts or colours"},
      {extent, with([](RegionOptions& to) { to.boundaries = to.selection_mask = true; }),
       "regions with selections and 0 seeds: max_seeds is 1 or more"},
      {extent, with([](RegionOptions& to) { to.boundaries = true, to.max_runs = 1; }),
       "regions with lists of 0 components: max_components is 1 or more"},
      {extent, with([](RegionOptions& to) { to.max_seeds = 65537; }),
       "regions for 65537 seeds: 65536 is the largest number"},
      {extent, with([](RegionOptions& to) { to.max_components = 16777217; }),
       "regions for 16777217 components: 16777216 is the largest number"},
      {extent, with([](RegionOptions& to) { to.max_contacts = 16777217; }),
       "regions for 16777217 contacts: 16777216 is the largest number"},
  };
  for (const Case& each : cases) {
    const Result<void> status = check_regions(each.extent, each.options);
    REQUIRE_FALSE(status);
    CHECK(status.error().message == each.message);
  }
  CHECK(check_seeds(1, {}).error().message == "no selections: create the Regions with RegionOptions::max_seeds");
  CHECK(check_seeds(1001, all_regions()).error().message == "1001 seeds: these Regions take 1000");
  CHECK(check_seeds(1000, all_regions()));
  CHECK(*hops_of(Connectivity::full, {2, 2}) == 2);
  CHECK(*hops_of(Connectivity::full, {2, 2, 2}) == 3);
  CHECK(hops_of(Connectivity::eight, {2, 2, 2}).error().message ==
        "boundaries with connectivity 8 in 2x2x2: 6, 18 and 26 are for volumes");
  CHECK(hops_of(static_cast<Connectivity>(5), {2, 2}).error().message ==
        "boundaries with connectivity 5 in 2x2: 4 and 8 are for images");
  const std::vector<std::uint32_t> three(3);
  const std::string size = "3 labels of 8x4, which has 32 elements";
  CHECK(host::select(three, extent, {}).error().message == size);
  CHECK(host::boundaries(three, extent, Connectivity::four).error().message == size);
  CHECK(host::lists(three, extent, 1, all_regions()).error().message == size);
  CHECK(host::lists(three, extent, 1, with([](RegionOptions& to) { to.boundaries = true; })).error().message ==
        "no lists: set RegionOptions::max_components");
}

}  // namespace glccl::tests
