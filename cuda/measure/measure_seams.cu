// Seams (glccl/table.hpp) from labels, of images and volumes with periodic axes. They are the passes of the same names
// in glsl/compute/measurements.
//
//   find_crossings  marks the components that cross seams, by the elements at the beginning of each axis
//   measure_seams   reads the labels once and adds the elements of these components
#include "cuda/measure/measure_labels.hpp"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"
#include "engine/vocabulary/axis_bits.hpp"
#include "glccl/region_results.hpp"
#include "glsl/shared/seams.h"

namespace glccl::cuda {
namespace {

using shared::AXIS_COUNT;
using shared::SeamReach;

/// The column of a table. An axis has four words: lower, upper and the two of lower_area.
struct SeamColumn {
  TableView table;
  std::uint32_t word;  ///< Where it begins in a row.

  __device__ std::uint32_t* words_of(std::uint32_t label, int axis) const {
    return reinterpret_cast<std::uint32_t*>(&row_of(table, label)) + word + 4 * axis;
  }
  __device__ bool crosses(std::uint32_t label, int axis) const { return words_of(label, axis)[1] != 0; }
  __device__ bool has_row(std::uint32_t label) const { return label != 0 && label <= table.capacity; }

  /// Adds to the row of a component, for the axes whose seams it crosses.
  __device__ void add(std::uint32_t label, const SeamReach (&reach)[AXIS_COUNT]) const {
    for (int axis = 0; axis < AXIS_COUNT; ++axis) {
      std::uint32_t* words = words_of(label, axis);
      if (words[1] == 0) continue;
      if (reach[axis].lower > words[0]) atomicMax(&words[0], reach[axis].lower);
      if (reach[axis].upper > words[1]) atomicMax(&words[1], reach[axis].upper);
      if (reach[axis].lower_area != 0) add_64(words + 2, reach[axis].lower_area);
    }
  }
};

/// The coordinates of an element by axis.
struct Place {
  int at[AXIS_COUNT];
};

__device__ std::uint32_t label_at(const VolumeTarget& target, const Extent& extent, const Place& place) {
  return LabelReader{slice_of(target, place.at[2]), extent}.at(place.at[0], place.at[1]);
}

constexpr int crossing_threads = 128;

/// A thread takes an element at the beginning of an axis, and looks for its label among its neighbours at the end, also
/// across the seams of other axes. `axes`: the periodic ones (seams.h). `hops`: in how many coordinates neighbours
/// differ. grid: blocks for the largest seam, AXIS_COUNT; block: crossing_threads.
__global__ void __launch_bounds__(crossing_threads)
    find_crossings(VolumeTarget target, SeamColumn column, int axes, int hops) {
  wait_for_kernels_before();
  const Extent extent = column.table.extent;
  const Place count = {{extent.width, extent.height, extent.depth}};
  const int axis = static_cast<int>(blockIdx.y);
  const int u = (axis + 1) % AXIS_COUNT;
  const int v = (axis + 2) % AXIS_COUNT;
  const std::int64_t job = std::int64_t{blockIdx.x} * crossing_threads + threadIdx.x;
  if (!shared::has_axis(axes, axis) || job >= std::int64_t{count.at[u]} * count.at[v]) return;
  Place own;
  own.at[axis] = 0;
  own.at[u] = static_cast<int>(job % count.at[u]);
  own.at[v] = static_cast<int>(job / count.at[u]);
  const std::uint32_t label = label_at(target, extent, own);
  if (!column.has_row(label)) return;
  for (int i = 0; i < 9; ++i) {
    const int du = i % 3 - 1;
    const int dv = i / 3 - 1;
    if (1 + (du != 0 ? 1 : 0) + (dv != 0 ? 1 : 0) > hops) continue;
    Place other;
    other.at[axis] = count.at[axis] - 1;
    other.at[u] = shared::across_seam(own.at[u] + du, count.at[u], shared::has_axis(axes, u));
    other.at[v] = shared::across_seam(own.at[v] + dv, count.at[v], shared::has_axis(axes, v));
    if (other.at[u] < 0 || other.at[v] < 0 || label_at(target, extent, other) != label) continue;
    column.words_of(label, axis)[1] = 1;
    return;
  }
}

/// What a thread has of the component that it met last.
struct MetComponent {
  std::uint32_t label;  ///< 0: none.
  SeamReach reach[AXIS_COUNT];
};

/// Rows that are loaded together.
constexpr int rows_at_once = 8;

/// A lane's way down its column.
struct SeamWalk {
  const SeamColumn& column;
  std::uint32_t x;
  std::uint32_t z;
  MetComponent met;     ///< The runs that were met last; those of other components are in the table.
  std::uint32_t label;  ///< Of the run that goes on.
  std::uint32_t begin;  ///< Its first row.
  bool counts;          ///< Whether its component crosses seams.

  /// Reads the label of row `y`. The row behind the last one has label 0.
  __device__ void read(std::uint32_t next, std::uint32_t y) {
    if (next == label) return;
    if (counts) add_run(y);
    label = next;
    begin = y;
    counts =
        column.has_row(label) && (column.crosses(label, 0) || column.crosses(label, 1) || column.crosses(label, 2));
  }

