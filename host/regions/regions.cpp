#include "glccl/host/regions.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>

#include "glsl/shared/regions.h"
#include "host/cpu/label_rows.hpp"
#include "host/regions/label_count.hpp"

namespace glccl::host {
namespace {

bool is_inside(const Position& at, const Extent& extent) {
  return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < extent.width && at.y < extent.height && at.z < extent.depth;
}

/// Places from one element to its neighbour in each direction, without those that need a coordinate below 0 or beyond
/// the extent.
bool touches_other(std::span<const std::uint32_t> labels, const Extent& extent, std::uint64_t place, int hops) {
  const Position at = position_of(place, extent);
  for (int z = -1; z <= 1; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        const Position other{at.x + x, at.y + y, at.z + z};
        if (!shared::are_neighbors(x, y, z, hops) || !is_inside(other, extent)) continue;
        if (labels[place_of(other, extent)] != labels[place]) return true;
      }
    }
  }
  return false;
}

/// The number of listed elements and of their runs.
void count_runs(std::span<const std::uint32_t> labels, std::uint32_t components, ListsHeader& header) {
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (shared::is_listed(labels[i], components)) {
      ++header.elements;
      header.runs += shared::begins_run(static_cast<std::uint32_t>(i), labels[i], before) ? 1 : 0;
    }
    before = labels[i];
  }
}

/// Writes the places of labels 1..N, whose counts are offsets[1..N], and makes these offsets. Returns whether each
/// label has as many elements as were counted: else another thread writes the labels.
bool list_places(std::span<const std::uint32_t> labels, std::vector<std::uint32_t>& offsets,
                 std::vector<std::uint32_t>& places) {
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  if (offsets.back() != places.size()) return false;
  const std::size_t lists = offsets.size() - 1;
  std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t list = row_of(load_once(labels[i]), lists);
    if (list == lists) continue;
    if (next[list] == offsets[list + 1]) return false;
    places[next[list]++] = static_cast<std::uint32_t>(i);
  }
  return std::equal(next.begin(), next.end(), offsets.begin() + 1);
}

}  // namespace

Result<SelectedComponents> select(std::span<const std::uint32_t> labels, const Extent& extent,
                                  std::span<const Position> seeds) {
  if (const Result<void> status = check_label_count(labels, extent); !status) return status.error();
  SelectedComponents selected;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const Position& seed : seeds) {
    SeedRow row;
    if (is_inside(seed, extent)) row.label = labels[place_of(seed, extent)];
    if (row.label != 0) {
      row.number = numbers.try_emplace(row.label, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
    }
    selected.report.seeds.push_back(row);
  }
  selected.report.selected = static_cast<std::uint32_t>(numbers.size());
  selected.labels.resize(labels.size());
  std::uint32_t last = 0;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != last) {
      const auto found = numbers.find(labels[i]);
      last = labels[i];
      number = found == numbers.end() ? 0 : found->second;
    }
    selected.labels[i] = number;
  }
  return selected;
}

Result<std::vector<std::uint8_t>> boundaries(std::span<const std::uint32_t> labels, const Extent& extent,
                                             Connectivity connectivity) {
  if (const Result<void> status = check_label_count(labels, extent); !status) return status.error();
  const Result<int> hops = hops_of(connectivity, extent);
  if (!hops) return hops.error();
  std::vector<std::uint8_t> mask(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    mask[i] = labels[i] != 0 && touches_other(labels, extent, i, *hops) ? 1 : 0;
  }
  return mask;
}

Result<ComponentLists> lists(std::span<const std::uint32_t> labels, const Extent& extent, std::uint32_t components,
                             const RegionOptions& options) {
  if (const Result<void> status = check_regions(extent, options); !status) return status.error();
  if (options.max_components == 0) {
    return Error{ErrorCode::invalid_argument, "no lists: set RegionOptions::max_components"};
  }
  if (const Result<void> status = check_label_count(labels, extent); !status) return status.error();
  ComponentLists found;
  ListsHeader& header = found.header;
  header.components = components;
  header.max_components = options.max_components;
  header.max_elements = elements_of(options, extent);
  header.max_runs = runs_of(options, extent);
  count_runs(labels, components, header);
  header.overflow = shared::list_overflow(components, header.max_components, header.elements, header.max_elements,
                                          header.runs, header.max_runs);
  if (header.overflow == 0) header.lists = components;
  found.offsets.resize(std::size_t{header.lists} + 1);
  if (header.overflow != 0) return found;
  for (const std::uint32_t& label : labels) {
    const std::size_t list = row_of(load_once(label), components);
    if (list < components) ++found.offsets[list + 1];
  }
  found.places.resize(header.elements);
  if (!list_places(labels, found.offsets, found.places)) {
    return Error{ErrorCode::invalid_argument,
                 "the labels have changed while they were listed: another thread writes "
                 "them, so list a copy"};
  }
  return found;
}

}  // namespace glccl::host
