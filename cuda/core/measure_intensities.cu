// table_column_intensity from labels and a second image, for every method. It is the pass of the same name in
// glsl/compute.
//
//   begin_intensities    starts the column in the rows of the table
//   measure_intensities  reads the labels and the image once and adds to the rows
//
// A thread goes down a column and keeps the sums of the component that it met last in registers. At the end of its
// rows, a warp adds up the threads that hold one component, so that a large component costs few atomics.
#include <cuda_fp16.h>

#include <algorithm>
#include <type_traits>

#include "cuda/core/launch.cuh"
#include "cuda/core/measure_labels.hpp"
#include "cuda/core/measured_labels.cuh"
#include "cuda/core/table.cuh"
#include "glsl/shared/fixed_point.h"

namespace glccl::cuda {
namespace {

/// Where words of IntensityColumn lie in it.
constexpr int squares_at = offsetof(IntensityColumn, squares) / 4;
constexpr int sum_x_at = offsetof(IntensityColumn, sum_x) / 4;
constexpr int sum_y_at = offsetof(IntensityColumn, sum_y) / 4;
constexpr int minimum_at = offsetof(IntensityColumn, minimum) / 4;
constexpr int maximum_at = offsetof(IntensityColumn, maximum) / 4;
constexpr int is_signed_at = offsetof(IntensityColumn, is_signed) / 4;
constexpr int fraction_bits_at = offsetof(IntensityColumn, fraction_bits) / 4;
constexpr int column_words = sizeof(IntensityColumn) / 4;

/// The columns of a table, by the 32-bit word of a row where each begins. z is 0 in images.
struct IntensityColumns {
  std::uint32_t intensity;
  std::uint32_t z;
  bool is_signed;
  int fraction_bits;
};

/// Sums over pixels of one component in a lane's rows, or in a warp's columns and rows. Values have at most 33 bits
/// with their sign, so no sum overflows.
struct IntensitySums {
  std::uint32_t label;  ///< 0: no component.
  std::uint32_t minimum;
  std::uint32_t maximum;
  std::int64_t sum;
  std::int64_t y;             ///< Sum of value * row, with rows counted from the warp's first one.
  std::uint64_t squares_low;  ///< Sum of the lower words of squares.
  std::uint64_t squares_high;
};

__extension__ typedef __int128 Wide;

/// Adds to an integer of 128 bits of the table.
__device__ void add_128(std::uint32_t* words, Wide value) {
  const auto low = static_cast<unsigned long long>(value);
  auto high = static_cast<unsigned long long>(value >> 64);
  if (low != 0) {
    const unsigned long long before = atomicAdd(reinterpret_cast<unsigned long long*>(words), low);
    if (before + low < before) ++high;
  }
  if (high != 0) atomicAdd(reinterpret_cast<unsigned long long*>(words) + 1, high);
}

/// Adds sums to the row of their component. `x` is the sum of value * column, with columns counted from the warp's
/// first one.
__device__ void add_sums(const TableView& table, const IntensityColumns& columns, const IntensitySums& sums,
                         std::int64_t x, const MeasuredOrigin& origin) {
  if (sums.label == 0 || sums.label > table.capacity) return;
  auto* row = reinterpret_cast<std::uint32_t*>(&row_of(table, sums.label));
  std::uint32_t* column = row + columns.intensity;
  add_128(column, sums.sum);
  add_128(column + squares_at, (static_cast<Wide>(sums.squares_high) << 32) + static_cast<Wide>(sums.squares_low));
  add_128(column + sum_x_at, static_cast<Wide>(sums.sum) * static_cast<Wide>(origin.x) + x);
  add_128(column + sum_y_at, static_cast<Wide>(sums.sum) * static_cast<Wide>(origin.y) + sums.y);
  if (columns.z != 0 && origin.z != 0)
    add_128(row + columns.z, static_cast<Wide>(sums.sum) * static_cast<Wide>(origin.z));
  if (sums.minimum < column[minimum_at]) atomicMin(column + minimum_at, sums.minimum);
  if (sums.maximum > column[maximum_at]) atomicMax(column + maximum_at, sums.maximum);
}

/// Adds the last sums of all lanes. Whole warps must call it.
__device__ void add_sums_of_warp(const TableView& table, const IntensityColumns& columns, IntensitySums sums,
                                 const MeasuredOrigin& origin) {
  const std::uint32_t label = smallest_of_warp(sums.label);
  if (label == no_label) return;
  const auto lane = static_cast<std::int64_t>(threadIdx.x);
  if (sums.label != label) {
    add_sums(table, columns, sums, lane * sums.sum, origin);
    sums = {label, 0xFFFFFFFF, 0, 0, 0, 0, 0};
  }
  std::int64_t x = lane * sums.sum;
  for (int step = warp_threads / 2; step > 0; step /= 2) {
    sums.minimum = min(sums.minimum, __shfl_xor_sync(whole_warp, sums.minimum, step));
    sums.maximum = max(sums.maximum, __shfl_xor_sync(whole_warp, sums.maximum, step));
    sums.sum += __shfl_xor_sync(whole_warp, sums.sum, step);
    x += __shfl_xor_sync(whole_warp, x, step);
    sums.y += __shfl_xor_sync(whole_warp, sums.y, step);
    sums.squares_low += __shfl_xor_sync(whole_warp, sums.squares_low, step);
    sums.squares_high += __shfl_xor_sync(whole_warp, sums.squares_high, step);
  }
  if (threadIdx.x == 0) add_sums(table, columns, sums, x, origin);
}

template <class Pixel>
constexpr bool is_float = std::is_same_v<Pixel, float> || std::is_same_v<Pixel, __half>;

template <class Pixel>
constexpr bool has_sign = is_float<Pixel> || std::is_signed_v<Pixel>;

/// The value of a pixel, as Intensity has it: of unsigned formats its bits.
template <class Pixel>
__device__ std::uint32_t value_of(Pixel pixel, int fraction_bits) {
  if constexpr (std::is_same_v<Pixel, float>) {
    return static_cast<std::uint32_t>(shared::fixed_point(static_cast<int>(__float_as_uint(pixel)), fraction_bits));
  } else if constexpr (std::is_same_v<Pixel, __half>) {
    return value_of(__half2float(pixel), fraction_bits);
  } else {
    return static_cast<std::uint32_t>(pixel);  // extends the sign
  }
}

/// Adds a value to the sums.
template <bool is_signed>
__device__ void add_value(IntensitySums& sums, std::uint32_t value, int y) {
  const std::int64_t number = is_signed ? std::int64_t{static_cast<std::int32_t>(value)} : std::int64_t{value};
  const auto magnitude = static_cast<std::uint32_t>(is_signed && number < 0 ? -number : number);
  const std::uint64_t square = std::uint64_t{magnitude} * magnitude;
  const std::uint32_t key = is_signed ? value ^ 0x80000000U : value;
  sums.sum += number;
  sums.y += number * y;
  sums.squares_low += static_cast<std::uint32_t>(square);
  sums.squares_high += square >> 32;
  sums.minimum = min(sums.minimum, key);
  sums.maximum = max(sums.maximum, key);
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 8 warps have
/// `slice_blocks`. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 8. Lanes outside of the image
/// stay, because whole warps add up.
template <class Pixel>
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, JobIntensity image, TableView table, IntensityColumns columns, unsigned slice_blocks) {
  constexpr int at_once = 8;  // rows that are loaded together
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  if (origin.z >= static_cast<std::uint64_t>(table.extent.depth)) return;
  const LabelReader labels = {slice_of(target, static_cast<int>(origin.z)), table.extent};
  const auto x = static_cast<std::int64_t>(origin.x + threadIdx.x);
  const auto top = static_cast<std::int64_t>(origin.y);
  const unsigned char* const slice = image.pixels + origin.z * image.slice_pitch;
  IntensitySums sums = {};
  for (int begin = 0; begin < warp_rows; begin += at_once) {
    std::uint32_t met[at_once];
    Pixel pixels[at_once];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const std::int64_t y = top + begin + i;
      met[i] = labels.at(x, y);
      const bool inside = x < table.extent.width && y < table.extent.height;
      const unsigned char* row = slice + static_cast<std::size_t>(y) * image.pitch;
      pixels[i] = inside ? reinterpret_cast<const Pixel*>(row)[x] : Pixel{};
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      if (met[i] == 0) continue;
      if (met[i] != sums.label) {
        add_sums(table, columns, sums, static_cast<std::int64_t>(threadIdx.x) * sums.sum, origin);
        sums = {met[i], 0xFFFFFFFF, 0, 0, 0, 0, 0};
      }
      add_value<has_sign<Pixel>>(sums, value_of(pixels[i], image.fraction_bits), begin + i);
    }
  }
  add_sums_of_warp(table, columns, sums, origin);
}

/// Starts the columns in all rows. grid and block: any.
__global__ void begin_intensities(TableView table, IntensityColumns columns) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < table.header->rows;
       i += std::size_t{gridDim.x} * blockDim.x) {
    auto* row = reinterpret_cast<std::uint32_t*>(&row_of(table, static_cast<std::uint32_t>(i) + 1));
    std::uint32_t* column = row + columns.intensity;
    for (int word = 0; word < column_words; ++word) column[word] = 0;
    column[minimum_at] = 0xFFFFFFFF;
    column[is_signed_at] = columns.is_signed ? 1 : 0;
    column[fraction_bits_at] = static_cast<std::uint32_t>(columns.fraction_bits);
    // The end of a row is padding, which is cleared too.
    const std::uint32_t end = columns.z != 0 ? columns.z : columns.intensity + column_words;
    for (std::uint32_t word = end; word < table.row_bytes / 4; ++word) row[word] = 0;
  }
}

