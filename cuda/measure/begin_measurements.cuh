// begin_measurements: writes the measured columns of all rows. Components with small boxes are measured here; the
// columns of the others begin at zero.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/measure/label_sums.cuh"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/small_boxes.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

inline __device__ void add_to_words(std::uint32_t* words, std::uint64_t value) {
  const std::uint64_t sum = (std::uint64_t{words[1]} << 32 | words[0]) + value;
  words[0] = static_cast<std::uint32_t>(sum);
  words[1] = static_cast<std::uint32_t>(sum >> 32);
}

/// Adds the measurements of a component to the words of its row from `begin` on.
inline __device__ void measure_small(const VolumeTarget& target, const TableView& table, const MeasuredColumns& columns,
                                     const ComponentRow& row, std::uint32_t begin, std::uint32_t* words) {
  for (std::uint32_t z = row.z0; z <= row.z1; ++z) {
    const shared::BoxBits box = box_bits({slice_of(target, static_cast<int>(z)), table.extent}, row);
    const shared::LabelSums sums = shared::sums_of_box(row.label, box);
    const MomentSums moments = moments_of(sums, {row.x0, row.y0, z});
    if (columns.moments != 0) {
      add_to_words(words + (columns.moments - begin), moments.xx);
      add_to_words(words + (columns.moments - begin) + 2, moments.xy);
      add_to_words(words + (columns.moments - begin) + 4, moments.yy);
    }
    if (columns.moments_z != 0) {
      add_to_words(words + (columns.moments_z - begin), moments.xz);
      add_to_words(words + (columns.moments_z - begin) + 2, moments.yz);
      add_to_words(words + (columns.moments_z - begin) + 4, moments.zz);
    }
    if (columns.quads != 0) {
      words[columns.quads - begin] += sums.one_two & 0xFFFFU;
      words[columns.quads - begin + 2] += sums.one_two >> 16;
      words[columns.quads - begin + 4] += sums.three_diagonal & 0xFFFFU;
      words[columns.quads - begin + 6] += sums.three_diagonal >> 16;
    }
  }
}

/// Measured columns begin at word `begin` of a row. A lane has a component, and the warp writes their rows together.
/// grid: any; block: measuring_threads.
__global__ void __launch_bounds__(measuring_threads)
    begin_measurements(VolumeTarget target, MeasuredTable table, MeasuredColumns columns, std::uint32_t begin) {
  wait_for_kernels_before();
  constexpr std::uint32_t pitch = shared::MOST_MEASURED_WORDS + 1U;  // odd, for the banks of shared memory
  __shared__ std::uint32_t measured[measuring_threads][pitch];
  const std::uint32_t lane = threadIdx.x % warp_threads;
  const std::uint32_t warp = threadIdx.x - lane;
  const std::uint32_t rows = table.header->rows;
  const bool boxes = columns.moments + columns.quads != 0 && measures_boxes(table);
  for (std::uint32_t first = blockIdx.x * blockDim.x + warp; first < rows; first += gridDim.x * blockDim.x) {
    std::uint32_t* own = measured[threadIdx.x];
    for (std::uint32_t i = 0; i < pitch; ++i) own[i] = 0;
    if (boxes) {
      const std::uint32_t number = first + lane + 1;
      const bool small = number <= rows && is_small(table, row_of(table, number));
      if (small) measure_small(target, table, columns, row_of(table, number), begin, own);
      mark_large(table, first, !small);
    }
    __syncwarp();
    write_staged_rows(table, first, rows, begin, measured[warp], pitch, shared::MOST_MEASURED_WORDS);
    __syncwarp();
  }
}

}  // namespace glccl::cuda
