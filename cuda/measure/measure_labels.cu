// Moments and quads (glccl/table.hpp) from labels, of images and volumes, for every method. It is the pass of the same
// name in glsl/compute.
//
//   begin_measurements  measures components with a small box (small_boxes.cuh), and clears these columns of the others
//   measure_labels      reads the labels once and adds to the rows of the others
//
// A lane has a column of 32 pixels and knows the labels in registers. Of the labels of a warp the smallest ones tend to
// be those of large components: of these a column is a word of bits, from which its sums and windows are counted at
// once, and the warp adds up the columns. Of the others a lane keeps the sums of the component that it met last.
#include <algorithm>

#include "cuda/measure/begin_measurements.cuh"
#include "cuda/measure/label_column.cuh"
#include "cuda/measure/label_sums.cuh"
#include "cuda/measure/measure_labels.hpp"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/small_boxes.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"
#include "glsl/shared/label_sums.h"

namespace glccl::cuda {
namespace {

using shared::LabelSums;

__device__ void add_unless_0(std::uint32_t* words, std::uint64_t value) {
  if (value != 0) add_64(words, value);
}

__device__ void add_moments(std::uint32_t* row, const MeasuredColumns& columns, const LabelSums& sums,
                            const MeasuredOrigin& origin) {
  const MomentSums moments = moments_of(sums, origin);
  add_unless_0(row + columns.moments, moments.xx);
  add_unless_0(row + columns.moments + 2, moments.xy);
  add_unless_0(row + columns.moments + 4, moments.yy);
  if (columns.moments_z == 0) return;
  add_unless_0(row + columns.moments_z, moments.xz);
  add_unless_0(row + columns.moments_z + 2, moments.yz);
  add_unless_0(row + columns.moments_z + 4, moments.zz);
}

/// Adds sums to the row of their component.
__device__ void add_sums(const TableView& table, const MeasuredColumns& columns, const LabelSums& sums,
                         const MeasuredOrigin& origin) {
  if (sums.label == 0 || sums.label > table.capacity) return;
  auto* row = reinterpret_cast<std::uint32_t*>(&row_of(table, sums.label));
  if (columns.moments != 0 && sums.area != 0) add_moments(row, columns, sums, origin);
  if (columns.quads == 0) return;
  add_unless_0(row + columns.quads, sums.one_two & 0xFFFFU);
  add_unless_0(row + columns.quads + 2, sums.one_two >> 16);
  add_unless_0(row + columns.quads + 4, sums.three_diagonal & 0xFFFFU);
  add_unless_0(row + columns.quads + 6, sums.three_diagonal >> 16);
}

/// The sums of one component in all lanes. Whole warps must call it.
__device__ LabelSums sums_of_warp(LabelSums sums) {
  sums.area = sum_of_warp(sums.area);
  sums.x = sum_of_warp(sums.x);
  sums.y = sum_of_warp(sums.y);
  sums.xx = sum_of_warp(sums.xx);
  sums.xy = sum_of_warp(sums.xy);
  sums.yy = sum_of_warp(sums.yy);
  sums.one_two = sum_of_warp(sums.one_two);
  sums.three_diagonal = sum_of_warp(sums.three_diagonal);
  return sums;
}

/// Components that a warp adds up, at most.
constexpr int components_of_warp = 8;

/// What the warps of a block have added up: component i of warp w at components_of_warp * w + i, if it has so many.
constexpr int components_of_block = measuring_warps * components_of_warp;

/// Adds what the warps have added up, once for each component: many blocks add to the row of a large one. `origin` is
/// the block's first pixel. All threads of the block must call it.
__device__ void add_sums_of_block(const TableView& table, const MeasuredColumns& columns, const LabelSums* found,
                                  const MeasuredOrigin& origin) {
  __syncthreads();
  const unsigned own = threadIdx.y * warp_threads + threadIdx.x;
  if (own >= components_of_block || found[own].label == 0) return;
  for (unsigned i = 0; i < own; ++i) {
    if (found[i].label == found[own].label) return;
  }
  LabelSums all = shared::no_sums(found[own].label);
  for (unsigned i = own; i < components_of_block; ++i) {
    const LabelSums& sums = found[i];
    if (sums.label != all.label) continue;
    all = shared::sum_of(all, shared::moved_down(sums, i / components_of_warp * warp_rows));
  }
  add_sums(table, columns, all, origin);
}

/// The sums of a component in a lane's column. Whole warps must call it.
__device__ LabelSums sums_of(const LabelColumn& column, std::uint32_t label, bool windows) {
  if (!windows) return shared::sums_of_column(label, column.rows_of(label), threadIdx.x);
  const shared::TwoColumns bits = column.two_columns_of(label);
  const LabelSums sums = shared::sums_of_column(label, bits.right, threadIdx.x);
  const shared::QuadWords quads =
      shared::quads_of(bits.left << 1 | bits.above_left, bits.right << 1 | bits.above_right, bits.left, bits.right);
  return shared::with_quads(sums, quads);
}

/// A lane's way down its column.
struct ColumnWalk {
  const TableView& table;
  const MeasuredColumns& columns;
  const MeasuredOrigin& origin;
  LabelSums sums;  ///< Of the component that was met last.

  /// Makes `sums` those of a component.
  __device__ void meet(std::uint32_t label) {
    if (label == sums.label) return;
    add_sums(table, columns, sums, origin);
    sums = shared::no_sums(label);
  }

  /// Adds the pixel in row `y` of the warp.
  __device__ void add_pixel(std::uint32_t label, std::uint32_t y) {
    meet(label);
    sums = shared::with_pixel(sums, threadIdx.x, y);
  }

