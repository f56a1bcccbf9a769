// find_extremes and find_fractions: the smallest and the largest float of each component that has no small box, and the
// bits of the fraction of its values.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/measure/intensity_sums.cuh"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/small_boxes.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"

namespace glccl::cuda {

/// The extremes of the component that a lane met last, and its way down a column.
struct ExtremeWalk {
  const MeasuredTable& table;
  const IntensityColumns& columns;
  std::uint32_t label = 0;  ///< 0: none.
  std::uint32_t least = 0xFFFFFFFF;
  std::uint32_t largest = 0;

  __device__ void leave() const {
    if (label == 0) return;
    std::uint32_t* const column = column_of(table, columns, label);
    if (least < column[minimum_at]) atomicMin(column + minimum_at, least);
    if (largest > column[maximum_at]) atomicMax(column + maximum_at, largest);
  }

  __device__ void add(std::uint32_t next, std::uint32_t key) {
    if (next != label) {
      leave();
      label = next;
      least = 0xFFFFFFFF;
      largest = 0;
    }
    least = min(least, key);
    largest = max(largest, key);
  }

  /// Leaves the extremes of all lanes, those of the smallest label at once. Whole warps must call it.
  __device__ void leave_warp() {
    const std::uint32_t smallest = smallest_of_warp(label);
    if (smallest == no_label) return;
    const bool shares = label == smallest;
    const std::uint32_t all_least = min_of_warp(shares ? least : 0xFFFFFFFF);
    const std::uint32_t all_largest = max_of_warp(shares ? largest : 0);
    const auto first = static_cast<unsigned>(__ffs(static_cast<int>(__ballot_sync(whole_warp, shares)))) - 1;
    if (shares && threadIdx.x != first) return;
    if (shares) {
      least = all_least;
      largest = all_largest;
    }
    leave();
  }
};

/// grid and block: as measure().
template <class Pixel>
__global__ void __launch_bounds__(measuring_threads)
    find_extremes(VolumeTarget target, JobIntensity image, MeasuredTable table, IntensityColumns columns,
                  unsigned slice_blocks) {
  wait_for_kernels_before();
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  if (origin.z >= static_cast<std::uint64_t>(table.extent.depth)) return;
  const LabelReader labels = {slice_of(target, static_cast<int>(origin.z)), table.extent};
  const auto x = static_cast<int>(origin.x + threadIdx.x);
  const auto top = static_cast<int>(origin.y);
  const unsigned char* pixel =
      image.pixels + origin.z * image.slice_pitch + origin.y * image.pitch + (origin.x + threadIdx.x) * sizeof(Pixel);
  const bool boxes = measures_boxes(table);
  ExtremeWalk walk = {table, columns};
#pragma unroll 1
  for (int begin = 0; begin < warp_rows; begin += rows_at_once) {
    std::uint32_t met[rows_at_once];
    labels.read_down<rows_at_once>(x, top + begin, met);
    Pixel pixels[rows_at_once];
    read_column<rows_at_once>(pixel, image.pitch, x < table.extent.width ? table.extent.height - top - begin : 0,
                              pixels);
    bool others = false;
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) others = others || (met[i] != 0 && met[i] != walk.label);
    if (!others) {
#pragma unroll
      for (int i = 0; i < rows_at_once; ++i) {
        const std::uint32_t key = key_of_pixel(pixels[i]);
        walk.least = min(walk.least, met[i] != 0 ? key : 0xFFFFFFFFU);
        walk.largest = max(walk.largest, met[i] != 0 ? key : 0U);
      }
    } else {
#pragma unroll
      for (int i = 0; i < rows_at_once; ++i) {
        const bool again = met[i] != 0 && met[i] == walk.label;
        if (again || is_large(table, boxes, met[i])) walk.add(met[i], key_of_pixel(pixels[i]));
      }
    }
    pixel += rows_at_once * image.pitch;
  }
  walk.leave_warp();
}

/// Writes the bits of the fraction of each component that find_extremes() has measured, which follow from its extremes,
/// to its row, and to a list: a thread that read the row would wait for all atomic additions to it. grid: any; block:
/// measuring_threads.
static __global__ void __launch_bounds__(measuring_threads)
    find_fractions(MeasuredTable table, IntensityColumns columns) {
  wait_for_kernels_before();
  const bool boxes = measures_boxes(table);
  for (std::uint32_t row = blockIdx.x * blockDim.x + threadIdx.x; row < table.header->rows;
       row += gridDim.x * blockDim.x) {
    if (!is_large(table, boxes, row + 1)) continue;
    std::uint32_t* const column = column_of(table, columns, row + 1);
    const int bits = own_bits(column);
    column[fraction_bits_at] = bits_in_row(bits);
    table.fraction_bits[row] = static_cast<std::int16_t>(bits);
  }
}

}  // namespace glccl::cuda
