// A hash table of pairs of labels in device memory. label_pairs.cuh counts in it.
#pragma once

#include <cstdint>

namespace glccl::cuda {

/// Pairs of labels other than 0, and how often each was met. `Count` is std::uint32_t or unsigned long long.
template <class Count>
struct PairTable {
  unsigned long long* keys;   ///< Of each slot: first label << 32 | second label; 0: free.
  Count* counts;              ///< Of each slot.
  std::uint32_t* used_slots;  ///< The slots of the pairs, *pair_count of them.
  std::uint32_t* pair_count;  ///< Pairs so far. Above max_pairs: there are more, of which some are not counted.
  std::uint32_t slots;        ///< A power of two, at least twice max_pairs.
  std::uint32_t max_pairs;
};

}  // namespace glccl::cuda
