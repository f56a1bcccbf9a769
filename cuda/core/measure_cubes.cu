// Cubes (glccl/table.hpp) from labels of volumes, for every method. It is the pass of the same name in
// glsl/compute/volumes.
//
// A lane goes down a column of 32 windows of a slice and keeps the sums of the component that it met last. At the end
// the block adds up those of one component, so that a large component costs few atomics on the table.
#include "cuda/core/launch.cuh"
#include "cuda/core/measure_labels.hpp"
#include "cuda/core/measured_labels.cuh"
#include "cuda/core/table.cuh"
#include "glsl/shared/cubes.h"

namespace glccl::cuda {
namespace {

/// The labels of a window's voxels in one row: (x, z) at x + 2 z.
struct RowOfWindow {
  std::uint32_t labels[4];

  /// The row whose last voxel is (x, y) of the slice `here`. Outside of `before` and `here` there are no components.
  __device__ static RowOfWindow read(const LabelReader& before, const LabelReader& here, std::int64_t x,
                                     std::int64_t y) {
    return {{before.at(x - 1, y), before.at(x, y), here.at(x - 1, y), here.at(x, y)}};
  }
};

/// Adds sums to the row of their component, of which the column begins at `word`.
__device__ void add_sums(const TableView& table, std::uint32_t word, std::uint32_t label,
                         const shared::CubeSums& sums) {
  if (label == 0 || label > table.capacity) return;
  std::uint32_t* words = reinterpret_cast<std::uint32_t*>(&row_of(table, label)) + word;
  const int integers[] = {sums.faces_x, sums.faces_y, sums.faces_z, sums.euler_6, sums.euler_18, sums.euler_26};
#pragma unroll
  for (int i = 0; i < 6; ++i) {
    if (integers[i] != 0) add_64(words + 2 * i, static_cast<std::uint64_t>(std::int64_t{integers[i]}));
  }
}

/// A lane's way down its column.
struct CubeWalk {
  const TableView& table;
  std::uint32_t word;
  std::uint32_t met;  ///< The component that was met last; 0: none.
  shared::CubeSums sums;

  __device__ void add_cube(std::uint32_t label, std::uint32_t voxels) {
    if (label != met) {
      add_sums(table, word, met, sums);
      met = label;
      sums = {};
    }
    sums = shared::add_cubes(sums, shared::cube_sums(voxels));
  }

  /// Adds the window of two rows to the components that have some, but not all of its voxels.
  __device__ void add_window(const RowOfWindow& a, const RowOfWindow& b) {
    const std::uint32_t window[] = {a.labels[0], a.labels[1], b.labels[0], b.labels[1],
                                    a.labels[2], a.labels[3], b.labels[2], b.labels[3]};
    std::uint32_t left = 0;  // voxels of components that are not yet added
#pragma unroll
    for (int i = 0; i < 8; ++i) left |= window[i] != 0 ? 1U << i : 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if ((left >> i & 1U) == 0) continue;
      std::uint32_t voxels = 0;
#pragma unroll
      for (int j = i; j < 8; ++j) voxels |= window[j] == window[i] ? 1U << j : 0;
      left &= ~voxels;
      if (voxels != shared::ALL_VOXELS) add_cube(window[i], voxels);
    }
  }
};

/// Labels of the slice z; of one outside of the volume there are none.
__device__ LabelReader labels_of_slice(const VolumeTarget& target, const Extent& extent, std::int64_t z) {
  if (z < 0 || z >= extent.depth) return {target.labels, {0, 0}};
  return {slice_of(target, static_cast<int>(z)), extent};
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 8 warps have
/// `slice_blocks`. Windows reach one column, one row and one slice beyond the volume. `word` is where the column begins
/// in a row of the table. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 8.
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, TableView table, std::uint32_t word, unsigned slice_blocks) {
  __shared__ std::uint32_t smallest;
  __shared__ shared::CubeSums found;  // of the component `smallest`
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  const auto z = static_cast<std::int64_t>(origin.z);
  if (z > table.extent.depth) return;
  const bool is_first = threadIdx.x == 0 && threadIdx.y == 0;
  if (is_first) {
    smallest = no_label;
    found = {};
  }
  const LabelReader before = labels_of_slice(target, table.extent, z - 1);
  const LabelReader here = labels_of_slice(target, table.extent, z);
  const auto x = static_cast<std::int64_t>(origin.x + threadIdx.x);
  const auto top = static_cast<std::int64_t>(origin.y);
  CubeWalk walk = {table, word, 0, {}};
  RowOfWindow above = RowOfWindow::read(before, here, x, top - 1);
#pragma unroll 1
  for (int row = 0; row < warp_rows; ++row) {
    const RowOfWindow own = RowOfWindow::read(before, here, x, top + row);
    walk.add_window(above, own);
    above = own;
  }
  __syncthreads();

  // The smallest label tends to be that of a large component.
  if (walk.met != 0) atomicMin(&smallest, walk.met);
  __syncthreads();

  if (walk.met != smallest) {
    add_sums(table, word, walk.met, walk.sums);
  } else {
    atomicAdd(&found.faces_x, walk.sums.faces_x);
    atomicAdd(&found.faces_y, walk.sums.faces_y);
    atomicAdd(&found.faces_z, walk.sums.faces_z);
    atomicAdd(&found.euler_6, walk.sums.euler_6);
    atomicAdd(&found.euler_18, walk.sums.euler_18);
    atomicAdd(&found.euler_26, walk.sums.euler_26);
  }
  __syncthreads();

  if (is_first && smallest != no_label) add_sums(table, word, smallest, found);
}

}  // namespace

Status measure_cubes(const Job& job, const PixelTarget& target, const JobTable& table) {
  const TableView view = make_table_view(table, {}, job.extent);
  const auto word = static_cast<std::uint32_t>(column_offset(table.columns, table_column_cubes) / 4);
  const unsigned slice_blocks = blocks_for(std::int64_t{job.extent.height} + 1, warp_rows * measuring_warps);
  const dim3 grid = grid_of(blocks_for(std::int64_t{job.extent.width} + 1, warp_threads),
                            slice_blocks * (static_cast<unsigned>(job.extent.depth) + 1));
  return launch("measure_cubes", job, grid, dim3(warp_threads, measuring_warps), measure,
                VolumeTarget{target, job.slices.labels}, view, word, slice_blocks);
}

}  // namespace glccl::cuda
