// Lists of the elements of each component: a stable radix sort of runs by label. glsl/extracts/lists.glsl describes the
// passes, and why no result depends on the order of threads.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cub/block/block_scan.cuh>
#include <utility>

#include "cuda/core/label_rows.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/core/scan.cuh"
#include "cuda/extracts/extracts.hpp"
#include "glsl/shared/extracts.h"

namespace glccl::cuda {
namespace {

constexpr int threads = shared::EXTRACT_GROUP;
constexpr int warps = threads / warp_threads;
constexpr int places_each = shared::LIST_TILE / threads;
static_assert(shared::DIGITS == threads, "sort_runs has a thread for each digit");

using Scan = cub::BlockScan<std::uint32_t, threads>;

/// All labels in raster order.
struct LabelPlaces {
  LabelRows rows;
  Extent extent;
  std::uint32_t elements;

  __device__ std::uint32_t load(std::uint32_t place) const {
    const auto width = static_cast<std::uint32_t>(extent.width);
    return load_label(rows, extent, place % width, place / width);
  }
};

constexpr __device__ std::uint32_t chunks_of(std::uint32_t jobs, std::uint32_t chunk) {
  return (jobs + chunk - 1) / chunk;
}

/// The sum over the threads before this one, and over all. The storage may be used again afterwards.
__device__ std::uint32_t sum_before(typename Scan::TempStorage& storage, std::uint32_t value, std::uint32_t& all) {
  std::uint32_t before = 0;
  Scan(storage).ExclusiveSum(value, before, all);
  __syncthreads();
  return before;
}

/// grid: a block per tile; block: threads. Runs of all tiles, then elements of all tiles.
__global__ void __launch_bounds__(threads)
    count_runs(ListMemory memory, LabelPlaces labels, const std::uint32_t* count) {
  __shared__ typename Scan::TempStorage storage;
  const std::uint32_t components = *count;
  std::uint32_t runs_and_elements = 0;  // elements in the upper half
  for (std::uint32_t i = threadIdx.x; i < shared::LIST_TILE; i += threads) {
    const std::uint32_t place = blockIdx.x * shared::LIST_TILE + i;
    if (place >= labels.elements) break;
    const std::uint32_t label = labels.load(place);
    if (!shared::is_listed(label, components)) continue;
    const std::uint32_t before = place == 0 ? 0 : labels.load(place - 1);
    runs_and_elements += (1U << 16) + (shared::begins_run(place, label, before) ? 1U : 0U);
  }
  std::uint32_t all = 0;
  sum_before(storage, runs_and_elements, all);
  if (threadIdx.x != 0) return;
  memory.counts[blockIdx.x] = all & 0xFFFFU;
  memory.counts[gridDim.x + blockIdx.x] = all >> 16;
}

/// grid: 1; block: scan_threads.
__global__ void __launch_bounds__(scan_threads)
    sum_runs(ListMemory memory, std::uint32_t tiles, const std::uint32_t* count) {
  const auto runs = static_cast<std::uint32_t>(sum_values_before(memory.counts, tiles));
  const auto elements = static_cast<std::uint32_t>(sum_values_before(memory.counts + tiles, tiles));
  if (threadIdx.x != 0) return;
  const std::uint32_t components = *count;
  const std::uint32_t overflow =
      shared::list_overflow(components, memory.max_components, elements, memory.max_elements, runs, memory.max_runs);
  *memory.header = {components,
                    overflow == 0 ? components : 0,
                    elements,
                    runs,
                    overflow,
                    memory.max_components,
                    memory.max_elements,
                    memory.max_runs};
  *memory.listed_runs = overflow == 0 ? runs : 0;
  memory.offsets[0] = 0;
}

/// grid: a block per tile; block: threads. A run begins and ends in one tile, so the n-th begin belongs to the n-th
/// end.
__global__ void __launch_bounds__(threads)
    list_runs(ListMemory memory, LabelPlaces labels, const std::uint32_t* count) {
  __shared__ typename Scan::TempStorage storage;
  __shared__ LabelRun found[shared::LIST_TILE];  // its word is the label yet
  __shared__ std::uint32_t last[shared::LIST_TILE];
  if (*memory.listed_runs == 0) return;
  const std::uint32_t components = *count;
  const std::uint32_t first = blockIdx.x * shared::LIST_TILE + threadIdx.x * places_each;
  std::uint32_t label[places_each + 2];  // of the places, the one before them and the one behind
#pragma unroll
  for (int i = 0; i < places_each + 2; ++i) {
    const std::uint32_t place = first + i - 1;  // of the first place of all: beyond the elements
    label[i] = place < labels.elements ? labels.load(place) : 0;
  }
  std::uint32_t begins = 0;
#pragma unroll
  for (int i = 0; i < places_each; ++i) {
    const bool listed = shared::is_listed(label[i + 1], components);
    begins += listed && shared::begins_run(first + i, label[i + 1], label[i]) ? 1 : 0;
  }
  std::uint32_t all = 0;
  std::uint32_t number = sum_before(storage, begins, all);
#pragma unroll
  for (int i = 0; i < places_each; ++i) {
    if (!shared::is_listed(label[i + 1], components)) continue;
    if (shared::begins_run(first + i, label[i + 1], label[i])) found[number++] = {label[i + 1], first + i};
    if (shared::ends_run(first + i, label[i + 1], label[i + 2])) last[number - 1] = first + i;
  }
  __syncthreads();
  LabelRun* runs = memory.runs + memory.counts[blockIdx.x];
  for (std::uint32_t i = threadIdx.x; i < all; i += threads) {
    runs[i] = {shared::run_word(found[i].word, last[i] - found[i].first + 1), found[i].first};
  }
}

__device__ std::uint32_t digit_of(const LabelRun& run, int shift) { return run.word >> shift & (shared::DIGITS - 1); }

/// grid: a block per chunk; block: threads.
__global__ void __launch_bounds__(threads) count_digits(ListMemory memory, int shift) {
  __shared__ std::uint32_t runs_with[shared::DIGITS];
  const std::uint32_t runs = *memory.listed_runs;
  const std::uint32_t chunks = chunks_of(runs, shared::SORT_CHUNK);
  if (blockIdx.x >= chunks) return;
  runs_with[threadIdx.x] = 0;
  __syncthreads();
  const std::uint32_t begin = blockIdx.x * shared::SORT_CHUNK;
  const std::uint32_t end = min(begin + shared::SORT_CHUNK, runs);
  for (std::uint32_t i = begin + threadIdx.x; i < end; i += threads) {
    atomicAdd(runs_with + digit_of(memory.runs[i], shift), 1U);
  }
  __syncthreads();
  memory.counts[threadIdx.x * chunks + blockIdx.x] = runs_with[threadIdx.x];
}

/// grid: a block per digit; block: threads. A digit has few chunks: a block of scan_threads would be mostly idle.
__global__ void __launch_bounds__(threads) sum_digits(ListMemory memory) {
  __shared__ typename Scan::TempStorage storage;
  const std::uint32_t chunks = chunks_of(*memory.listed_runs, shared::SORT_CHUNK);
  std::uint32_t* counts = memory.counts + std::size_t{blockIdx.x} * chunks;
  std::uint32_t sum = 0;
  for (std::uint32_t from = 0; from < chunks; from += threads) {
    const std::uint32_t i = from + threadIdx.x;
    std::uint32_t all = 0;
    const std::uint32_t before = sum_before(storage, i < chunks ? counts[i] : 0U, all);
    if (i < chunks) counts[i] = sum + before;
    sum += all;
  }
  if (threadIdx.x == 0) memory.digit_totals[blockIdx.x] = sum;
}

/// The threads of the warp with the same digit; none for a thread without a run. All threads call it.
__device__ unsigned find_peers(std::uint32_t digit, bool has_run) {
  unsigned peers = __ballot_sync(whole_warp, has_run);
  for (int bit = 0; bit < shared::DIGIT_BITS; ++bit) {
    const bool is_set = (digit >> bit & 1U) != 0;
    const unsigned set = __ballot_sync(whole_warp, is_set);
    peers &= is_set ? set : ~set;
  }
  return has_run ? peers : 0;
}

/// grid: a block per chunk; block: threads. Goes through its chunk in rounds of a run for each thread.
__global__ void __launch_bounds__(threads) sort_runs(ListMemory memory, int shift) {
  __shared__ typename Scan::TempStorage storage;
  __shared__ std::uint32_t next_place[shared::DIGITS];        // of the next run with this digit
  __shared__ std::uint32_t warp_runs[warps][shared::DIGITS];  // of each warp, runs with each digit
  const std::uint32_t runs = *memory.listed_runs;
  const std::uint32_t chunks = chunks_of(runs, shared::SORT_CHUNK);
  if (blockIdx.x >= chunks) return;
  const unsigned own = threadIdx.x;
  const unsigned warp = own / warp_threads;
  std::uint32_t all = 0;
  next_place[own] = sum_before(storage, memory.digit_totals[own], all) + memory.counts[own * chunks + blockIdx.x];
  const std::uint32_t begin = blockIdx.x * shared::SORT_CHUNK;
  const std::uint32_t end = min(begin + shared::SORT_CHUNK, runs);
  for (std::uint32_t from = begin; from < end; from += threads) {
    const bool has_run = from + own < end;
    const LabelRun run = has_run ? memory.runs[from + own] : LabelRun{0, 0};
    const std::uint32_t digit = digit_of(run, shift);
    for (int i = 0; i < warps; ++i) warp_runs[i][own] = 0;
    const unsigned peers = find_peers(digit, has_run);
    const auto in_warp = static_cast<std::uint32_t>(shared::bitCount(peers & ((1U << own % warp_threads) - 1)));
    __syncthreads();
    if (has_run && in_warp == 0) warp_runs[warp][digit] = static_cast<std::uint32_t>(shared::bitCount(peers));
    __syncthreads();
    if (has_run) {
      std::uint32_t place = next_place[digit] + in_warp;
      for (unsigned i = 0; i < warp; ++i) place += warp_runs[i][digit];
      memory.sorted_runs[place] = run;
    }
    __syncthreads();
    for (int i = 0; i < warps; ++i) next_place[own] += warp_runs[i][own];
  }
}

/// grid: a thread per run; block: threads.
__global__ void __launch_bounds__(threads) count_elements(ListMemory memory) {
  __shared__ typename Scan::TempStorage storage;
  const std::uint32_t runs = *memory.listed_runs;
  if (blockIdx.x * threads >= runs) return;
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  std::uint32_t all = 0;
  sum_before(storage, i < runs ? shared::length_of_run(memory.runs[i].word) : 0U, all);
  if (threadIdx.x == 0) memory.counts[blockIdx.x] = all;
}

/// grid: 1; block: scan_threads.
__global__ void __launch_bounds__(scan_threads) sum_elements(ListMemory memory) {
  sum_values_before(memory.counts, chunks_of(*memory.listed_runs, threads));
}

/// The offsets of all lists that begin with run `i` or are empty before it; behind the last run also of the others.
__device__ void write_offsets(const ListMemory& memory, std::uint32_t runs, std::uint32_t i, std::uint32_t offset,
                              std::uint32_t length) {
  const std::uint32_t own = shared::list_of_run(memory.runs[i].word);
  std::uint32_t list = i == 0 ? 0 : shared::list_of_run(memory.runs[i - 1].word) + 1;
  for (; list <= own; ++list) memory.offsets[list] = offset;
  if (i + 1 != runs) return;
  for (; list <= memory.header->lists; ++list) memory.offsets[list] = offset + length;
}

/// grid: a thread per run; block: threads. The threads write the elements of all runs one behind the other.
__global__ void __launch_bounds__(threads) write_lists(ListMemory memory) {
  __shared__ typename Scan::TempStorage storage;
  __shared__ std::uint32_t first_element[threads];  // of each run, in the block
  __shared__ std::uint32_t first_place[threads];
  const std::uint32_t runs = *memory.listed_runs;
  if (runs == 0 && blockIdx.x == 0) {
    for (std::uint32_t i = threadIdx.x; i <= memory.header->lists; i += threads) memory.offsets[i] = 0;
  }
  if (blockIdx.x * threads >= runs) return;
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  const LabelRun run = i < runs ? memory.runs[i] : LabelRun{0, 0};
  const std::uint32_t length = i < runs ? shared::length_of_run(run.word) : 0;
  std::uint32_t all = 0;
  const std::uint32_t before = sum_before(storage, length, all);
  first_element[threadIdx.x] = before;
  first_place[threadIdx.x] = run.first;
  __syncthreads();
  const std::uint32_t begin = memory.counts[blockIdx.x];
  if (i < runs) write_offsets(memory, runs, i, begin + before, length);
  for (std::uint32_t element = threadIdx.x; element < all; element += threads) {
    std::uint32_t at = 0;  // the last run that begins at the element or before
    for (std::uint32_t step = threads / 2; step > 0; step /= 2) {
      if (first_element[at + step] <= element) at += step;
    }
    memory.places[begin + element] = first_place[at] + element - first_element[at];
  }
}

std::uint32_t tiles_of(const Extent& extent) { return blocks_for(extent.elements(), shared::LIST_TILE); }

}  // namespace

std::size_t list_counts(const Extent& extent, std::uint32_t max_runs) {
  const std::size_t digits = std::size_t{shared::DIGITS} * blocks_for(max_runs, shared::SORT_CHUNK);
  return std::max({std::size_t{2} * tiles_of(extent), digits, std::size_t{blocks_for(max_runs, threads)}});
}

Status list_labels(const Job& job, const ListMemory& memory, const LabelRows& labels, const std::uint32_t* count) {
  const LabelPlaces places{labels, job.extent, static_cast<std::uint32_t>(job.extent.elements())};
  const unsigned tiles = tiles_of(job.extent);
  if (Status launched = launch("count_runs", job, tiles, threads, count_runs, memory, places, count); !launched) {
    return launched;
  }
  if (Status launched = launch("sum_runs", job, 1, scan_threads, sum_runs, memory, tiles, count); !launched) {
    return launched;
  }
  if (Status launched = launch("list_runs", job, tiles, threads, list_runs, memory, places, count); !launched) {
    return launched;
  }
  ListMemory sorted = memory;
  const unsigned chunks = blocks_for(memory.max_runs, shared::SORT_CHUNK);
  const int bits = shared::LENGTH_BITS + std::bit_width(memory.max_components - 1);
  for (int shift = shared::LENGTH_BITS; shift < bits; shift += shared::DIGIT_BITS) {
    if (Status launched = launch("count_digits", job, chunks, threads, count_digits, sorted, shift); !launched) {
      return launched;
    }
    if (Status launched = launch("sum_digits", job, shared::DIGITS, threads, sum_digits, sorted); !launched) {
      return launched;
    }
    if (Status launched = launch("sort_runs", job, chunks, threads, sort_runs, sorted, shift); !launched) {
      return launched;
    }
    std::swap(sorted.runs, sorted.sorted_runs);
  }
  const unsigned run_blocks = blocks_for(memory.max_runs, threads);
  if (Status launched = launch("count_elements", job, run_blocks, threads, count_elements, sorted); !launched) {
    return launched;
  }
  if (Status launched = launch("sum_elements", job, 1, scan_threads, sum_elements, sorted); !launched) return launched;
  if (Status launched = launch("write_lists", job, run_blocks, threads, write_lists, sorted); !launched) {
    return launched;
  }
  return {};
}

}  // namespace glccl::cuda