  /// Adds the window of the labels a, b and, below them, c, d.
  __device__ void add_window(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    if (a == b && a == c && a == d) return;
    if (a != 0) add_quad(a, true, b == a, c == a, d == a);
    if (b != 0 && b != a) add_quad(b, false, true, c == b, d == b);
    if (c != 0 && c != a && c != b) add_quad(c, false, false, true, d == c);
    if (d != 0 && d != a && d != b && d != c) add_quad(d, false, false, false, true);
  }

  __device__ void add_quad(std::uint32_t label, bool a, bool b, bool c, bool d) {
    meet(label);
    const int quad = shared::quad_of(a, b, c, d);
    if (quad < shared::QUAD_THREE) {
      sums.one_two += 1U << 16 * quad;
    } else {
      sums.three_diagonal += 1U << 16 * (quad - shared::QUAD_THREE);
    }
  }
};

/// The labels above `done` of large components in a column, from top to bottom; 0 for others.
struct LargeLabels {
  const LabelReader& labels;
  const MeasuredTable& table;
  bool boxes;  ///< measures_boxes().
  std::uint32_t done;
  std::uint32_t last;  ///< The label that was read last.
  std::uint32_t kept;  ///< What it counts as.

  __device__ std::uint32_t at(int x, int y) {
    const std::uint32_t label = labels.at(x, y);
    if (label == last) return kept;
    last = label;
    kept = label > done && is_large(table, boxes, label) ? label : 0;
    return kept;
  }
};

/// Adds the large components of a column with labels above `done`, one after another.
__device__ void measure_others(const MeasuredTable& table, const MeasuredColumns& columns, const LabelReader& labels,
                               std::uint32_t done, const MeasuredOrigin& origin) {
  const bool windows = columns.quads != 0;
  const auto x = static_cast<int>(origin.x + threadIdx.x);
  const auto top = static_cast<int>(origin.y);
  LargeLabels own = {labels, table, measures_boxes(table), done, 0, 0};
  LargeLabels beside = own;
  ColumnWalk walk = {table, columns, origin, {}};
  std::uint32_t a = windows ? beside.at(x - 1, top - 1) : 0;
  std::uint32_t b = windows ? own.at(x, top - 1) : 0;
#pragma unroll 1
  for (int y = 0; y < warp_rows; ++y) {
    const std::uint32_t d = own.at(x, top + y);
    if (windows) {
      const std::uint32_t c = beside.at(x - 1, top + y);
      walk.add_window(a, b, c, d);
      a = c;
      b = d;
    }
    if (d != 0 && columns.moments != 0) walk.add_pixel(d, static_cast<std::uint32_t>(y));
  }
  add_sums(table, columns, walk.sums, origin);
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 4 warps have
/// `slice_blocks`. Windows reach one column and one row beyond the image. grid: columns in warps, blocks of all slices,
/// grid_of(); block: 32 x 4. Lanes outside of that stay, because whole warps add up.
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, MeasuredTable table, MeasuredColumns columns, unsigned slice_blocks) {
  wait_for_kernels_before();
  __shared__ LabelSums found[components_of_block];
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  if (origin.z >= static_cast<std::uint64_t>(table.extent.depth)) return;
  const bool windows = columns.quads != 0;
  const LabelReader labels = {slice_of(target, static_cast<int>(origin.z)), table.extent};
  LabelColumn column = LabelColumn::read(labels, origin, windows);
  column.keep_large(table);
  if (threadIdx.x < components_of_warp) found[components_of_warp * threadIdx.y + threadIdx.x].label = 0;
  __syncwarp();
  std::uint32_t label = smallest_of_warp(column.smallest_above(0));
  std::uint32_t done = 0;
  for (int i = 0; i < components_of_warp && label != no_label; ++i) {
    const LabelSums sums = sums_of_warp(sums_of(column, label, windows));
    if (threadIdx.x == 0) found[components_of_warp * threadIdx.y + i] = sums;
    done = label;
    label = smallest_of_warp(column.smallest_above(done));
  }
  if (label != no_label) measure_others(table, columns, labels, done, origin);
  add_sums_of_block(table, columns, found, {origin.x, origin.y - threadIdx.y * warp_rows, origin.z});
}

MeasuredColumns columns_of(std::uint32_t columns) {
  const auto word = [columns](std::uint32_t column) {
    return (columns & column) != 0 ? static_cast<std::uint32_t>(column_offset(columns, column) / 4) : 0;
  };
  return {word(table_column_moments), word(table_column_moments_z), word(table_column_quads)};
}

}  // namespace

Result<void> measure_labels(const Job& job, const PixelTarget& target, const JobTable& table) {
  const MeasuredTable view = make_measured_table(job, table);
  const auto begin = static_cast<std::uint32_t>(column_offset(table.columns, table_column_moments) / 4);
  const VolumeTarget labels = {target, job.slices.labels};
  const MeasuredColumns columns = columns_of(table.columns);
  const unsigned blocks = std::min(blocks_for(table.rows, measuring_threads), 16U * job.device.multiprocessors);
  if (Result<void> status = launch("begin_measurements", job, Overlap::with_previous, blocks, measuring_threads,
                                   begin_measurements, labels, view, columns, begin);
      !status) {
    return status;
  }
  if ((table.columns & shape_columns) == 0) return {};
  const unsigned slice_blocks = blocks_for(std::int64_t{job.extent.height} + 1, warp_rows * measuring_warps);
  const dim3 grid = grid_of(blocks_for(std::int64_t{job.extent.width} + 1, warp_threads),
                            slice_blocks * static_cast<unsigned>(job.extent.depth));
  return launch("measure_labels", job, Overlap::with_previous, grid, dim3(warp_threads, measuring_warps), measure,
                labels, view, columns, slice_blocks);
}

}  // namespace glccl::cuda
