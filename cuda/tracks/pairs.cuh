// Counting pairs of labels in hash tables. A slot is a pair's from the moment on when its key is set, by atomicCAS, and
// keys are never changed within a frame; so two searches for one pair find one slot. A block counts in a small table of
// its own first, which passes on what it has no room for.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/tracks/tracks.hpp"
#include "glsl/shared/tracks.h"

namespace glccl::cuda {

/// Adds elements to a pair in the table of all blocks. When there are more pairs than max_pairs, nothing is counted any
/// more. The table has more slots than that, so a search that comes round to its begin also means too many pairs.
inline __device__ void add_pair(const TrackMemory& memory, unsigned long long key, std::uint32_t elements) {
  if (*static_cast<volatile std::uint32_t*>(&memory.state->pair_count) > memory.max_pairs) return;
  const auto now = static_cast<std::uint32_t>(key >> 32);
  std::uint32_t at = shared::hash_of_pair(now, static_cast<std::uint32_t>(key)) & (memory.slots - 1);
  for (std::uint32_t probe = 0; probe < memory.slots; ++probe) {
    unsigned long long found = *static_cast<volatile unsigned long long*>(memory.keys + at);
    if (found == 0) found = atomicCAS(memory.keys + at, 0ULL, key);
    if (found == 0 || found == key) {
      if (found == 0) {
        const std::uint32_t number = atomicAdd(&memory.state->pair_count, 1U);
        if (number < memory.max_pairs) memory.pair_slots[number] = at;
      }
      atomicAdd(memory.elements + at, elements);
      return;
    }
    at = (at + 1) & (memory.slots - 1);
  }
}

/// The table of a block, in shared memory.
struct BlockPairs {
  unsigned long long keys[shared::GROUP_SLOTS];
  std::uint32_t elements[shared::GROUP_SLOTS];
};

inline __device__ void add_block_pair(const TrackMemory& memory, BlockPairs& table, unsigned long long key,
                                      std::uint32_t elements) {
  const auto now = static_cast<std::uint32_t>(key >> 32);
  std::uint32_t at = shared::hash_of_pair(now, static_cast<std::uint32_t>(key)) & (shared::GROUP_SLOTS - 1);
  for (int probe = 0; probe < shared::GROUP_PROBES; ++probe) {
    const unsigned long long found = atomicCAS(table.keys + at, 0ULL, key);
    if (found == 0 || found == key) {
      atomicAdd(table.elements + at, elements);
      return;
    }
    at = (at + 1) & (shared::GROUP_SLOTS - 1);
  }
  add_pair(memory, key, elements);
}

}  // namespace glccl::cuda
