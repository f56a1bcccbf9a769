#include <algorithm>
#include <cstddef>
#include <utility>

#include "glccl/host/cpu.hpp"

namespace glccl::host {
namespace {

bool passes_limits(const Filter& filter, const Component& component, const Extent& extent,
                   const PeriodicAxes& periodic) {
  return component.area >= filter.min_area && component.area <= filter.max_area &&
         (!filter.clear_border || !touches_border(component.box, extent, periodic, filter.border_width));
}

/// The indices of the components that a filter keeps, in their order.
std::vector<std::size_t> find_kept(const Filter& filter, const std::vector<Component>& components, const Extent& extent,
                                   const PeriodicAxes& periodic) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (passes_limits(filter, components[i], extent, periodic)) kept.push_back(i);
  }
  if (kept.size() <= filter.largest) return kept;
  const auto end = kept.begin() + static_cast<std::ptrdiff_t>(filter.largest);
  std::nth_element(kept.begin(), end, kept.end(), [&](std::size_t a, std::size_t b) {
    return components[a].area != components[b].area ? components[a].area > components[b].area : a < b;
  });
  kept.erase(end, kept.end());
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

void filter_components(const Filter& filter, LabelImage& labels, std::vector<Component>& components,
                       const PeriodicAxes& periodic) {
  if (filter.keeps_all()) return;
  std::vector<std::uint32_t> numbers(components.size() + 1, 0);
  std::vector<Component> rows;
  for (const std::size_t i : find_kept(filter, components, labels.extent, periodic)) {
    rows.push_back(components[i]);
    rows.back().label = static_cast<std::uint32_t>(rows.size());
    numbers[i + 1] = rows.back().label;
  }
  for (std::uint32_t& label : labels.values) label = label < numbers.size() ? numbers[label] : 0;
  components = std::move(rows);
}

}  // namespace glccl::host
