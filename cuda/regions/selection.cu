// Selections by seeds, and boundaries. glsl/regions/regions.glsl describes the passes.
#include <cuda_runtime.h>

#include <algorithm>
#include <cub/block/block_scan.cuh>

#include "cuda/regions/chunks.cuh"
#include "cuda/regions/regions.hpp"
#include "cuda/runtime/label_rows.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/label_pairs.h"
#include "glsl/shared/regions.h"

namespace glccl::cuda {
namespace {

constexpr int strips = region_threads / shared::REGION_COLUMNS;  ///< Threads of a block in y.
static_assert(shared::REGION_COLUMNS == warp_threads);

__device__ std::uint32_t grid_index() { return blockIdx.x * region_threads + threadIdx.x; }

__device__ std::uint32_t first_slot(const SelectionMemory& memory, std::uint32_t label) {
  return shared::hash_of_pair(label, 0U) & (memory.slot_count - 1);
}

/// grid: slots in blocks; block: region_threads.
__global__ void begin_selection(SelectionMemory memory) {
  const std::uint32_t i = grid_index();
  if (i < memory.slot_count) memory.slots[i] = {0, shared::NO_SEED, 0};
}

/// grid: seeds in blocks; block: region_threads. There are more slots than seeds, so that the search ends.
__global__ void find_seeds(SelectionMemory memory, LabelRows labels, Extent extent, std::uint32_t seeds) {
  const std::uint32_t i = grid_index();
  if (i >= seeds) return;
  const Position at = memory.positions[i];
  const bool inside =
      at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < extent.width && at.y < extent.height && at.z < extent.depth;
  const auto row =
      static_cast<std::uint32_t>(at.z) * static_cast<std::uint32_t>(extent.height) + static_cast<std::uint32_t>(at.y);
  const std::uint32_t label = inside ? load_label(labels, extent, static_cast<std::uint32_t>(at.x), row) : 0;
  std::uint32_t slot = 0;
  if (label != 0) {
    slot = first_slot(memory, label);
    for (;;) {
      const std::uint32_t found = atomicCAS(&memory.slots[slot].label, 0U, label);
      if (found == 0 || found == label) break;
      slot = (slot + 1) & (memory.slot_count - 1);
    }
    atomicMin(&memory.slots[slot].first, i);
  }
  memory.rows[i].label = label;
  memory.rows[i].number = slot;
}

/// grid: 1; block: region_threads.
__global__ void number_seeds(SelectionMemory memory, std::uint32_t seeds) {
  using Scan = cub::BlockScan<std::uint32_t, region_threads>;
  __shared__ typename Scan::TempStorage storage;
  std::uint32_t numbered = 0;
  for (std::uint32_t from = 0; from < seeds; from += region_threads) {
    const std::uint32_t i = from + threadIdx.x;
    const SeedRow row = i < seeds ? memory.rows[i] : SeedRow{};
    const bool is_first = row.label != 0 && memory.slots[row.number].first == i;
    std::uint32_t before = 0;
    std::uint32_t all = 0;
    Scan(storage).ExclusiveSum(is_first ? 1U : 0U, before, all);
    if (is_first) memory.slots[row.number].number = numbered + before + 1;
    numbered += all;
    __syncthreads();  // before the storage is used again
  }
  if (threadIdx.x < shared::SEEDS_HEADER_WORDS) {
    memory.header[threadIdx.x] = threadIdx.x == 0 ? seeds : threadIdx.x == 1 ? numbered : 0;
  }
}

/// grid: seeds in blocks; block: region_threads.
__global__ void report_seeds(SelectionMemory memory, std::uint32_t seeds) {
  const std::uint32_t i = grid_index();
  if (i >= seeds) return;
  const SeedRow row = memory.rows[i];
  memory.rows[i].number = row.label == 0 ? 0 : memory.slots[row.number].number;
}

/// The number of a label in the selection; 0: it is not selected.
__device__ std::uint32_t number_of(const SelectionMemory& memory, std::uint32_t label) {
  if (label == 0) return 0;
  std::uint32_t at = first_slot(memory, label);
  while (memory.slots[at].label != 0 && memory.slots[at].label != label) at = (at + 1) & (memory.slot_count - 1);
  return memory.slots[at].number;
}

/// grid: columns in warps, blocks of rows, grid_of(); block: 32 x strips. A thread goes down SELECTED_ROWS rows.
__global__ void __launch_bounds__(region_threads)
    write_selection(SelectionMemory memory, LabelRows labels, Extent extent) {
  const std::uint32_t rows = static_cast<std::uint32_t>(extent.height) * static_cast<std::uint32_t>(extent.depth);
  const std::uint32_t x = blockIdx.x * shared::REGION_COLUMNS + threadIdx.x;
  const std::uint32_t top = (block_row() * strips + threadIdx.y) * shared::SELECTED_ROWS;
  if (x >= static_cast<std::uint32_t>(extent.width)) return;
  std::uint32_t last = 0;
  std::uint32_t number = 0;
  for (std::uint32_t i = 0; i < shared::SELECTED_ROWS && top + i < rows; ++i) {
    const std::uint32_t label = load_label(labels, extent, x, top + i);
    if (label != last) {
      last = label;
      number = number_of(memory, label);
    }
    const std::size_t place = static_cast<std::size_t>(top + i) * extent.width + x;
    if (memory.mask != nullptr) memory.mask[place] = number == 0 ? 0 : 1;
    if (memory.labels != nullptr) memory.labels[place] = number;
  }
}

/// grid: columns in warps, blocks of rows, grid_of(); block: 32 x strips. A neighbour outside is replaced by the
/// nearest element inside, which is a neighbour too, or the element itself.
__global__ void __launch_bounds__(region_threads)
    boundaries(LabelRows labels, Extent extent, int hops, std::uint8_t* mask) {
  const auto column = static_cast<int>(blockIdx.x * shared::REGION_COLUMNS + threadIdx.x);
  const std::uint32_t row = block_row() * strips + threadIdx.y;
  const auto height = static_cast<std::uint32_t>(extent.height);
  if (column >= extent.width || row >= height * static_cast<std::uint32_t>(extent.depth)) return;
  const auto in_slice = static_cast<int>(row % height);
  const auto slice = static_cast<int>(row / height);
  const std::uint32_t label = load_label(labels, extent, static_cast<std::uint32_t>(column), row);
  const int depth_steps = extent.depth > 1 ? 1 : 0;
  bool found = false;
  for (int z = -depth_steps; label != 0 && z <= depth_steps; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        if (!shared::are_neighbors(x, y, z, hops)) continue;
        const int other_x = min(max(column + x, 0), extent.width - 1);
        const int other_y = min(max(in_slice + y, 0), extent.height - 1);
        const int other_z = min(max(slice + z, 0), extent.depth - 1);
        const std::uint32_t other = static_cast<std::uint32_t>(other_z) * height + static_cast<std::uint32_t>(other_y);
        found = found || load_label(labels, extent, static_cast<std::uint32_t>(other_x), other) != label;
      }
    }
  }
  mask[static_cast<std::size_t>(row) * extent.width + column] = found ? 1 : 0;
}

