// Labels, seeds and capacities for the tests of selections, boundaries and lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/region_results.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// What is asked of labels.
struct RegionCase {
  std::string name;
  LabelImage labels;
  std::uint32_t components = 0;  ///< The number that lists are told.
  std::vector<Position> seeds;
  RegionOptions options;
};

/// Regions of everything.
RegionOptions all_regions(std::uint32_t max_components = 4096);

/// `count` seeds all over the extent, some of them outside, some twice.
std::vector<Position> scattered_seeds(Extent extent, int count, std::uint32_t seed);

/// Images and volumes of one element to a few thousands, labels of both numberings, more seeds than a workgroup has
/// invocations, lists without elements, and capacities that are met exactly and exceeded by one.
std::vector<RegionCase> region_cases();

/// A case with more components than two digits of 8 bits count, and one with many chunks of runs.
std::vector<RegionCase> large_region_cases();

/// The connectivities of an extent.
std::vector<Connectivity> connectivities_of(Extent extent);

}  // namespace glccl::tests
