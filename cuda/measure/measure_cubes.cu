// Cubes (glccl/table.hpp) from labels of volumes, for every method. It is the pass of the same name in
// glsl/compute/measurements.
//
// A warp has 32 columns of 32 windows and goes through slices. A lane knows the labels of its columns in registers, so
// that of each component the columns are words of bits, from which the windows are counted at once. The smallest label
// of the warp tends to be that of a large component: a lane keeps its sums over all slices, and the block adds up those
// of its warps, so that a large component costs few atomics on the table. Where a warp has many components in a slice,
// a lane goes down its windows one after another.
#include "cuda/measure/label_column.cuh"
#include "cuda/measure/measure_labels.hpp"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"
#include "glsl/shared/cubes.h"

namespace glccl::cuda {
namespace {

/// The labels of a window's voxels in one row: (x, z) at x + 2 z.
struct RowOfWindow {
  std::uint32_t labels[4];

  /// The row whose last voxel is (x, y) of the slice `here`, without the labels up to `done`. Outside of `before` and
  /// `here` there are no components.
  __device__ static RowOfWindow read(const LabelReader& before, const LabelReader& here, int x, int y,
                                     std::uint32_t done) {
    RowOfWindow row = {{before.at(x - 1, y), before.at(x, y), here.at(x - 1, y), here.at(x, y)}};
#pragma unroll
    for (int i = 0; i < 4; ++i) row.labels[i] = row.labels[i] > done ? row.labels[i] : 0;
    return row;
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

/// Slices that a block goes through.
constexpr int slices_of_block = 8;

/// Components that a warp takes as words of bits in a slice.
constexpr int components_of_slice = 8;

/// Adds the components with labels above `done` in a lane's windows of a slice, one window after another.
__device__ void measure_others(const TableView& table, std::uint32_t word, const LabelReader& before,
                               const LabelReader& here, std::uint32_t done, const MeasuredOrigin& origin) {
  const auto x = static_cast<int>(origin.x + threadIdx.x);
  const auto top = static_cast<int>(origin.y);
  CubeWalk walk = {table, word, 0, {}};
  RowOfWindow above = RowOfWindow::read(before, here, x, top - 1, done);
#pragma unroll 1
  for (int row = 0; row < warp_rows; ++row) {
    const RowOfWindow own = RowOfWindow::read(before, here, x, top + row, done);
    walk.add_window(above, own);
    above = own;
  }
  add_sums(table, word, walk.met, walk.sums);
}

/// The sums of one component in all lanes. Whole warps must call it.
__device__ shared::CubeSums sums_of_warp(shared::CubeSums sums) {
  sums.faces_x = sum_of_warp(sums.faces_x);
  sums.faces_y = sum_of_warp(sums.faces_y);
  sums.faces_z = sum_of_warp(sums.faces_z);
  sums.euler_6 = sum_of_warp(sums.euler_6);
  sums.euler_18 = sum_of_warp(sums.euler_18);
  sums.euler_26 = sum_of_warp(sums.euler_26);
  return sums;
}

/// The component whose sums a warp keeps. Blocks of 8 slices have at most 2^16 windows, so 32 bits are enough.
struct KeptCubes {
  std::uint32_t label;  ///< 0: none.
  shared::CubeSums sums;
};

/// Adds the windows between two slices: of the kept component to its sums, of others to the table. Whole warps must
/// call it.
__device__ void measure_slice(const TableView& table, std::uint32_t word, const LabelColumn& before,
                              const LabelColumn& here, const LabelReader& reader_before, const LabelReader& reader_here,
                              const MeasuredOrigin& origin, KeptCubes& kept) {
  std::uint32_t done = 0;
  for (int i = 0; i <= components_of_slice; ++i) {
    const std::uint32_t label_before = before.smallest_above(done) - 1;  // 0, which is none, becomes the largest
    const std::uint32_t label = smallest_of_warp(min(label_before, here.smallest_above(done) - 1) + 1);
    if (label == no_label) return;
    if (i == components_of_slice) break;
    const shared::CubeSums sums =
        shared::cube_sums(shared::cube_words(before.two_columns_of(label), here.two_columns_of(label)));
    if (kept.label == 0) kept.label = label;
    if (label == kept.label) {
      kept.sums = shared::add_cubes(kept.sums, sums);
    } else {
      const shared::CubeSums of_warp = sums_of_warp(sums);
      if (threadIdx.x == 0) add_sums(table, word, label, of_warp);
    }
    done = label;
  }
  measure_others(table, word, reader_before, reader_here, done, origin);
}

/// Adds what the warps have kept, once for each component. All threads of the block must call it.
__device__ void add_kept_of_block(const TableView& table, std::uint32_t word, KeptCubes kept) {
  __shared__ KeptCubes found[measuring_warps];
  kept.sums = sums_of_warp(kept.sums);
  if (threadIdx.x == 0) found[threadIdx.y] = kept;
  __syncthreads();
  const unsigned own = threadIdx.y * warp_threads + threadIdx.x;
  if (own >= measuring_warps) return;
  for (unsigned i = 0; i < own; ++i) {
    if (found[i].label == found[own].label) return;
  }
  shared::CubeSums all = found[own].sums;
  for (unsigned i = own + 1; i < measuring_warps; ++i) {
    if (found[i].label == found[own].label) all = shared::add_cubes(all, found[i].sums);
  }
  add_sums(table, word, found[own].label, all);
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of slices_of_block slices, of which blocks of 4 warps
/// have `slice_blocks`. Windows reach one column, one row and one slice beyond the volume. `word` is where the column
/// begins in a row of the table. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 4.
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, TableView table, std::uint32_t word, unsigned slice_blocks) {
  wait_for_kernels_before();
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  const auto first = static_cast<std::int64_t>(origin.z) * slices_of_block;
  const Extent extent = table.extent;
  if (first > extent.depth) return;
  KeptCubes kept = {};
  if (origin.y <= static_cast<std::uint64_t>(extent.height)) {
    LabelReader reader_before = labels_of_slice(target, extent, first - 1);
    LabelColumn before = LabelColumn::read(reader_before, origin, true);
#pragma unroll 1
    for (std::int64_t z = first; z < first + slices_of_block && z <= extent.depth; ++z) {
      const LabelReader reader = labels_of_slice(target, extent, z);
      const LabelColumn here = LabelColumn::read(reader, origin, true);
      measure_slice(table, word, before, here, reader_before, reader, origin, kept);
      before = here;
      reader_before = reader;
    }
  }
  add_kept_of_block(table, word, kept);
}

}  // namespace

Result<void> measure_cubes(const Job& job, const PixelTarget& target, const JobTable& table) {
  const TableView view = make_table_view(table, {}, job.extent);
  const auto word = static_cast<std::uint32_t>(column_offset(table.columns, table_column_cubes) / 4);
  const unsigned slice_blocks = blocks_for(std::int64_t{job.extent.height} + 1, warp_rows * measuring_warps);
  const dim3 grid = grid_of(blocks_for(std::int64_t{job.extent.width} + 1, warp_threads),
                            slice_blocks * blocks_for(std::int64_t{job.extent.depth} + 1, slices_of_block));
  return launch("measure_cubes", job, Overlap::with_previous, grid, dim3(warp_threads, measuring_warps), measure,
                VolumeTarget{target, job.slices.labels}, view, word, slice_blocks);
}

}  // namespace glccl::cuda
