// Moments and quads (glccl/table.hpp) from labels, of images and volumes, for every method. It is the pass of the same
// name in glsl/compute.
//
//   begin_measurements  clears these columns in the rows of the table
//   measure_labels      reads the labels once and adds to the rows
//
// A thread goes down a column and keeps the sums of the component that it met last in registers. At the end of its
// rows, a warp adds up the threads that hold one component, so that a large component costs few atomics.
#include <algorithm>

#include "cuda/core/launch.cuh"
#include "cuda/core/measure_labels.hpp"
#include "cuda/core/measured_labels.cuh"
#include "cuda/core/table.cuh"
#include "glsl/shared/quads.h"

namespace glccl::cuda {
namespace {

/// The measured columns of a table, by the 32-bit word of a row where each begins; 0: the table lacks it.
struct MeasuredColumns {
  std::uint32_t moments = 0;
  std::uint32_t moments_z = 0;
  std::uint32_t quads = 0;
};

MeasuredColumns columns_of(std::uint32_t columns) {
  const auto word = [columns](std::uint32_t column) {
    return (columns & column) != 0 ? static_cast<std::uint32_t>(column_offset(columns, column) / 4) : 0;
  };
  return {word(table_column_moments), word(table_column_moments_z), word(table_column_quads)};
}

/// Sums over pixels of one component in a warp's columns and rows. Coordinates are counted from the warp's first pixel.
struct LabelSums {
  std::uint32_t label;  ///< 0: no component.
  std::uint32_t area;   ///< At most 32 * 32.
  std::uint32_t x;      ///< The sum of x, at most 1024 * 31.
  std::uint32_t y;
  std::uint32_t xx;  ///< At most 1024 * 31 * 31.
  std::uint32_t xy;
  std::uint32_t yy;
  std::uint32_t one_two;  ///< Windows of Quads::one, and in the upper half of Quads::two.
  std::uint32_t three_diagonal;
};

__device__ void add_unless_0(std::uint32_t* words, std::uint64_t value) {
  if (value != 0) add_64(words, value);
}

__device__ void add_moments(std::uint32_t* row, const MeasuredColumns& columns, const LabelSums& sums,
                            const MeasuredOrigin& origin) {
  const std::uint64_t area = sums.area;
  const std::uint64_t x = sums.x + area * origin.x;  // sums in coordinates of the image
  const std::uint64_t y = sums.y + area * origin.y;
  add_unless_0(row + columns.moments, sums.xx + origin.x * (x + sums.x));
  add_unless_0(row + columns.moments + 2, sums.xy + origin.y * sums.x + origin.x * y);
  add_unless_0(row + columns.moments + 4, sums.yy + origin.y * (y + sums.y));
  if (columns.moments_z == 0 || origin.z == 0) return;
  add_unless_0(row + columns.moments_z, x * origin.z);
  add_unless_0(row + columns.moments_z + 2, y * origin.z);
  add_unless_0(row + columns.moments_z + 4, area * origin.z * origin.z);
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

/// Adds the last sums of all lanes. Those of the smallest label, which tends to be that of a large component, are added
/// up first. Whole warps must call it.
__device__ void add_sums_of_warp(const TableView& table, const MeasuredColumns& columns, LabelSums sums,
                                 const MeasuredOrigin& origin) {
  const std::uint32_t label = smallest_of_warp(sums.label);
  if (label == no_label) return;
  if (sums.label != label) {
    add_sums(table, columns, sums, origin);
    sums = {};
  }
  for (int step = warp_threads / 2; step > 0; step /= 2) {
    sums.area += __shfl_xor_sync(whole_warp, sums.area, step);
    sums.x += __shfl_xor_sync(whole_warp, sums.x, step);
    sums.y += __shfl_xor_sync(whole_warp, sums.y, step);
    sums.xx += __shfl_xor_sync(whole_warp, sums.xx, step);
    sums.xy += __shfl_xor_sync(whole_warp, sums.xy, step);
    sums.yy += __shfl_xor_sync(whole_warp, sums.yy, step);
    sums.one_two += __shfl_xor_sync(whole_warp, sums.one_two, step);
    sums.three_diagonal += __shfl_xor_sync(whole_warp, sums.three_diagonal, step);
  }
  sums.label = label;
  if (threadIdx.x == 0) add_sums(table, columns, sums, origin);
}

/// A thread's column of pixels.
struct Column {
  const TableView& table;
  const MeasuredColumns& columns;
  const MeasuredOrigin& origin;
  LabelSums sums;  ///< Of the component that was met last.

  /// Makes `sums` those of a component.
  __device__ void meet(std::uint32_t label) {
    if (label == sums.label) return;
    add_sums(table, columns, sums, origin);
    sums = {};
    sums.label = label;
  }

  /// Adds the pixel in row `y` of the warp.
  __device__ void add_pixel(std::uint32_t label, std::uint32_t y) {
    meet(label);
    const std::uint32_t x = threadIdx.x;
    sums.area += 1;
    sums.x += x;
    sums.y += y;
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
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

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 8 warps have
/// `slice_blocks`. Windows reach one column and one row beyond the image. grid: columns in warps, blocks of all slices,
/// grid_of(); block: 32 x 8. Lanes outside of that stay, because whole warps add up.
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, TableView table, MeasuredColumns columns, unsigned slice_blocks) {
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  if (origin.z >= static_cast<std::uint64_t>(table.extent.depth)) return;
  const LabelReader labels = {slice_of(target, static_cast<int>(origin.z)), table.extent};
  const auto x = static_cast<std::int64_t>(origin.x + threadIdx.x);
  const auto top = static_cast<std::int64_t>(origin.y);
  Column column = {table, columns, origin, {}};
  std::uint32_t a = columns.quads != 0 ? labels.at(x - 1, top - 1) : 0;
  std::uint32_t b = columns.quads != 0 ? labels.at(x, top - 1) : 0;
  for (std::uint32_t y = 0; y < warp_rows; ++y) {
    const std::uint32_t d = labels.at(x, top + y);
    if (columns.quads != 0) {
      const std::uint32_t c = labels.at(x - 1, top + y);
      column.add_window(a, b, c, d);
      a = c;
      b = d;
    }
    if (d != 0 && columns.moments != 0) column.add_pixel(d, y);
  }
  add_sums_of_warp(table, columns, column.sums, origin);
}

/// Clears the words from `begin` on in all rows. grid and block: any.
__global__ void clear_words(TableView table, std::uint32_t begin) {
  const std::uint32_t words = table.row_bytes / 4 - begin;
  const std::size_t count = std::size_t{words} * table.header->rows;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x) {
    ComponentRow& row = row_of(table, static_cast<std::uint32_t>(i / words) + 1);
    reinterpret_cast<std::uint32_t*>(&row)[begin + i % words] = 0;
  }
}

}  // namespace

Status measure_labels(const Job& job, const PixelTarget& target, const JobTable& table) {
  const TableView view = make_table_view(table, {}, job.extent);
  const auto begin = static_cast<std::uint32_t>(column_offset(table.columns, table_column_moments) / 4);
  const unsigned clearing = std::min(blocks_for(table.rows, measuring_threads), 4U * job.device.multiprocessors);
  if (Status status = launch("begin_measurements", job, clearing, measuring_threads, clear_words, view, begin);
      !status) {
    return status;
  }
  const unsigned slice_blocks = blocks_for(std::int64_t{job.extent.height} + 1, warp_rows * measuring_warps);
  const dim3 grid = grid_of(blocks_for(std::int64_t{job.extent.width} + 1, warp_threads),
                            slice_blocks * static_cast<unsigned>(job.extent.depth));
  return launch("measure_labels", job, grid, dim3(warp_threads, measuring_warps), measure,
                VolumeTarget{target, job.slices.labels}, view, columns_of(table.columns), slice_blocks);
}

}  // namespace glccl::cuda
