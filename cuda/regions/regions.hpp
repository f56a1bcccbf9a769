// The kernels of Regions and the memory that they work on. glsl/regions has the same passes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/regions/sort.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/label_rows.hpp"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// A slot of the hash table of labels under seeds.
struct SeedSlot {
  std::uint32_t label;  ///< 0: free.
  std::uint32_t first;  ///< The first seed on this label.
  std::uint32_t number;
};

/// The device memory of selections.
struct SelectionMemory {
  std::uint32_t* header;  ///< Seeds, selected components, two zeros.
  SeedRow* rows;          ///< Behind the header. Until report_seeds a number is a slot.
  SeedSlot* slots;
  Position* positions;
  std::uint32_t slot_count;  ///< A power of two, at least twice the seeds.
  std::uint8_t* mask;        ///< Null: none.
  std::uint32_t* labels;     ///< Null: none.
};

/// Launches all kernels of a selection by `seeds` positions. Error `gpu`.
Result<void> select_labels(const Job& job, const SelectionMemory& memory, const LabelRows& labels, std::uint32_t seeds);

/// Launches boundaries. Error `gpu`.
Result<void> find_label_boundaries(const Job& job, const LabelRows& labels, int hops, std::uint8_t* mask);

/// The device memory of lists.
struct ListMemory {
  ListsHeader* header;
  std::uint32_t* offsets;  ///< Behind the header.
  std::uint32_t* places;
  SortMemory sort;  ///< Runs: shared::run_word() and the first place. No entries after an overflow.
  std::uint32_t max_components;
  std::uint32_t max_elements;
};

/// Entries of SortMemory::counts that lists take, for labels of this extent.
std::size_t list_counts(const Extent& extent, std::uint32_t max_runs);

/// Launches all kernels of lists. `count` is the device address of the number of components. Error `gpu`.
Result<void> list_labels(const Job& job, const ListMemory& memory, const LabelRows& labels, const std::uint32_t* count);

}  // namespace glccl::cuda
