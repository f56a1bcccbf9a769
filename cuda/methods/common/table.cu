// Areas, boxes and sums of coordinates. A thread sums runs of equal labels down a column in registers, and adds only
// the sums of a run to the table, by atomics. If the last runs of a warp's 32 columns belong to one component, the warp
// adds them up first: this happens in large components, whose rows many threads add to.
#include "cuda/measure/table.cuh"
#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/table.hpp"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"

namespace glccl::cuda {
namespace {

constexpr int warps_in_block = 8;
constexpr int block_threads = warp_threads * warps_in_block;
/// Rows of a warp.
constexpr int warp_rows = 32;

/// Sums over pixels of one component in a warp's 32 x 32 pixels of a slice. Coordinates are counted from the warp's
/// first pixel.
struct ColumnRun {
  std::uint32_t label;  ///< 0: no component.
  std::uint32_t area;   ///< At most 32 * 32.
  std::uint32_t sum_x;  ///< At most 1024 * 31.
  std::uint32_t sum_y;
  std::uint32_t x0;
  std::uint32_t x1;
  std::uint32_t y0;
  std::uint32_t y1;
};

/// The first pixel of a warp. Unsigned, because blocks may reach beyond 2^31 - 1.
struct WarpOrigin {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t z;
};

/// Adds a run to its component's row.
__device__ void add_run(const TableView& table, const ColumnRun& run, WarpOrigin origin) {
  if (run.label == 0) return;
  const std::uint64_t area = run.area;
  add_to_row(table, run.label,
             {run.area, run.sum_x + area * origin.x, run.sum_y + area * origin.y, area * origin.z, origin.x + run.x0,
              origin.x + run.x1, origin.y + run.y0, origin.y + run.y1, origin.z},
             table.extent.depth > 1);
}

/// Adds the last runs of all lanes, at once if they belong to one component. Whole warps must call it.
__device__ void add_runs_of_warp(const TableView& table, ColumnRun run, WarpOrigin origin) {
  const unsigned with_run = __ballot_sync(whole_warp, run.label != 0);
  if (with_run == 0) return;
  const std::uint32_t label = __shfl_sync(whole_warp, run.label, __ffs(with_run) - 1);
  if (!__all_sync(whole_warp, run.label == label || run.label == 0)) {
    add_run(table, run, origin);
    return;
  }
  run.area = sum_of_warp(run.area);
  run.sum_x = sum_of_warp(run.sum_x);
  run.sum_y = sum_of_warp(run.sum_y);
  run.x0 = min_of_warp(run.x0);
  run.x1 = max_of_warp(run.x1);
  run.y0 = min_of_warp(run.y0);
  run.y1 = max_of_warp(run.y1);
  run.label = label;
  if (threadIdx.x == 0) add_run(table, run, origin);
}

/// The neutral element of sums, minima and maxima.
__device__ ColumnRun no_run() { return {0, 0, 0, 0, 0xFFFFFFFFU, 0, 0xFFFFFFFFU, 0}; }

/// A lane has one column of its warp's 32 columns and warp_rows rows of a slice, of which blocks of 8 warps have
/// `slice_blocks`. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 8. Lanes outside the image
/// stay, because whole warps add up.
__global__ void __launch_bounds__(block_threads)
    measure(const std::uint32_t* forest, TableView table, unsigned slice_blocks) {
  const unsigned block = block_row();
  const WarpOrigin origin = {blockIdx.x * warp_threads,
                             (block % slice_blocks * warps_in_block + threadIdx.y) * warp_rows, block / slice_blocks};
  if (origin.z >= static_cast<std::uint32_t>(table.extent.depth)) return;
  const std::uint32_t width = table.extent.width;
  const std::uint32_t first_row = origin.z * static_cast<std::uint32_t>(table.extent.height);
  const std::uint32_t x = origin.x + threadIdx.x;
  const std::uint32_t bottom = min(origin.y + warp_rows, static_cast<std::uint32_t>(table.extent.height));
  ColumnRun run = no_run();
  if (x < width) {
    for (std::uint32_t y = origin.y; y < bottom; ++y) {
      const std::uint32_t label = final_label(forest, (first_row + y) * width + x);
      if (label != run.label) {
        add_run(table, run, origin);
        run = no_run();
        run.label = label;
      }
      if (label == 0) continue;
      run.area += 1;
      run.sum_x += threadIdx.x;
      run.sum_y += y - origin.y;
      run.x0 = run.x1 = threadIdx.x;
      run.y0 = min(run.y0, y - origin.y);
      run.y1 = y - origin.y;
    }
  }
  add_runs_of_warp(table, run, origin);
}

__global__ void write_header_of(TableView table, const std::uint32_t* count) { write_header(table, *count, *count); }

}  // namespace

Result<void> measure_components(const Job& job, const std::uint32_t* count) {
  const TableView table = table_view(job);
  const unsigned slice_blocks = blocks_for(job.extent.height, warp_rows * warps_in_block);
  const dim3 grid =
      grid_of(blocks_for(job.extent.width, warp_threads), slice_blocks * static_cast<unsigned>(job.extent.depth));
  Result<void> status = launch("measure_components", job, grid, dim3(warp_threads, warps_in_block), measure, job.forest,
                               table, slice_blocks);
  if (!status) return status;
  return launch("write_header", job, 1, 1, write_header_of, table, count);
}

}  // namespace glccl::cuda
