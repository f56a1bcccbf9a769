// Consecutive labels by prefix sum, as section 35.4.2 of Stava and Benes proposes. The roots before a root in raster
// order are counted in two levels, blocks of pixels and pixels of a block (after M. Harris et al., Parallel prefix sum
// (scan) with CUDA, GPU Gems 3, chapter 39), so no second array of the image's size is needed. The number replaces the
// root's own entry in the forest.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "cuda/measure/table.cuh"
#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/number.hpp"
#include "cuda/methods/common/pixels.cuh"
#include "cuda/runtime/arrays.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/scan.cuh"

namespace glccl::cuda {
namespace {

constexpr int number_threads = 256;
constexpr int label_threads = 256;
constexpr int rounds = 16;
/// Pixels of a block. Neighbouring threads have neighbouring pixels, round by round.
constexpr std::uint32_t block_pixels = number_threads * rounds;

__device__ bool is_root(const std::uint32_t* forest, std::uint32_t index) { return forest[index] == index + 1; }

/// grid: blocks of block_pixels; block: number_threads. counts[block] becomes its number of roots.
__global__ void __launch_bounds__(number_threads)
    count_roots(const std::uint32_t* forest, std::uint32_t pixels, std::uint32_t* counts) {
  using Reduce = cub::BlockReduce<std::uint32_t, number_threads>;
  __shared__ typename Reduce::TempStorage storage;
  std::uint32_t roots = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t index = blockIdx.x * block_pixels + round * number_threads + threadIdx.x;
    if (index < pixels && is_root(forest, index)) ++roots;
  }
  const std::uint32_t sum = Reduce(storage).Sum(roots);
  if (threadIdx.x == 0) counts[blockIdx.x] = sum;
}

/// grid: one block. counts[i] becomes the sum of the counts before it, counts[entries] the sum of all.
__global__ void __launch_bounds__(scan_threads) scan_counts(std::uint32_t* counts, std::uint32_t entries) {
  const std::uint64_t all = sum_values_before(counts, entries);
  if (threadIdx.x == 0) counts[entries] = static_cast<std::uint32_t>(all);
}

/// grid and block: as for count_roots. A thread touches only the entries of its own pixels.
__global__ void __launch_bounds__(number_threads)
    number_roots_of_blocks(std::uint32_t* forest, std::uint32_t pixels, const std::uint32_t* counts, TableView table) {
  using Scan = cub::BlockScan<std::uint32_t, number_threads>;
  __shared__ typename Scan::TempStorage storage;
  std::uint32_t before = counts[blockIdx.x];
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t index = blockIdx.x * block_pixels + round * number_threads + threadIdx.x;
    const bool root = index < pixels && is_root(forest, index);
    std::uint32_t rank = 0;
    std::uint32_t total = 0;
    Scan(storage).ExclusiveSum(root ? 1U : 0U, rank, total);
    if (root) {
      const std::uint32_t number = before + rank + 1;
      forest[index] = number | numbered;
      begin_row(table, number, index);
    }
    before += total;
    __syncthreads();  // before the storage is used again
  }
}

/// One thread per pixel. grid: columns in blocks of label_threads, rows of all slices, grid_of(); block: label_threads.
__global__ void write_labels_to(const std::uint32_t* forest, Extent extent, VolumeTarget target) {
  const std::uint32_t x = blockIdx.x * label_threads + threadIdx.x;
  const std::uint32_t row = block_row();
  const std::uint32_t height = extent.height;
  if (x >= static_cast<std::uint32_t>(extent.width) || row >= height * static_cast<std::uint32_t>(extent.depth)) return;
  const std::uint32_t y = row % height;
  const PixelTarget slice = slice_of(target, static_cast<int>(row / height));
  const std::uint32_t label = final_label(forest, row * extent.width + x);
  if (slice.values == nullptr) {
    store_on_surface(slice, static_cast<int>(x), static_cast<int>(y), label);
    return;
  }
  auto* begin = reinterpret_cast<unsigned char*>(slice.values) + static_cast<std::size_t>(y) * slice.pitch;
  store_entry(reinterpret_cast<std::uint32_t*>(begin), x, label);
}

std::uint32_t block_count(Extent extent) { return blocks_for(extent.elements(), block_pixels); }

}  // namespace

std::size_t count_entries(Extent extent) { return std::size_t{block_count(extent)} + 1; }

std::size_t position_of_count(Extent extent) { return block_count(extent); }

Result<void> number_roots(const Job& job, std::uint32_t* counts) {
  const std::uint32_t blocks = block_count(job.extent);
  const auto pixels = static_cast<std::uint32_t>(job.extent.elements());
  const Result<void> counted =
      launch("count_roots", job, blocks, number_threads, count_roots, job.forest, pixels, counts);
  if (!counted) return counted;
  const Result<void> scanned = launch("scan_counts", job, 1, scan_threads, scan_counts, counts, blocks);
  if (!scanned) return scanned;
  const TableView table = table_view(job);
  return launch("number_roots", job, blocks, number_threads, number_roots_of_blocks, job.forest, pixels, counts, table);
}

Result<void> write_labels(const Job& job) {
  const unsigned rows = static_cast<unsigned>(job.extent.height) * static_cast<unsigned>(job.extent.depth);
  const dim3 grid = grid_of(blocks_for(job.extent.width, label_threads), rows);
  return launch("write_labels", job, grid, label_threads, write_labels_to, job.forest, job.extent, target_of(job));
}

}  // namespace glccl::cuda
