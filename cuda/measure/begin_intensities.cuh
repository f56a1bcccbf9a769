// begin_intensities: writes table_column_intensity in all rows. Components with small boxes are measured here; the
// column of the others begins with no pixels.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/measure/intensity_sums.cuh"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/small_boxes.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

inline __device__ void write_128(std::uint32_t* words, Wide value) {
  for (int i = 0; i < 4; ++i) words[i] = static_cast<std::uint32_t>(value >> (32 * i));
}

/// Calls visit(pixel, x, y, z) for the pixels of a component, from the box of its row.
template <class Pixel, class Visit>
__device__ void visit_small(const VolumeTarget& target, const JobIntensity& image, const TableView& table,
                            const ComponentRow& row, const Visit& visit) {
  const bool flat = table.extent.depth == 1;
  for (std::uint32_t z = flat ? 0 : row.z0; z <= (flat ? 0 : row.z1); ++z) {
    const unsigned char* const slice = image.pixels + z * image.slice_pitch;
    shared::BoxBits left = box_bits({slice_of(target, static_cast<int>(z)), table.extent}, row);
    for (; !shared::is_empty(left); left = shared::without_first(left)) {
      const std::uint32_t place = shared::first_place(left);
      const std::uint32_t x = row.x0 + place % 8;
      const std::uint32_t y = row.y0 + place / 8;
      const auto* const pixels = reinterpret_cast<const Pixel*>(slice + std::size_t{y} * image.pitch);
      visit(pixels[x], x, y, z);
    }
  }
}

/// Writes the measurements of a component, from the pixels in the box of its row, to the words of its column and of
/// sum_z behind it.
template <class Pixel, bool own_fractions>
__device__ void measure_small(const VolumeTarget& target, const JobIntensity& image, const TableView& table,
                              const ComponentRow& row, std::uint32_t* words) {
  int bits = image.fraction_bits;
  std::uint32_t least = 0xFFFFFFFF;
  std::uint32_t largest = 0;
  if constexpr (own_fractions) {
    visit_small<Pixel>(target, image, table, row, [&](Pixel pixel, std::uint32_t, std::uint32_t, std::uint32_t) {
      const std::uint32_t key = key_of_pixel(pixel);
      least = min(least, key);
      largest = max(largest, key);
    });
    bits = shared::own_fraction_bits(least, largest);
  }
  const Scale scale(bits);
  IntensitySums sums = no_sums(row.label);
  Wide x_sum = 0;
  Wide z_sum = 0;
  visit_small<Pixel>(target, image, table, row, [&](Pixel pixel, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const std::uint32_t value = value_of(pixel, scale);
    const std::int64_t number = number_of<has_sign<Pixel>>(value);
    add_value<has_sign<Pixel>>(sums, value, static_cast<int>(y));
    x_sum += number * static_cast<std::int64_t>(x);
    z_sum += number * static_cast<std::int64_t>(z);
  });
  write_128(words, sums.sum);
  write_128(words + squares_at, (static_cast<Wide>(sums.squares_high) << 32) + static_cast<Wide>(sums.squares_low));
  write_128(words + sum_x_at, x_sum);
  write_128(words + sum_y_at, sums.y);
  words[minimum_at] = own_fractions ? least : sums.minimum;
  words[maximum_at] = own_fractions ? largest : sums.maximum;
  if (is_float<Pixel>) words[fraction_bits_at] = bits_in_row(bits);
  write_128(words + column_words, z_sum);
}

/// Writes the columns of all rows, and zeros behind them. A lane has a component, and the warp writes their rows
/// together. grid: any; block: measuring_threads.
template <class Pixel, bool own_fractions>
__global__ void __launch_bounds__(measuring_threads)
    begin_intensities(VolumeTarget target, JobIntensity image, MeasuredTable table, IntensityColumns columns) {
  wait_for_kernels_before();
  constexpr std::uint32_t staged_words = column_words + 4;
  constexpr std::uint32_t pitch = staged_words + 1;  // odd, for the banks of shared memory
  __shared__ std::uint32_t staged[measuring_threads][pitch];
  const std::uint32_t lane = threadIdx.x % warp_threads;
  const std::uint32_t warp = threadIdx.x - lane;
  const std::uint32_t end = columns.z != 0 ? staged_words : column_words;  // what follows is another column, or padding
  const std::uint32_t rows = table.header->rows;
  const bool boxes = measures_boxes(table);
  std::uint32_t* const own = staged[threadIdx.x];
  for (std::uint32_t first = blockIdx.x * blockDim.x + warp; first < rows; first += gridDim.x * blockDim.x) {
    for (std::uint32_t i = 0; i < pitch; ++i) own[i] = 0;
    own[minimum_at] = 0xFFFFFFFF;
    own[kind_at] = columns.kind;
    own[fraction_bits_at] = is_float<Pixel> && !own_fractions ? static_cast<std::uint32_t>(image.fraction_bits) : 0;
    if (boxes) {
      const std::uint32_t number = first + lane + 1;
      const bool small = number <= rows && is_small(table, row_of(table, number));
      if (small) measure_small<Pixel, own_fractions>(target, image, table, row_of(table, number), own);
      mark_large(table, first, !small);
    }
    __syncwarp();
    write_staged_rows(table, first, rows, columns.intensity, staged[warp], pitch, end);
    __syncwarp();
  }
}

}  // namespace glccl::cuda
