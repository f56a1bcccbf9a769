// What Regions have to give: what the functions of glccl/host/regions.hpp give.
#pragma once

#include "glccl/host/regions.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/regions.hpp"

namespace glccl::tests {

/// What Regions has made of labels.
struct FoundRegions {
  SeedReport seeds;
  LabelImage mask;
  LabelImage selection;
  LabelImage boundaries;
  ComponentLists lists;
};

/// The same on the CPU.
inline FoundRegions expected_regions(const RegionCase& of, Connectivity connectivity) {
  const LabelImage& labels = of.labels;
  const auto selected = host::select(labels.values, labels.extent, of.seeds);
  const auto boundaries = host::boundaries(labels.values, labels.extent, connectivity);
  FoundRegions expected;
  expected.seeds = selected->report;
  expected.mask = expected.selection = {labels.extent, selected->labels};
  for (std::uint32_t& value : expected.mask.values) value = value == 0 ? 0 : 1;
  expected.boundaries = {labels.extent, {boundaries->begin(), boundaries->end()}};
  expected.lists = *host::lists(labels.values, labels.extent, of.components, of.options);
  return expected;
}

inline void check_equal(const FoundRegions& found, const FoundRegions& expected) {
  CHECK(found.seeds == expected.seeds);
  CHECK(found.mask == expected.mask);
  CHECK(found.selection == expected.selection);
  CHECK(found.boundaries == expected.boundaries);
  CHECK(found.lists.header == expected.lists.header);
  CHECK(found.lists.offsets == expected.lists.offsets);
  CHECK(found.lists.places == expected.lists.places);
}

}  // namespace glccl::tests