  /// Adds the run, which ends before row `end`.
  __device__ void add_run(std::uint32_t end) {
    if (label != met.label) {
      if (met.label != 0) column.add(met.label, met.reach);
      met = {label, {}};
    }
    const Extent& extent = column.table.extent;
    const auto add = [](SeamReach& reach, std::uint32_t first, std::uint32_t behind, std::uint32_t each, int size) {
      reach = shared::with_elements(reach, first, behind, each, static_cast<std::uint32_t>(size));
    };
    add(met.reach[0], x, x + 1, end - begin, extent.width);
    add(met.reach[1], begin, end, 1, extent.height);
    add(met.reach[2], z, z + 1, end - begin, extent.depth);
  }
};

/// What a thread has of the components in its column: of the last one here, of the others in the table.
__device__ MetComponent measure_column(const LabelReader& labels, const SeamColumn& column,
                                       const MeasuredOrigin& origin) {
  const auto x = static_cast<std::uint32_t>(origin.x + threadIdx.x);
  const auto top = static_cast<std::uint32_t>(origin.y);
  SeamWalk walk = {column, x, static_cast<std::uint32_t>(origin.z), {}, 0, top, false};
#pragma unroll 1
  for (std::uint32_t y = top; y < top + warp_rows; y += rows_at_once) {
    std::uint32_t read[rows_at_once];
    labels.read_down<rows_at_once>(static_cast<int>(x), static_cast<int>(y), read);
    std::uint32_t others = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < rows_at_once; ++i) others |= read[i] ^ walk.label;
    if (others == 0) continue;
#pragma unroll
    for (std::uint32_t i = 0; i < rows_at_once; ++i) walk.read(read[i], y + i);
  }
  walk.read(0, top + warp_rows);
  return walk.met;
}

/// What the lanes of a warp have of one component. Whole warps must call it.
__device__ SeamReach reach_of_warp(SeamReach reach) {
  reach.lower = max_of_warp(reach.lower);
  reach.upper = max_of_warp(reach.upper);
  reach.lower_area = sum_of_warp(reach.lower_area);
  return reach;
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 4 warps have
/// `slice_blocks`. A warp adds up what it has of one component, and so does the block, because the smallest label tends
/// to be that of a large one. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 4.
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, SeamColumn column, unsigned slice_blocks) {
  wait_for_kernels_before();
  __shared__ std::uint32_t smallest;
  __shared__ SeamReach of_block[AXIS_COUNT];
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  if (origin.z >= static_cast<std::uint64_t>(column.table.extent.depth)) return;
  const bool is_first = threadIdx.x == 0 && threadIdx.y == 0;
  if (is_first) {
    smallest = no_label;
    for (SeamReach& reach : of_block) reach = {};
  }
  __syncthreads();
  const MetComponent met =
      measure_column({slice_of(target, static_cast<int>(origin.z)), column.table.extent}, column, origin);
  const std::uint32_t of_warp = smallest_of_warp(met.label);
  if (threadIdx.x == 0) atomicMin(&smallest, of_warp);
  __syncthreads();
  if (met.label != 0 && met.label != of_warp) column.add(met.label, met.reach);
  if (of_warp != no_label) {
    SeamReach all[AXIS_COUNT];
    for (int axis = 0; axis < AXIS_COUNT; ++axis) {
      all[axis] = reach_of_warp(met.label == of_warp ? met.reach[axis] : SeamReach{});
    }
    if (threadIdx.x == 0 && of_warp != smallest) column.add(of_warp, all);
    if (threadIdx.x == 0 && of_warp == smallest) {
      for (int axis = 0; axis < AXIS_COUNT; ++axis) {
        atomicMax(&of_block[axis].lower, all[axis].lower);
        atomicMax(&of_block[axis].upper, all[axis].upper);
        atomicAdd(&of_block[axis].lower_area, all[axis].lower_area);
      }
    }
  }
  __syncthreads();
  if (is_first && smallest != no_label) column.add(smallest, of_block);
}

}  // namespace

Result<void> measure_seams(const Job& job, const PixelTarget& target, const JobTable& table) {
  const int axes = axis_bits(job.periodic);
  if (axes == 0) return {};
  const SeamColumn column = {make_table_view(table, {}, job.extent),
                             static_cast<std::uint32_t>(column_offset(table.columns, table_column_seams) / 4)};
  const VolumeTarget labels = {target, job.slices.labels};
  const dim3 crossings(blocks_for(largest_seam(job.extent, axes), crossing_threads), AXIS_COUNT);
  const int hops = *hops_of(job.connectivity, job.extent);
  if (Result<void> status = launch("find_crossings", job, Overlap::with_previous, crossings, crossing_threads,
                                   find_crossings, labels, column, axes, hops);
      !status) {
    return status;
  }
  const unsigned slice_blocks = blocks_for(job.extent.height, warp_rows * measuring_warps);
  const dim3 grid =
      grid_of(blocks_for(job.extent.width, warp_threads), slice_blocks * static_cast<unsigned>(job.extent.depth));
  return launch("measure_seams", job, Overlap::with_previous, grid, dim3(warp_threads, measuring_warps), measure,
                labels, column, slice_blocks);
}

}  // namespace glccl::cuda
