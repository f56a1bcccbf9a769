// begin_measurements: writes the measured columns of all rows. A component with a small box, as those of noise are, is
// measured here: a thread reads the labels in its box, so it takes no atomics. Those of the others begin at zero.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/launch.cuh"
#include "cuda/core/measurements/label_sums.cuh"
#include "cuda/core/measurements/measured_labels.cuh"
#include "cuda/core/table.cuh"

namespace glccl::cuda {

/// The sums of a component in a slice, by its columns in the box of its row. Coordinates are counted from the box.
inline __device__ shared::LabelSums sums_in_box(const LabelReader& labels, const ComponentRow& row) {
  const std::uint32_t width = row.x1 - row.x0 + 1;
  const std::uint32_t height = row.y1 - row.y0 + 1;
  shared::LabelSums all = shared::no_sums(row.label);
  std::uint32_t c = 0;
  for (std::uint32_t x = 0; x <= width; ++x) {  // windows reach one column further
    std::uint32_t d = 0;
    for (std::uint32_t y = 0; y < height && x < width; ++y) {
      d |= labels.at(row.x0 + x, row.y0 + y) == row.label ? 1U << y : 0;
    }
    const shared::LabelSums sums = shared::sums_of_column(row.label, d, x);
    all = shared::sum_of(all, shared::with_quads(sums, shared::quads_of(c << 1, d << 1, c, d)));
    c = d;
  }
  return all;
}

inline __device__ void add_to_words(std::uint32_t* words, std::uint64_t value) {
  const std::uint64_t sum = (std::uint64_t{words[1]} << 32 | words[0]) + value;
  words[0] = static_cast<std::uint32_t>(sum);
  words[1] = static_cast<std::uint32_t>(sum >> 32);
}

/// Adds the measurements of a component to the words of its row from `begin` on.
inline __device__ void measure_small(const VolumeTarget& target, const TableView& table, const MeasuredColumns& columns,
                                     const ComponentRow& row, std::uint32_t begin, std::uint32_t* words) {
  for (std::uint32_t z = row.z0; z <= row.z1; ++z) {
    const shared::LabelSums sums = sums_in_box({slice_of(target, static_cast<int>(z)), table.extent}, row);
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
    begin_measurements(VolumeTarget target, TableView table, MeasuredColumns columns, std::uint32_t begin) {
  constexpr std::uint32_t pitch = shared::MOST_MEASURED_WORDS + 1;  // odd, for the banks of shared memory
  __shared__ std::uint32_t measured[measuring_threads][pitch];
  const std::uint32_t lane = threadIdx.x % warp_threads;
  const std::uint32_t warp = threadIdx.x - lane;
  const std::uint32_t words = table.row_bytes / 4 - begin;
  const std::uint32_t rows = table.header->rows;
  const bool boxes = columns.moments + columns.quads != 0 && measures_boxes(table);
  for (std::uint32_t first = blockIdx.x * blockDim.x + warp; first < rows; first += gridDim.x * blockDim.x) {
    std::uint32_t* own = measured[threadIdx.x];
    for (std::uint32_t i = 0; i < pitch; ++i) own[i] = 0;
    const std::uint32_t number = first + lane + 1;
    if (boxes && number <= rows && is_small(table, number)) {
      measure_small(target, table, columns, row_of(table, number), begin, own);
    }
    __syncwarp();
    const std::uint32_t count = min(rows - first, static_cast<std::uint32_t>(warp_threads)) * words;
    for (std::uint32_t i = lane; i < count; i += warp_threads) {
      const std::uint32_t row = i / words;
      const std::uint32_t word = i % words;
      auto* to = reinterpret_cast<std::uint32_t*>(&row_of(table, first + row + 1)) + begin;
      to[word] = word < shared::MOST_MEASURED_WORDS ? measured[warp + row][word] : 0;
    }
    __syncwarp();
  }
}

}  // namespace glccl::cuda