/// A grid over columns, and over rows of all slices of which a thread has `rows_each`.
dim3 grid_over(const Extent& extent, int rows_each) {
  const std::int64_t rows = std::int64_t{extent.height} * extent.depth;
  return grid_of(blocks_for(extent.width, shared::REGION_COLUMNS), blocks_for(rows, std::int64_t{strips} * rows_each));
}

const dim3 block_of_columns(shared::REGION_COLUMNS, strips);

}  // namespace

Result<void> select_labels(const Job& job, const SelectionMemory& memory, const LabelRows& labels,
                           std::uint32_t seeds) {
  const unsigned slot_blocks = blocks_for(memory.slot_count, region_threads);
  const unsigned seed_blocks = blocks_for(seeds, region_threads);
  if (Result<void> launched = launch("begin_selection", job, slot_blocks, region_threads, begin_selection, memory);
      !launched) {
    return launched;
  }
  if (Result<void> launched =
          launch("find_seeds", job, seed_blocks, region_threads, find_seeds, memory, labels, job.extent, seeds);
      !launched) {
    return launched;
  }
  if (Result<void> launched = launch("number_seeds", job, 1, region_threads, number_seeds, memory, seeds); !launched) {
    return launched;
  }
  if (Result<void> launched = launch("report_seeds", job, seed_blocks, region_threads, report_seeds, memory, seeds);
      !launched) {
    return launched;
  }
  if (memory.mask == nullptr && memory.labels == nullptr) return {};
  return launch("write_selection", job, grid_over(job.extent, shared::SELECTED_ROWS), block_of_columns, write_selection,
                memory, labels, job.extent);
}

Result<void> find_label_boundaries(const Job& job, const LabelRows& labels, int hops, std::uint8_t* mask) {
  return launch("find_boundaries", job, grid_over(job.extent, 1), block_of_columns, boundaries, labels, job.extent,
                hops, mask);
}

}  // namespace glccl::cuda
