// filter_components() against its definition, pixel by pixel.
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// The labels that a filter keeps, from nothing but the labels: areas are counted, and the border is walked.
LabelImage filter_by_definition(const Filter& filter, const LabelImage& labels) {
  std::map<std::uint32_t, std::uint64_t> areas;
  for (const std::uint32_t label : labels.values) {
    if (label != 0) ++areas[label];
  }
  const Extent& extent = labels.extent;
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    const Position at = position_of(i, extent);
    const auto ends = [&](int place, int side) {
      return std::min<std::uint64_t>(place, side - 1 - place) <= filter.border_width;
    };
    const bool at_border =
        ends(at.x, extent.width) || ends(at.y, extent.height) || (extent.depth > 1 && ends(at.z, extent.depth));
    if (at_border && filter.clear_border) areas.erase(labels.values[i]);
  }
  std::erase_if(areas, [&](const auto& one) { return one.second < filter.min_area || one.second > filter.max_area; });
  while (areas.size() > filter.largest) {  // The last of the smallest goes.
    auto smallest = areas.begin();
    for (auto one = areas.begin(); one != areas.end(); ++one) {
      if (one->second <= smallest->second) smallest = one;
    }
    areas.erase(smallest);
  }
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (const auto& [label, area] : areas) numbers.emplace(label, static_cast<std::uint32_t>(numbers.size() + 1));
  LabelImage kept = labels;
  for (std::uint32_t& label : kept.values) label = numbers.contains(label) ? numbers[label] : 0;
  return kept;
}

Filter random_filter(unsigned bits) {
  Filter filter;
  if ((bits & 1U) != 0) filter.min_area = bits / 16 % 7;
  if ((bits & 2U) != 0) filter.max_area = filter.min_area + 1 + bits / 128 % 50;
  if ((bits & 4U) != 0) filter.largest = 1 + bits / 1024 % 12;
  filter.clear_border = (bits & 8U) != 0;
  if (filter.clear_border) filter.border_width = bits / 8192 % 4;
  return filter;
}

void check_filter_of(LabelImage labels, const Filter& filter) {
  CAPTURE(filter, labels.extent);
  const LabelImage expected = filter_by_definition(filter, labels);
  std::vector<Component> components = measure(labels);
  host::filter_components(filter, labels, components);
  CHECK(first_difference(labels, expected) == "");
  CHECK(first_difference(components, measure(expected)) == "");
}

}  // namespace

TEST_CASE("filter_components() keeps what its definition keeps", "[host]") {
  for (int i = 0; i < 400; ++i) {
    const auto bits = static_cast<unsigned>(i) * 2654435761U >> 8;
    check_filter_of(reference_labels(random_image(i)), random_filter(bits));
  }
  for (unsigned i = 0; i < 60; ++i) {
    host::Image volume = make_image("noise", {9, 7 * 11}, {.seed = i, .density = 0.2});
    volume.extent = {9, 7, 11};
    check_filter_of(reference_labels(volume, Connectivity::six), random_filter(i * 2654435761U >> 8));
  }
}

TEST_CASE("a filter that keeps all changes nothing", "[host]") {
  LabelImage labels = reference_labels(random_image(7));
  const LabelImage before = labels;
  std::vector<Component> components = measure(labels);
  CHECK(Filter{}.keeps_all());
  CHECK(Filter{.min_area = 1}.keeps_all());
  host::filter_components({.min_area = 1}, labels, components);
  CHECK(first_difference(labels, before) == "");
}

}  // namespace glccl::tests
