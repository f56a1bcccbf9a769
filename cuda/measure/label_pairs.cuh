// Counting pairs of labels in hash tables. A slot is a pair's from the moment on when its key is set, by atomicCAS, and
// keys are never changed while pairs are counted; so two searches for one pair find one slot. A block counts in a small
// table of its own first, which passes on what it has no room for. glsl/common/label_pairs.glsl does the same.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/measure/label_pairs.hpp"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"
#include "glsl/shared/label_pairs.h"

namespace glccl::cuda {

/// Rows of a block that counts pairs: a thread goes down PAIR_ROWS rows of a column.
constexpr int pair_block_rows = shared::PAIR_GROUP / shared::PAIR_COLUMNS * shared::PAIR_ROWS;
static_assert(shared::PAIR_COLUMNS == warp_threads);

/// The grid over all columns and rows, and the block, of a kernel that counts pairs.
inline dim3 pair_grid(const Extent& extent) {
  const std::int64_t rows = std::int64_t{extent.height} * extent.depth;
  return grid_of(blocks_for(extent.width, warp_threads), blocks_for(rows, pair_block_rows));
}
inline const dim3 pair_block(warp_threads, shared::PAIR_GROUP / warp_threads);

/// The place of a thread: a column, and rows of all slices.
struct Strip {
  std::uint32_t x;
  std::uint32_t top;
  std::uint32_t bottom;  ///< Exclusive. Not above `top` for threads outside.
};

/// The first blocks have the last rows, whose labels, written last, may still be in the cache.
inline __device__ Strip strip_of(const Extent& extent) {
  const auto rows = static_cast<std::uint32_t>(extent.height) * static_cast<std::uint32_t>(extent.depth);
  const std::uint32_t x = blockIdx.x * shared::PAIR_COLUMNS + threadIdx.x;
  const std::uint32_t block = gridDim.y * gridDim.z - 1 - block_row();
  const std::uint32_t top = block * pair_block_rows + threadIdx.y * shared::PAIR_ROWS;
  return {x, top, x < static_cast<std::uint32_t>(extent.width) ? min(top + shared::PAIR_ROWS, rows) : 0U};
}

/// Where the search for a pair begins, without its upper bits.
inline __device__ std::uint32_t hash_of_key(unsigned long long key) {
  return shared::hash_of_pair(static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key));
}

constexpr std::uint32_t no_slot = 0xFFFFFFFF;

/// Adds to a pair in the table of all blocks. When there are more pairs than max_pairs, nothing is counted any more.
/// The table has more slots than that, so a search that comes round to its begin also means too many pairs. Returns the
/// pair's slot if it was free, for list_slot(); no_slot otherwise.
template <class Count>
__device__ std::uint32_t add_to_slot(const PairTable<Count>& table, unsigned long long key, std::uint32_t count) {
  if (*static_cast<volatile std::uint32_t*>(table.pair_count) > table.max_pairs) return no_slot;
  std::uint32_t at = hash_of_key(key) & (table.slots - 1);
  for (std::uint32_t probe = 0; probe < table.slots; ++probe) {
    unsigned long long found = *static_cast<volatile unsigned long long*>(table.keys + at);
    if (found == 0) found = atomicCAS(table.keys + at, 0ULL, key);
    if (found == 0 || found == key) {
      atomicAdd(table.counts + at, static_cast<Count>(count));
      return found == 0 ? at : no_slot;
    }
    at = (at + 1) & (table.slots - 1);
  }
  return no_slot;
}

/// Makes a slot number `number` of the used ones.
template <class Count>
__device__ void list_slot(const PairTable<Count>& table, std::uint32_t number, std::uint32_t slot) {
  if (number < table.max_pairs) table.used_slots[number] = slot;
}

/// Adds to a pair in the table of all blocks, and lists its slot.
template <class Count>
__device__ void add_pair(const PairTable<Count>& table, unsigned long long key, std::uint32_t count) {
  const std::uint32_t slot = add_to_slot(table, key, count);
  if (slot != no_slot) list_slot(table, atomicAdd(table.pair_count, 1U), slot);
}

/// Slots of a block's own table: 8192 pixels of noise have a few hundred pairs.
constexpr std::uint32_t group_slots = 1024;

/// The table of a block, in shared memory.
struct BlockPairs {
  unsigned long long keys[group_slots];
  std::uint32_t counts[group_slots];
  std::uint32_t made;   ///< Slots that the block has made in the table of all blocks, while it passes pairs on.
  std::uint32_t first;  ///< The number of the first of them.
};

/// The number of this thread in its block.
inline __device__ unsigned pair_thread() { return threadIdx.y * warp_threads + threadIdx.x; }

/// Before a barrier.
inline __device__ void clear_block_pairs(BlockPairs& own) {
  if (pair_thread() == 0) own.made = 0;
  for (unsigned i = pair_thread(); i < group_slots; i += shared::PAIR_GROUP) {
    own.keys[i] = 0;
    own.counts[i] = 0;
  }
}

template <class Count>
__device__ void add_block_pair(const PairTable<Count>& table, BlockPairs& own, unsigned long long key,
                               std::uint32_t count) {
  std::uint32_t at = hash_of_key(key) & (group_slots - 1);
  for (int probe = 0; probe < shared::GROUP_PROBES; ++probe) {
    unsigned long long found = *static_cast<volatile unsigned long long*>(own.keys + at);
    if (found == 0) found = atomicCAS(own.keys + at, 0ULL, key);
    if (found == 0 || found == key) {
      atomicAdd(own.counts + at, count);
      return;
    }
    at = (at + 1) & (group_slots - 1);
  }
  add_pair(table, key, count);
}

/// Behind a barrier. All threads of the block must call it. The block numbers the slots that it has made at once: noise
/// has a million pairs, and their number is one word of memory.
template <class Count>
__device__ void pass_on_block_pairs(const PairTable<Count>& table, BlockPairs& own) {
  constexpr int slots_each = group_slots / shared::PAIR_GROUP;
  std::uint32_t slots[slots_each];
  std::uint32_t made = 0;
#pragma unroll
  for (int k = 0; k < slots_each; ++k) {
    const unsigned i = k * shared::PAIR_GROUP + pair_thread();
    slots[k] = own.keys[i] != 0 ? add_to_slot(table, own.keys[i], own.counts[i]) : no_slot;
    made += slots[k] != no_slot ? 1 : 0;
  }
  const std::uint32_t before = made != 0 ? atomicAdd(&own.made, made) : 0;
  __syncthreads();
  if (pair_thread() == 0 && own.made != 0) own.first = atomicAdd(table.pair_count, own.made);
  __syncthreads();
  if (made == 0) return;
  std::uint32_t number = own.first + before;
#pragma unroll
  for (int k = 0; k < slots_each; ++k) {
    if (slots[k] != no_slot) list_slot(table, number++, slots[k]);
  }
}

/// The pair that a thread met last.
struct MetPair {
  unsigned long long key = 0;  ///< 0: none.
  std::uint32_t count = 0;
};

/// Adds what the threads of a warp met last. If all met one pair, one thread adds it. Whole warps call it.
template <class Count>
__device__ void add_last_pairs(const PairTable<Count>& table, BlockPairs& own, MetPair met) {
  const unsigned long long first = __shfl_sync(whole_warp, met.key, 0);
  if (__all_sync(whole_warp, met.key == first)) {
    met.count = sum_of_warp(met.count);
    if (threadIdx.x != 0) met.count = 0;
  }
  if (met.count != 0) add_block_pair(table, own, met.key, met.count);
}

}  // namespace glccl::cuda
