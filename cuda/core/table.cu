// Areas, boxes and sums of coordinates: runs of equal labels down the columns are summed in registers, and only their
// sums meet in the table by atomics. Where a warp's 32 columns end in one component, which is where a component is
// large and its row in demand, the warp sums once more.
#include "cuda/core/forest.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/core/table.cuh"
#include "cuda/core/table.hpp"

namespace glccl::cuda {
namespace {

constexpr int warp_lanes = 32;
constexpr int warps_in_block = 8;
constexpr int block_threads = warp_lanes * warps_in_block;
/// Rows that a warp goes down.
constexpr int band = 32;
constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// Pixels of one component: of one column, later of several.
struct Run {
  std::uint32_t label;  ///< 0: none
  std::uint32_t area;   ///< at most 32 x 32
  std::uint32_t sum_x;  ///< at most 1024 x 32767
  std::uint32_t sum_y;
  std::uint32_t x0;
  std::uint32_t x1;
  std::uint32_t y1;
};

/// Adds a run to its component's row.
__device__ void add_run(const TableView& table, const Run& run) {
  if (run.label == 0) return;
  add_to_row(table, run.label, {run.area, run.sum_x, run.sum_y, run.x0, run.x1, run.y1});
}

/// All lanes' last runs, at once where they are of one component. Called by whole warps.
__device__ void add_runs_of_warp(const TableView& table, Run run) {
  const unsigned with_run = __ballot_sync(all_lanes, run.label != 0);
  if (with_run == 0) return;
  const std::uint32_t label = __shfl_sync(all_lanes, run.label, __ffs(with_run) - 1);
  if (!__all_sync(all_lanes, run.label == label || run.label == 0)) {
    add_run(table, run);
    return;
  }
  for (int step = warp_lanes / 2; step > 0; step /= 2) {
    run.area += __shfl_xor_sync(all_lanes, run.area, step);
    run.sum_x += __shfl_xor_sync(all_lanes, run.sum_x, step);
    run.sum_y += __shfl_xor_sync(all_lanes, run.sum_y, step);
    run.x0 = min(run.x0, __shfl_xor_sync(all_lanes, run.x0, step));
    run.x1 = max(run.x1, __shfl_xor_sync(all_lanes, run.x1, step));
    run.y1 = max(run.y1, __shfl_xor_sync(all_lanes, run.y1, step));
  }
  run.label = label;
  if (threadIdx.x == 0) add_run(table, run);
}

/// What min, max and sums leave as it is.
__device__ Run no_run() { return {0, 0, 0, 0, 0xFFFFFFFFU, 0, 0}; }

/// A lane has a column, a warp 32 of them and `band` rows. grid: columns in warps, rows in blocks of 8 bands; block:
/// 32 x 8. Lanes beyond the image stay with their warp.
__global__ void __launch_bounds__(block_threads) measure(const std::uint32_t* forest, TableView table) {
  const int x = blockIdx.x * warp_lanes + threadIdx.x;
  const int top = (blockIdx.y * warps_in_block + threadIdx.y) * band;
  const int bottom = min(top + band, table.extent.height);
  Run run = no_run();
  if (x < table.extent.width) {
    for (int y = top; y < bottom; ++y) {
      const std::uint32_t label = final_label(forest, static_cast<std::uint32_t>(y) * table.extent.width + x);
      if (label != run.label) {
        add_run(table, run);
        run = no_run();
        run.label = label;
      }
      if (label == 0) continue;
      run.area += 1;
      run.sum_x += x;
      run.sum_y += y;
      run.x0 = run.x1 = x;
      run.y1 = y;
    }
  }
  add_runs_of_warp(table, run);
}

__global__ void write_header_of(TableView table, const std::uint32_t* count) { write_header(table, *count); }

}  // namespace

Status measure_components(const Job& job, const std::uint32_t* count) {
  const TableView table = table_view(job);
  const dim3 grid(blocks_for(job.extent.width, warp_lanes), blocks_for(job.extent.height, band * warps_in_block));
  Status status = launch("measure_components", job, grid, dim3(warp_lanes, warps_in_block), measure, job.forest, table);
  if (!status) return status;
  return launch("write_header", job, 1, 1, write_header_of, table, count);
}

}  // namespace glccl::cuda
