// A stable radix sort by words, on memory that is made once. glsl/regions/sort.glsl has the same passes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/job.hpp"
#include "cuda/runtime/memory/pieces.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// A word, and what goes with it.
struct SortEntry {
  std::uint32_t word;
  std::uint32_t value;
};

/// The device memory of a sort.
struct SortMemory {
  std::uint32_t* entry_count;   ///< Entries that there are, at most max_entries.
  std::uint32_t* digit_totals;  ///< Entries with each digit.
  std::uint32_t* counts;        ///< Of one kernel for the next ones.
  SortEntry* entries;           ///< In their order.
  SortEntry* sorted;            ///< Where they are sorted to.
  std::uint32_t max_entries;
};

/// Memory for `max_entries`, with `counts` or more entries in SortMemory::counts.
SortMemory take_sort_memory(Pieces& pieces, std::uint32_t max_entries, std::size_t counts = 0);

/// Launches the kernels that sort by the bits from `first` to before `end` of the words, in digits of DIGIT_BITS.
/// `entries` and `sorted` take turns. Error `gpu`.
Result<void> sort_by_words(const Job& job, SortMemory& memory, int first, int end);

}  // namespace glccl::cuda
