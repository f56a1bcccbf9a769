// Kernel sort_contacts: the rows of contacts in their order. Chunks are sorted in shared memory, then sorted runs are
// merged. The place of a row is the number of rows before it, found by a binary search in each run: keys of rows
// differ, so that no place depends on the order of threads. Blocks wait for each other between merges, of which there
// are as many as the contacts need. glsl/regions has a pass for each merge that the capacity needs.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/regions/contacts.hpp"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/regions.h"

namespace glccl::cuda {

constexpr int sort_threads = shared::REGION_GROUP;
constexpr int sort_rows_each = shared::CONTACT_CHUNK / sort_threads;

/// Blocks of sort_contacts for each multiprocessor, at most.
constexpr int sort_blocks_each = 2;

/// A chunk in shared memory.
struct ContactChunk {
  unsigned long long keys[shared::CONTACT_CHUNK];  ///< Smaller label << 32 | larger label.
  std::uint32_t slots[shared::CONTACT_CHUNK];
};

inline __device__ unsigned long long key_of(const Contact& row) {
  return static_cast<unsigned long long>(row.first) << 32 | row.second;
}

/// Merges runs of `width` keys in pairs. All threads of the block must call it.
inline __device__ void merge_in_chunk(ContactChunk& chunk, unsigned width) {
  unsigned long long keys[sort_rows_each];
  std::uint32_t slots[sort_rows_each];
  unsigned before[sort_rows_each];  // keys of the other run that are less
#pragma unroll
  for (int k = 0; k < sort_rows_each; ++k) {
    keys[k] = chunk.keys[k * sort_threads + threadIdx.x];
    slots[k] = chunk.slots[k * sort_threads + threadIdx.x];
    before[k] = 0;
  }
  for (unsigned step = width; step > 0; step /= 2) {
#pragma unroll
    for (int k = 0; k < sort_rows_each; ++k) {
      const unsigned run = ((k * sort_threads + threadIdx.x) ^ width) & ~(width - 1);
      const unsigned next = before[k] + step;
      if (next <= width && chunk.keys[run + next - 1] < keys[k]) before[k] = next;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < sort_rows_each; ++k) {
    const unsigned place = ((k * sort_threads + threadIdx.x) & ~width) + before[k];
    chunk.keys[place] = keys[k];
    chunk.slots[place] = slots[k];
  }
  __syncthreads();
}

/// Takes the pairs of a chunk out of the table, and writes their rows in order. All threads of the block must call it.
inline __device__ void sort_chunk(const PairTable<unsigned long long>& pairs, std::uint32_t chunk, std::uint32_t rows,
                                  Contact* to, ContactChunk& own) {
  const std::uint32_t begin = chunk * shared::CONTACT_CHUNK;
  for (std::uint32_t i = threadIdx.x; i < shared::CONTACT_CHUNK; i += sort_threads) {
    // Keys behind the last row are larger than all others, and differ.
    own.slots[i] = begin + i < rows ? pairs.used_slots[begin + i] : 0;
    own.keys[i] = begin + i < rows ? pairs.keys[own.slots[i]] : ~0ULL << 32 | i;
  }
  __syncthreads();
  for (unsigned width = 1; width < shared::CONTACT_CHUNK; width *= 2) merge_in_chunk(own, width);
  for (std::uint32_t i = threadIdx.x; i < shared::CONTACT_CHUNK && begin + i < rows; i += sort_threads) {
    const std::uint32_t slot = own.slots[i];
    to[begin + i] = {static_cast<std::uint32_t>(own.keys[i] >> 32), static_cast<std::uint32_t>(own.keys[i]),
                     pairs.counts[slot]};
    pairs.keys[slot] = 0;
    pairs.counts[slot] = 0;
  }
  __syncthreads();
}

/// Merges runs of `width` rows, CONTACT_RUNS at a time.
inline __device__ void merge_contacts(const Contact* from, Contact* to, std::uint32_t rows, std::uint32_t width) {
  for (std::uint32_t i = blockIdx.x * sort_threads + threadIdx.x; i < rows; i += gridDim.x * sort_threads) {
    const Contact row = from[i];
    const unsigned long long key = key_of(row);
    const std::uint32_t begin = i - i % (shared::CONTACT_RUNS * width);
    std::uint32_t before[shared::CONTACT_RUNS] = {};  // rows of each run that are less; in its own run those before it
    for (std::uint32_t step = width; step > 0; step /= 2) {
#pragma unroll
      for (std::uint32_t run = 0; run < shared::CONTACT_RUNS; ++run) {
        const std::uint32_t next = before[run] + step;
        const std::uint32_t end = begin + run * width + next;
        if (next <= width && end <= rows && key_of(from[end - 1]) < key) before[run] = next;
      }
    }
    std::uint32_t place = begin;
#pragma unroll
    for (std::uint32_t run = 0; run < shared::CONTACT_RUNS; ++run) place += before[run];
    to[place] = row;
  }
}

/// The rows are at `contacts` after the last merge, so the first ones depend on how many follow.
inline __device__ Contact* rows_before(const ContactMemory& memory, int merges) {
  return merges % 2 == 0 ? memory.contacts : memory.merged;
}

/// Makes the whole table free. After an overflow it has pairs that are not listed.
inline __device__ void clear_pairs(const PairTable<unsigned long long>& pairs, unsigned blocks) {
  for (std::uint32_t i = blockIdx.x * sort_threads + threadIdx.x; i < pairs.slots; i += blocks * sort_threads) {
    pairs.keys[i] = 0;
    pairs.counts[i] = 0;
  }
}

/// Writes the header, and makes the counts ready for the next call.
inline __device__ void end_contacts(const ContactMemory& memory, std::uint32_t pairs, std::uint32_t rows) {
  const std::uint32_t most = memory.pairs.max_pairs;
  *memory.header = {min(pairs, most + 1), rows, pairs > most ? 1U : 0U, most, *memory.border, 0};
  *memory.pairs.pair_count = 0;
  *memory.border = 0;
}

/// grid: blocks that fit on the device together; block: sort_threads. Block 0 sorts a single chunk alone: a block that
/// begins when block 0 has ended finds no pairs, and so the same answer.
__global__ void __launch_bounds__(sort_threads, sort_blocks_each) sort_contacts(ContactMemory memory) {
  __shared__ ContactChunk own;
  wait_for_kernels_before();
  const std::uint32_t pairs = *memory.pairs.pair_count;
  const std::uint32_t rows = pairs <= memory.pairs.max_pairs ? pairs : 0;
  const bool alone = pairs <= shared::CONTACT_CHUNK;
  if (alone && blockIdx.x != 0) return;
  const unsigned blocks = alone ? 1 : gridDim.x;
  if (pairs > rows) clear_pairs(memory.pairs, blocks);
  int merges = shared::merges_of_contacts(rows);
  for (std::uint32_t chunk = blockIdx.x; chunk * shared::CONTACT_CHUNK < rows; chunk += blocks) {
    sort_chunk(memory.pairs, chunk, rows, rows_before(memory, merges), own);
  }
  const cooperative_groups::grid_group all_blocks = cooperative_groups::this_grid();
  if (!alone) all_blocks.sync();
  for (std::uint32_t width = shared::CONTACT_CHUNK; width < rows; width *= shared::CONTACT_RUNS, --merges) {
    merge_contacts(rows_before(memory, merges), rows_before(memory, merges - 1), rows, width);
    if (merges > 1) all_blocks.sync();
  }
  if (alone) __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) end_contacts(memory, pairs, rows);
}

}  // namespace glccl::cuda
