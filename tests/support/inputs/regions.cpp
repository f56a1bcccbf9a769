#include "tests/support/inputs/regions.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>

#include "tests/support/inputs/frames.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Every `period`-th element as a component of its own.
LabelImage dots(Extent extent, std::size_t period) {
  LabelImage labels{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < labels.values.size(); i += period) labels.values[i] = ++next;
  return labels;
}

LabelImage plain(Extent extent, std::uint32_t label) {
  return {extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()), label)};
}

LabelImage noise(Extent extent, double density, std::uint32_t seed) {
  return changing_noise(extent, density, 1, seed).front();
}

/// Labels of Numbering::root: large, and any.
LabelImage rooted(LabelImage labels) {
  for (std::uint32_t& label : labels.values) label = label == 0 ? 0 : 0xFFFFFFFFU - label * 4096U;
  return labels;
}

RegionCase make_case(std::string name, LabelImage labels, const RegionOptions& options = all_regions()) {
  const Extent extent = labels.extent;
  const std::uint32_t components = components_of(labels);
  return {std::move(name), std::move(labels), components, scattered_seeds(extent, 20, 7), options};
}

/// Capacities that the labels of make_case() meet, but for `less` of them.
RegionCase make_tight(const std::string& name, const LabelImage& labels, std::uint32_t fewer_components,
                      std::uint32_t fewer_elements, std::uint32_t fewer_runs, std::uint32_t runs) {
  RegionOptions options = all_regions(components_of(labels) - fewer_components);
  options.max_elements =
      static_cast<std::uint32_t>(labels.values.size() - std::count(labels.values.begin(), labels.values.end(), 0U)) -
      fewer_elements;
  options.max_runs = runs - fewer_runs;
  return make_case(name, labels, options);
}

}  // namespace

RegionOptions all_regions(std::uint32_t max_components) {
  RegionOptions options;
  options.max_seeds = 1000;
  options.selection_mask = true;
  options.selection_labels = true;
  options.boundaries = true;
  options.max_components = max_components;
  return options;
}

std::vector<Position> scattered_seeds(Extent extent, int count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int side) { return static_cast<int>(random() % static_cast<unsigned>(side + 2)) - 1; };
  std::vector<Position> seeds;
  for (int i = 0; i < count; ++i) {
    const int x = draw(extent.width);
    const int y = draw(extent.height);
    seeds.push_back({x, y, extent.is_volume() ? draw(extent.depth) : 0});
    if (i % 5 == 4) seeds.push_back(seeds[static_cast<std::size_t>(i) / 2]);
  }
  seeds.push_back({0, 0, extent.depth});
  seeds.push_back({0, 0, 0});
  return seeds;
}

std::vector<RegionCase> region_cases() {
  const LabelImage discs = moving_discs({130, 70}, 12, 1, 3).front();
  const LabelImage pairs = dots({6, 1}, 2);  // 3 components, elements and runs
  std::vector<RegionCase> cases = {
      make_case("one element of background", plain({1, 1}, 0)),
      make_case("one element", plain({1, 1}, 1), all_regions(1)),
      make_case("background", plain({70, 40}, 0)),
      make_case("one component with runs of full length", plain({257, 9}, 1)),
      make_case("discs", discs),
      make_case("noise", noise({61, 47}, 0.5, 1)),
      make_case("a row", noise({1300, 1}, 0.4, 2)),
      make_case("a column", noise({1, 700}, 0.4, 3)),
      make_case("a volume", noise({18, 9, 7}, 0.3, 4)),
      make_case("a deep volume", noise({3, 2, 150}, 0.3, 5)),
      make_case("every element a component", dots({50, 41}, 1)),
      make_case("labels of Numbering::root", rooted(discs)),
      make_case("more components than the capacity", dots({50, 41}, 1), all_regions(1000)),
      make_tight("capacities that are met", pairs, 0, 0, 0, 3),
      make_tight("a component too many", pairs, 1, 0, 0, 3),
      make_tight("an element too many", pairs, 0, 1, 0, 3),
      make_tight("a run too many", pairs, 0, 0, 1, 3),
      make_tight("too much of all", pairs, 1, 1, 1, 3),
  };
  for (RegionCase& each : cases) {
    if (each.name == "every element a component") each.options.max_runs = 2050;
    if (each.name == "labels of Numbering::root") each.components = 0;
  }
  cases.push_back(make_case("labels above the number of components", discs));
  cases.back().components = 2;
  cases.push_back(make_case("components without elements", discs));
  cases.back().components += 300;
  cases.push_back(make_case("no elements of all components", plain({5, 4}, 0)));
  cases.back().components = 600;
  cases.push_back(make_case("labels without numbers between", plain({9, 4}, 500)));
  cases.push_back(make_case("many seeds", noise({61, 47}, 0.3, 8)));
  cases.back().seeds = scattered_seeds(cases.back().labels.extent, 700, 9);
  cases.push_back(make_case("no seeds", discs));
  cases.back().seeds.clear();
  return cases;
}

std::vector<RegionCase> large_region_cases() {
  RegionCase dense = make_case("70000 components", dots({350, 200}, 1), all_regions(1U << 17));
  dense.options.max_runs = 70000;
  return {dense, make_case("many chunks of runs", noise({500, 300}, 0.4, 6), all_regions(1U << 15))};
}

std::vector<Connectivity> connectivities_of(Extent extent) {
  if (!extent.is_volume()) return {Connectivity::four, Connectivity::eight, Connectivity::twenty_six};
  return {std::begin(connectivities_of_space), std::end(connectivities_of_space)};
}

}  // namespace glccl::tests
