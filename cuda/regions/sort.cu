// A stable radix sort: of each digit, the lowest first, entries are counted in chunks, the counts summed up, and the
// entries of each chunk put behind those of smaller digits and of earlier chunks. Each place is a number of entries
// before it, so that no result depends on the order of threads.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "cuda/regions/chunks.cuh"
#include "cuda/regions/sort.hpp"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {
namespace {

constexpr int warps = region_threads / warp_threads;
static_assert(shared::DIGITS == region_threads, "sort_entries has a thread for each digit");

__device__ std::uint32_t digit_of(const SortEntry& entry, int shift) {
  return entry.word >> shift & (shared::DIGITS - 1);
}

/// grid: a block per chunk; block: region_threads.
__global__ void __launch_bounds__(region_threads) count_digits(SortMemory memory, int shift) {
  __shared__ std::uint32_t entries_with[shared::DIGITS];
  const std::uint32_t entries = *memory.entry_count;
  const std::uint32_t chunks = chunks_of(entries, shared::SORT_CHUNK);
  if (blockIdx.x >= chunks) return;
  entries_with[threadIdx.x] = 0;
  __syncthreads();
  const std::uint32_t begin = blockIdx.x * shared::SORT_CHUNK;
  const std::uint32_t end = min(begin + shared::SORT_CHUNK, entries);
  for (std::uint32_t i = begin + threadIdx.x; i < end; i += region_threads) {
    atomicAdd(entries_with + digit_of(memory.entries[i], shift), 1U);
  }
  __syncthreads();
  memory.counts[threadIdx.x * chunks + blockIdx.x] = entries_with[threadIdx.x];
}

/// grid: a block per digit; block: region_threads. A digit has few chunks: a block of scan_threads would be mostly
/// idle.
__global__ void __launch_bounds__(region_threads) sum_digits(SortMemory memory) {
  __shared__ typename RegionScan::TempStorage storage;
  const std::uint32_t chunks = chunks_of(*memory.entry_count, shared::SORT_CHUNK);
  std::uint32_t* counts = memory.counts + std::size_t{blockIdx.x} * chunks;
  if (chunks <= 1) {  // nothing is before the one chunk
    if (threadIdx.x != 0) return;
    memory.digit_totals[blockIdx.x] = chunks == 0 ? 0 : counts[0];
    if (chunks == 1) counts[0] = 0;
    return;
  }
  std::uint32_t sum = 0;
  for (std::uint32_t from = 0; from < chunks; from += region_threads) {
    const std::uint32_t i = from + threadIdx.x;
    std::uint32_t all = 0;
    const std::uint32_t before = sum_before(storage, i < chunks ? counts[i] : 0U, all);
    if (i < chunks) counts[i] = sum + before;
    sum += all;
  }
  if (threadIdx.x == 0) memory.digit_totals[blockIdx.x] = sum;
}

/// The threads of the warp with the same digit; none for a thread without an entry. All threads call it.
__device__ unsigned find_peers(std::uint32_t digit, bool has_entry) {
  unsigned peers = __ballot_sync(whole_warp, has_entry);
  for (int bit = 0; bit < shared::DIGIT_BITS; ++bit) {
    const bool is_set = (digit >> bit & 1U) != 0;
    const unsigned set = __ballot_sync(whole_warp, is_set);
    peers &= is_set ? set : ~set;
  }
  return has_entry ? peers : 0;
}

/// grid: a block per chunk; block: region_threads. Goes through its chunk in rounds of an entry for each thread.
__global__ void __launch_bounds__(region_threads) sort_entries(SortMemory memory, int shift) {
  __shared__ typename RegionScan::TempStorage storage;
  __shared__ std::uint32_t next_place[shared::DIGITS];           // of the next entry with this digit
  __shared__ std::uint32_t warp_entries[warps][shared::DIGITS];  // of each warp, entries with each digit
  const std::uint32_t entries = *memory.entry_count;
  const std::uint32_t chunks = chunks_of(entries, shared::SORT_CHUNK);
  if (blockIdx.x >= chunks) return;
  const unsigned own = threadIdx.x;
  const unsigned warp = own / warp_threads;
  std::uint32_t all = 0;
  next_place[own] = sum_before(storage, memory.digit_totals[own], all) + memory.counts[own * chunks + blockIdx.x];
  const std::uint32_t begin = blockIdx.x * shared::SORT_CHUNK;
  const std::uint32_t end = min(begin + shared::SORT_CHUNK, entries);
  for (std::uint32_t from = begin; from < end; from += region_threads) {
    const bool has_entry = from + own < end;
    const SortEntry entry = has_entry ? memory.entries[from + own] : SortEntry{0, 0};
    const std::uint32_t digit = digit_of(entry, shift);
    for (int i = 0; i < warps; ++i) warp_entries[i][own] = 0;
    const unsigned peers = find_peers(digit, has_entry);
    const auto in_warp = static_cast<std::uint32_t>(shared::bitCount(peers & ((1U << own % warp_threads) - 1)));
    __syncthreads();
    if (has_entry && in_warp == 0) warp_entries[warp][digit] = static_cast<std::uint32_t>(shared::bitCount(peers));
    __syncthreads();
    if (has_entry) {
      std::uint32_t place = next_place[digit] + in_warp;
      for (unsigned i = 0; i < warp; ++i) place += warp_entries[i][digit];
      memory.sorted[place] = entry;
    }
    __syncthreads();
    for (int i = 0; i < warps; ++i) next_place[own] += warp_entries[i][own];
  }
}

}  // namespace

SortMemory take_sort_memory(Pieces& pieces, std::uint32_t max_entries, std::size_t counts) {
  const std::size_t digits = std::size_t{shared::DIGITS} * blocks_for(max_entries, shared::SORT_CHUNK);
  SortMemory memory = {};
  memory.max_entries = max_entries;
  memory.entry_count = pieces.take<std::uint32_t>(1);
  memory.digit_totals = pieces.take<std::uint32_t>(shared::DIGITS);
  memory.counts = pieces.take<std::uint32_t>(std::max(digits, counts));
  memory.entries = pieces.take<SortEntry>(max_entries);
  memory.sorted = pieces.take<SortEntry>(max_entries);
  return memory;
}

Result<void> sort_by_words(const Job& job, SortMemory& memory, int first, int end) {
  const unsigned chunks = blocks_for(memory.max_entries, shared::SORT_CHUNK);
  for (int shift = first; shift < end; shift += shared::DIGIT_BITS) {
    if (Result<void> launched = launch("count_digits", job, chunks, region_threads, count_digits, memory, shift);
        !launched) {
      return launched;
    }
    if (Result<void> launched = launch("sum_digits", job, shared::DIGITS, region_threads, sum_digits, memory);
        !launched) {
      return launched;
    }
    if (Result<void> launched = launch("sort_entries", job, chunks, region_threads, sort_entries, memory, shift);
        !launched) {
      return launched;
    }
    std::swap(memory.entries, memory.sorted);
  }
  return {};
}

}  // namespace glccl::cuda
