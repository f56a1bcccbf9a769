// Lists of the elements of each component: a stable radix sort of runs by label. glsl/regions/lists.glsl describes the
// passes, and why no result depends on the order of threads.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>

#include "cuda/regions/chunks.cuh"
#include "cuda/regions/regions.hpp"
#include "cuda/runtime/label_rows.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/scan.cuh"
#include "glsl/shared/regions.h"

namespace glccl::cuda {
namespace {

constexpr int places_each = shared::LIST_TILE / region_threads;

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

/// grid: a block per tile; block: region_threads. Runs of all tiles, then elements of all tiles.
__global__ void __launch_bounds__(region_threads)
    count_runs(ListMemory memory, LabelPlaces labels, const std::uint32_t* count) {
  __shared__ typename RegionScan::TempStorage storage;
  const std::uint32_t components = *count;
  std::uint32_t runs_and_elements = 0;  // elements in the upper half
  for (std::uint32_t i = threadIdx.x; i < shared::LIST_TILE; i += region_threads) {
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
  memory.sort.counts[blockIdx.x] = all & 0xFFFFU;
  memory.sort.counts[gridDim.x + blockIdx.x] = all >> 16;
}

/// grid: 1; block: scan_threads.
__global__ void __launch_bounds__(scan_threads)
    sum_runs(ListMemory memory, std::uint32_t tiles, const std::uint32_t* count) {
  const auto runs = static_cast<std::uint32_t>(sum_values_before(memory.sort.counts, tiles));
  const auto elements = static_cast<std::uint32_t>(sum_values_before(memory.sort.counts + tiles, tiles));
  if (threadIdx.x != 0) return;
  const std::uint32_t components = *count;
  const std::uint32_t overflow = shared::list_overflow(components, memory.max_components, elements, memory.max_elements,
                                                       runs, memory.sort.max_entries);
  *memory.header = {
      components,          overflow == 0 ? components : 0, elements, runs, overflow, memory.max_components,
      memory.max_elements, memory.sort.max_entries};
  *memory.sort.entry_count = overflow == 0 ? runs : 0;
  memory.offsets[0] = 0;
}

/// grid: a block per tile; block: region_threads. A run begins and ends in one tile, so the n-th begin belongs to the
/// n-th end.
__global__ void __launch_bounds__(region_threads)
    list_runs(ListMemory memory, LabelPlaces labels, const std::uint32_t* count) {
  __shared__ typename RegionScan::TempStorage storage;
  __shared__ SortEntry found[shared::LIST_TILE];  // its word is the label yet
  __shared__ std::uint32_t last[shared::LIST_TILE];
  if (*memory.sort.entry_count == 0) return;
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
  SortEntry* runs = memory.sort.entries + memory.sort.counts[blockIdx.x];
  for (std::uint32_t i = threadIdx.x; i < all; i += region_threads) {
    runs[i] = {shared::run_word(found[i].word, last[i] - found[i].value + 1), found[i].value};
  }
}

/// grid: a thread per run; block: region_threads.
__global__ void __launch_bounds__(region_threads) count_elements(ListMemory memory) {
  __shared__ typename RegionScan::TempStorage storage;
  const std::uint32_t runs = *memory.sort.entry_count;
  if (blockIdx.x * region_threads >= runs) return;
  const std::uint32_t i = blockIdx.x * region_threads + threadIdx.x;
  std::uint32_t all = 0;
  sum_before(storage, i < runs ? shared::length_of_run(memory.sort.entries[i].word) : 0U, all);
  if (threadIdx.x == 0) memory.sort.counts[blockIdx.x] = all;
}

/// grid: 1; block: scan_threads.
__global__ void __launch_bounds__(scan_threads) sum_elements(ListMemory memory) {
  sum_values_before(memory.sort.counts, chunks_of(*memory.sort.entry_count, region_threads));
}

/// The offsets of all lists that begin with run `i` or are empty before it; behind the last run also of the others.
__device__ void write_offsets(const ListMemory& memory, std::uint32_t runs, std::uint32_t i, std::uint32_t offset,
                              std::uint32_t length) {
  const std::uint32_t own = shared::list_of_run(memory.sort.entries[i].word);
  std::uint32_t list = i == 0 ? 0 : shared::list_of_run(memory.sort.entries[i - 1].word) + 1;
  for (; list <= own; ++list) memory.offsets[list] = offset;
  if (i + 1 != runs) return;
  for (; list <= memory.header->lists; ++list) memory.offsets[list] = offset + length;
}

/// grid: a thread per run; block: region_threads. The threads write the elements of all runs one behind the other.
__global__ void __launch_bounds__(region_threads) write_lists(ListMemory memory) {
  __shared__ typename RegionScan::TempStorage storage;
  __shared__ std::uint32_t first_element[region_threads];  // of each run, in the block
  __shared__ std::uint32_t first_place[region_threads];
  const std::uint32_t runs = *memory.sort.entry_count;
  if (runs == 0 && blockIdx.x == 0) {
    for (std::uint32_t i = threadIdx.x; i <= memory.header->lists; i += region_threads) memory.offsets[i] = 0;
  }
  if (blockIdx.x * region_threads >= runs) return;
  const std::uint32_t i = blockIdx.x * region_threads + threadIdx.x;
  const SortEntry run = i < runs ? memory.sort.entries[i] : SortEntry{0, 0};
  const std::uint32_t length = i < runs ? shared::length_of_run(run.word) : 0;
  std::uint32_t all = 0;
  const std::uint32_t before = sum_before(storage, length, all);
  first_element[threadIdx.x] = before;
  first_place[threadIdx.x] = run.value;
  __syncthreads();
  const std::uint32_t begin = memory.sort.counts[blockIdx.x];
  if (i < runs) write_offsets(memory, runs, i, begin + before, length);
  for (std::uint32_t element = threadIdx.x; element < all; element += region_threads) {
    std::uint32_t at = 0;  // the last run that begins at the element or before
    for (std::uint32_t step = region_threads / 2; step > 0; step /= 2) {
      if (first_element[at + step] <= element) at += step;
    }
    memory.places[begin + element] = first_place[at] + element - first_element[at];
  }
}

std::uint32_t tiles_of(const Extent& extent) { return blocks_for(extent.elements(), shared::LIST_TILE); }

}  // namespace

std::size_t list_counts(const Extent& extent, std::uint32_t max_runs) {
  return std::max(std::size_t{2} * tiles_of(extent), std::size_t{blocks_for(max_runs, region_threads)});
}

Result<void> list_labels(const Job& job, const ListMemory& memory, const LabelRows& labels,
                         const std::uint32_t* count) {
  const LabelPlaces places{labels, job.extent, static_cast<std::uint32_t>(job.extent.elements())};
  const unsigned tiles = tiles_of(job.extent);
  if (Result<void> launched = launch("count_runs", job, tiles, region_threads, count_runs, memory, places, count);
      !launched) {
    return launched;
  }
  if (Result<void> launched = launch("sum_runs", job, 1, scan_threads, sum_runs, memory, tiles, count); !launched) {
    return launched;
  }
  if (Result<void> launched = launch("list_runs", job, tiles, region_threads, list_runs, memory, places, count);
      !launched) {
    return launched;
  }
  ListMemory sorted = memory;
  const int bits = shared::LENGTH_BITS + std::bit_width(memory.max_components - 1);
  if (Result<void> launched = sort_by_words(job, sorted.sort, shared::LENGTH_BITS, bits); !launched) return launched;
  const unsigned run_blocks = blocks_for(memory.sort.max_entries, region_threads);
  if (Result<void> launched = launch("count_elements", job, run_blocks, region_threads, count_elements, sorted);
      !launched) {
    return launched;
  }
  if (Result<void> launched = launch("sum_elements", job, 1, scan_threads, sum_elements, sorted); !launched)
    return launched;
  if (Result<void> launched = launch("write_lists", job, run_blocks, region_threads, write_lists, sorted); !launched) {
    return launched;
  }
  return {};
}

}  // namespace glccl::cuda
