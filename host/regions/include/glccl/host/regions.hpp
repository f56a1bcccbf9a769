// Selections by seeds, boundaries, lists of elements and contacts on the CPU: the reference for glccl::Regions and
// glccl::cuda::Regions, by the rules of glccl/region_results.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The components under seeds.
struct SelectedComponents {
  SeedReport report;                  ///< What each seed has found.
  std::vector<std::uint32_t> labels;  ///< 1..K in the selected components, one per element in raster order.
};

/// The components under `seeds` in labels of any numbering, as many in raster order as `extent` has elements. Error
/// `invalid_argument`: another number of labels.
Result<SelectedComponents> select(std::span<const std::uint32_t> labels, const Extent& extent,
                                  std::span<const Position> seeds);

/// 1 for every element of a component with a neighbour of another label, else 0; of labels of any numbering. Errors
/// `invalid_argument`: another number of labels, those of hops_of().
Result<std::vector<std::uint8_t>> boundaries(std::span<const std::uint32_t> labels, const Extent& extent,
                                             Connectivity connectivity);

/// The elements of each component of labels 1..`components`; elements with labels above count as background. An
/// overflow is no error: ListsHeader::overflow tells. Errors: those of check_regions(); `invalid_argument` (another
/// number of labels, options without lists).
Result<ComponentLists> lists(std::span<const std::uint32_t> labels, const Extent& extent, std::uint32_t components,
                             const RegionOptions& options);

/// Which components touch, in ascending order of their labels, and the lengths of their common borders, by the rules of
/// glccl/contacts.hpp; of labels of any numbering. Complete: there is no limit of contacts. Errors `invalid_argument`:
/// another number of labels, those of hops_of().
Result<std::vector<Contact>> contacts(std::span<const std::uint32_t> labels, const Extent& extent,
                                      Connectivity connectivity);

}  // namespace glccl::host