/// Calls visit(Pixel()) for the type of the pixels of a format that check_intensity() does not refuse.
template <class Visit>
Status with_pixel(PixelFormat format, const Visit& visit) {
  switch (format) {
    case PixelFormat::u16:
      return visit(std::uint16_t());
    case PixelFormat::u32:
      return visit(std::uint32_t());
    case PixelFormat::i8:
      return visit(std::int8_t());
    case PixelFormat::i16:
      return visit(std::int16_t());
    case PixelFormat::i32:
      return visit(std::int32_t());
    case PixelFormat::f16:
      return visit(__half());
    case PixelFormat::f32:
      return visit(float());
    default:  // u8 and unorm8
      return visit(std::uint8_t());
  }
}

}  // namespace

Status measure_intensities(const Job& job, const PixelTarget& target, const JobTable& table,
                           const JobIntensity& image) {
  const TableView view = make_table_view(table, {}, job.extent);
  const FormatTraits& format = traits_of(image.format);
  const auto word = [&](std::uint32_t column) {
    return (table.columns & column) != 0 ? static_cast<std::uint32_t>(column_offset(table.columns, column) / 4) : 0;
  };
  const IntensityColumns columns = {word(table_column_intensity), word(table_column_intensity_z),
                                    format.is_signed || format.has_floats(),
                                    format.has_floats() ? image.fraction_bits : 0};
  const unsigned clearing = std::min(blocks_for(table.rows, measuring_threads), 4U * job.device.multiprocessors);
  const Status begun = launch("begin_intensities", job, clearing, measuring_threads, begin_intensities, view, columns);
  if (!begun) return begun;
  const unsigned slice_blocks = blocks_for(job.extent.height, warp_rows * measuring_warps);
  const dim3 grid =
      grid_of(blocks_for(job.extent.width, warp_threads), slice_blocks * static_cast<unsigned>(job.extent.depth));
  return with_pixel(image.format, [&](auto pixel) {
    return launch("measure_intensities", job, grid, dim3(warp_threads, measuring_warps), measure<decltype(pixel)>,
                  VolumeTarget{target, job.slices.labels}, image, view, columns, slice_blocks);
  });
}

}  // namespace glccl::cuda
