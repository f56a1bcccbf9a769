// table_column_intensity from labels and a second image, for every method. It is the pass of the same name in
// glsl/compute.
//
//   begin_intensities    writes the column in the rows of the table: of components with a small box what is measured
//                        of the pixels in it, without atomics; of others its beginning
//   measure_intensities  reads the labels and the image once and adds to the rows of the others
//
// A thread goes down a column and keeps the sums of the two components that it met last in registers. At the end of its
// rows, a warp adds up the threads that hold one component, and the block its warps, so that a large component costs
// few atomics. Pixels are added eight at a time, those of one component after those of another.
#include <cuda_fp16.h>

#include <algorithm>
#include <type_traits>

#include "cuda/core/launch.cuh"
#include "cuda/core/measurements/measure_labels.hpp"
#include "cuda/core/measurements/measured_labels.cuh"
#include "cuda/core/measurements/small_boxes.cuh"
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

/// The sums of no pixel.
__device__ IntensitySums no_sums(std::uint32_t label) { return {label, 0xFFFFFFFF, 0, 0, 0, 0, 0}; }

template <class Pixel>
constexpr bool is_float = std::is_same_v<Pixel, float> || std::is_same_v<Pixel, __half>;

template <class Pixel>
constexpr bool has_sign = is_float<Pixel> || std::is_signed_v<Pixel>;

/// shared::fixed_point() by the conversion that GPUs have: it rounds to the nearest even integer, makes 0 of what is
/// not a number, and saturates. To scale by a power of two is exact, but for what becomes 0 anyway.
__device__ int fixed_point(float value, int fraction_bits) {
  const float scale = __uint_as_float(static_cast<std::uint32_t>(127 + fraction_bits) << 23);
  return max(__float2int_rn(value * scale), -shared::LARGEST_FIXED);
}

/// The value of a pixel, as Intensity has it: of unsigned formats its bits.
template <class Pixel>
__device__ std::uint32_t value_of(Pixel pixel, int fraction_bits) {
  if constexpr (std::is_same_v<Pixel, float>) {
    return static_cast<std::uint32_t>(fixed_point(pixel, fraction_bits));
  } else if constexpr (std::is_same_v<Pixel, __half>) {
    return value_of(__half2float(pixel), fraction_bits);
  } else {
    return static_cast<std::uint32_t>(pixel);  // extends the sign
  }
}

template <bool is_signed>
__device__ std::int64_t number_of(std::uint32_t value) {
  return is_signed ? std::int64_t{static_cast<std::int32_t>(value)} : std::int64_t{value};
}

/// A value in an order without a sign.
template <bool is_signed>
__device__ std::uint32_t key_of(std::uint32_t value) {
  return is_signed ? value ^ 0x80000000U : value;
}

/// The square of a value.
template <bool is_signed>
__device__ std::uint64_t square_of(std::uint32_t value) {
  const std::int64_t number = number_of<is_signed>(value);
  return is_signed ? static_cast<std::uint64_t>(number * number) : std::uint64_t{value} * value;
}

__device__ void add_squares(IntensitySums& sums, std::uint64_t squares) {
  sums.squares_low += static_cast<std::uint32_t>(squares);
  sums.squares_high += squares >> 32;
}

/// Adds a value to the sums.
template <bool is_signed>
__device__ void add_value(IntensitySums& sums, std::uint32_t value, int y) {
  const std::int64_t number = number_of<is_signed>(value);
  sums.sum += number;
  sums.y += number * y;
  add_squares(sums, square_of<is_signed>(value));
  sums.minimum = min(sums.minimum, key_of<is_signed>(value));
  sums.maximum = max(sums.maximum, key_of<is_signed>(value));
}

/// Rows that are loaded together.
constexpr int rows_at_once = 8;

/// How many squares of a pixel's values have a sum of at most 64 bits, at least. LARGEST_FIXED has 31 bits.
template <class Pixel>
constexpr int squares_at_once = is_float<Pixel> || sizeof(Pixel) < 4 ? 4
                                : std::is_signed_v<Pixel>            ? 2
                                                                     : 1;

constexpr std::uint32_t all_rows = (1U << rows_at_once) - 1;

/// Adds pixels of rows_at_once rows from row `y` on to the sums: of those rows that are set in `rows`, or of `all`.
template <bool all, class Pixel>
__device__ void add_pixels(IntensitySums& sums, const Pixel (&pixels)[rows_at_once], std::uint32_t rows,
                           int fraction_bits, int y) {
  constexpr bool is_signed = has_sign<Pixel>;
  std::int64_t sum = 0;
  std::int64_t inner = 0;  // rows counted from y on
  std::uint64_t squares = 0;
#pragma unroll
  for (int i = 0; i < rows_at_once; ++i) {
    const bool added = all || (rows >> i & 1) != 0;
    const std::uint32_t value = added ? value_of(pixels[i], fraction_bits) : 0;
    const std::int64_t number = number_of<is_signed>(value);
    sum += number;
    inner += number * i;
    squares += square_of<is_signed>(value);
    if ((i + 1) % squares_at_once<Pixel> == 0) {
      add_squares(sums, squares);
      squares = 0;
    }
    sums.minimum = min(sums.minimum, added ? key_of<is_signed>(value) : 0xFFFFFFFFU);
    sums.maximum = max(sums.maximum, added ? key_of<is_signed>(value) : 0U);
  }
  sums.sum += sum;
  sums.y += inner + sum * y;
}

/// A lane's way down its column.
template <class Pixel>
struct IntensityWalk {
  const MeasuredTable& table;
  const IntensityColumns& columns;
  const MeasuredOrigin& origin;
  int fraction_bits;
  bool boxes;            ///< measures_boxes().
  IntensitySums sums;    ///< Of the component that was met last.
  IntensitySums former;  ///< Of the one that was met before it; those of further ones are in the table.

  /// Adds sums to the table.
  __device__ void leave(const IntensitySums& left) {
    add_sums(table, columns, left, static_cast<std::int64_t>(threadIdx.x) * left.sum, origin);
  }

  /// Makes `sums` those of a component.
  __device__ void meet(std::uint32_t label) {
    if (label == sums.label) return;
    const bool again = label == former.label;
    if (!again) leave(former);
    const IntensitySums met = again ? former : no_sums(label);
    former = sums;
    sums = met;
  }

  /// The smaller label of those whose sums the lane holds; 0: none.
  __device__ std::uint32_t smaller_label() const { return min(sums.label - 1, former.label - 1) + 1; }

  /// Takes the sums of a component away.
  __device__ IntensitySums take(std::uint32_t label) {
    IntensitySums taken = no_sums(label);
    if (sums.label == label) {
      taken = sums;
      sums.label = 0;
    } else if (former.label == label) {
      taken = former;
      former.label = 0;
    }
    return taken;
  }

  /// Adds the rows from row `y` of the warp on, which have these labels: one component after another.
  __device__ void add_rows(const std::uint32_t (&labels)[rows_at_once], const Pixel (&pixels)[rows_at_once], int y) {
    std::uint32_t label = labels[0];
    std::uint32_t rows = rows_with(labels, label);
    std::uint32_t left = all_rows & ~rows;
#pragma unroll 1
    while (true) {
      if (is_large(table, boxes, label)) {
        meet(label);
        if (rows == all_rows) {
          add_pixels<true>(sums, pixels, rows, fraction_bits, y);
        } else {
          add_pixels<false>(sums, pixels, rows, fraction_bits, y);
        }
      }
      if (left == 0) return;
#pragma unroll
      for (int i = rows_at_once - 1; i >= 0; --i) label = (left >> i & 1) != 0 ? labels[i] : label;
      rows = rows_with(labels, label);
      left &= ~rows;
    }
  }

 private:
  __device__ static std::uint32_t rows_with(const std::uint32_t (&labels)[rows_at_once], std::uint32_t label) {
    std::uint32_t rows = 0;
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) rows |= labels[i] == label ? 1U << i : 0;
    return rows;
  }
};

/// Components that a warp adds up, at most.
constexpr int components_of_warp = 4;

/// What the warps of a block have added up: component i of warp w at components_of_warp * w + i, if it has so many.
constexpr int components_of_block = measuring_warps * components_of_warp;

/// What a warp has added up for one component.
struct WarpSums {
  IntensitySums sums;
  std::int64_t x;  ///< Sum of value * column, with columns counted from the warp's first one.
};

/// The sums of one component in all lanes. Whole warps must call it.
__device__ WarpSums sums_of_warp(IntensitySums sums) {
  std::int64_t x = static_cast<std::int64_t>(threadIdx.x) * sums.sum;
  for (int step = warp_threads / 2; step > 0; step /= 2) {
    sums.minimum = min(sums.minimum, __shfl_xor_sync(whole_warp, sums.minimum, step));
    sums.maximum = max(sums.maximum, __shfl_xor_sync(whole_warp, sums.maximum, step));
    sums.sum += __shfl_xor_sync(whole_warp, sums.sum, step);
    x += __shfl_xor_sync(whole_warp, x, step);
    sums.y += __shfl_xor_sync(whole_warp, sums.y, step);
    sums.squares_low += __shfl_xor_sync(whole_warp, sums.squares_low, step);
    sums.squares_high += __shfl_xor_sync(whole_warp, sums.squares_high, step);
  }
  return {sums, x};
}

/// Adds up the last sums of all lanes, of the components with the smallest labels, which tend to be large; the sums of
/// others go to the table. Whole warps must call it.
template <class Pixel>
__device__ void add_up_warp(IntensityWalk<Pixel>& walk, WarpSums* found) {
  if (threadIdx.x < components_of_warp) found[components_of_warp * threadIdx.y + threadIdx.x].sums.label = 0;
  __syncwarp();
  for (int i = 0; i < components_of_warp; ++i) {
    const std::uint32_t label = smallest_of_warp(walk.smaller_label());
    if (label == no_label) return;
    const WarpSums of_warp = sums_of_warp(walk.take(label));
    if (threadIdx.x == 0) found[components_of_warp * threadIdx.y + i] = of_warp;
  }
  walk.leave(walk.sums);
  walk.leave(walk.former);
}

/// Adds the last sums of all lanes, once for each component that the warps have added up: many blocks add to the row of
/// a large one. All threads of the block must call it.
template <class Pixel>
__device__ void add_sums_of_block(IntensityWalk<Pixel>& walk) {
  __shared__ WarpSums found[components_of_block];
  add_up_warp(walk, found);
  __syncthreads();
  const unsigned own = threadIdx.y * warp_threads + threadIdx.x;
  if (own >= components_of_block || found[own].sums.label == 0) return;
  for (unsigned i = 0; i < own; ++i) {
    if (found[i].sums.label == found[own].sums.label) return;
  }
  WarpSums all = {no_sums(found[own].sums.label), 0};
  for (unsigned i = own; i < components_of_block; ++i) {
    const IntensitySums& one = found[i].sums;
    if (one.label != all.sums.label) continue;
    all.sums.minimum = min(all.sums.minimum, one.minimum);
    all.sums.maximum = max(all.sums.maximum, one.maximum);
    all.sums.sum += one.sum;
    all.sums.y += one.y + one.sum * static_cast<std::int64_t>(i / components_of_warp * warp_rows);
    all.sums.squares_low += one.squares_low;
    all.sums.squares_high += one.squares_high;
    all.x += found[i].x;
  }
  add_sums(walk.table, walk.columns, all.sums, all.x, walk.origin);  // these threads have the block's first pixel too
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 4 warps have
/// `slice_blocks`. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 4. Lanes outside of the image
/// stay, because whole warps add up.
template <class Pixel>
__global__ void __launch_bounds__(measuring_threads)
    measure(VolumeTarget target, JobIntensity image, MeasuredTable table, IntensityColumns columns,
            unsigned slice_blocks) {
  wait_for_kernels_before();
  const MeasuredOrigin origin = own_measured_origin(slice_blocks);
  if (origin.z >= static_cast<std::uint64_t>(table.extent.depth)) return;
  const LabelReader labels = {slice_of(target, static_cast<int>(origin.z)), table.extent};
  const auto x = static_cast<int>(origin.x + threadIdx.x);
  const auto top = static_cast<int>(origin.y);
  const unsigned char* pixel =
      image.pixels + origin.z * image.slice_pitch + origin.y * image.pitch + (origin.x + threadIdx.x) * sizeof(Pixel);
  IntensityWalk<Pixel> walk = {table, columns, origin, image.fraction_bits, measures_boxes(table), {}, {}};
#pragma unroll 1
  for (int begin = 0; begin < warp_rows; begin += rows_at_once) {
    std::uint32_t met[rows_at_once];
    labels.read_down<rows_at_once>(x, top + begin, met);
    Pixel pixels[rows_at_once];
    read_column<rows_at_once>(pixel, image.pitch, x < table.extent.width ? table.extent.height - top - begin : 0,
                              pixels);
    walk.add_rows(met, pixels, begin);
    pixel += rows_at_once * image.pitch;
  }
  add_sums_of_block(walk);
}

__device__ void write_128(std::uint32_t* words, Wide value) {
  for (int i = 0; i < 4; ++i) words[i] = static_cast<std::uint32_t>(value >> (32 * i));
}

/// Writes the measurements of a component, from the pixels in the box of its row, to the words of its column and of
/// sum_z behind it.
template <class Pixel>
__device__ void measure_small(const VolumeTarget& target, const JobIntensity& image, const TableView& table,
                              const ComponentRow& row, std::uint32_t* words) {
  IntensitySums sums = no_sums(row.label);
  Wide x_sum = 0;
  Wide z_sum = 0;
  const bool flat = table.extent.depth == 1;
  for (std::uint32_t z = flat ? 0 : row.z0; z <= (flat ? 0 : row.z1); ++z) {
    const unsigned char* const slice = image.pixels + z * image.slice_pitch;
    shared::BoxBits left = box_bits({slice_of(target, static_cast<int>(z)), table.extent}, row);
    for (; !shared::is_empty(left); left = shared::without_first(left)) {
      const std::uint32_t place = shared::first_place(left);
      const std::uint32_t x = row.x0 + place % 8;
      const std::uint32_t y = row.y0 + place / 8;
      const auto* const pixels = reinterpret_cast<const Pixel*>(slice + std::size_t{y} * image.pitch);
      const std::uint32_t value = value_of(pixels[x], image.fraction_bits);
      const std::int64_t number = number_of<has_sign<Pixel>>(value);
      add_value<has_sign<Pixel>>(sums, value, static_cast<int>(y));
      x_sum += number * static_cast<std::int64_t>(x);
      z_sum += number * static_cast<std::int64_t>(z);
    }
  }
  write_128(words, sums.sum);
  write_128(words + squares_at, (static_cast<Wide>(sums.squares_high) << 32) + static_cast<Wide>(sums.squares_low));
  write_128(words + sum_x_at, x_sum);
  write_128(words + sum_y_at, sums.y);
  words[minimum_at] = sums.minimum;
  words[maximum_at] = sums.maximum;
  write_128(words + column_words, z_sum);
}

/// Writes the columns of all rows, and zeros behind them. A lane has a component, and the warp writes their rows
/// together. grid: any; block: measuring_threads.
template <class Pixel>
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
    own[is_signed_at] = columns.is_signed ? 1 : 0;
    own[fraction_bits_at] = static_cast<std::uint32_t>(columns.fraction_bits);
    if (boxes) {
      const std::uint32_t number = first + lane + 1;
      const bool small = number <= rows && is_small(table, row_of(table, number));
      if (small) measure_small<Pixel>(target, image, table, row_of(table, number), own);
      mark_large(table, first, !small);
    }
    __syncwarp();
    write_staged_rows(table, first, rows, columns.intensity, staged[warp], pitch, end);
    __syncwarp();
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
  const MeasuredTable view = make_measured_table(job, table);
  const FormatTraits& format = traits_of(image.format);
  const auto word = [&](std::uint32_t column) {
    return (table.columns & column) != 0 ? static_cast<std::uint32_t>(column_offset(table.columns, column) / 4) : 0;
  };
  const IntensityColumns columns = {word(table_column_intensity), word(table_column_intensity_z),
                                    format.is_signed || format.has_floats(),
                                    format.has_floats() ? image.fraction_bits : 0};
  const VolumeTarget labels = {target, job.slices.labels};
  const unsigned blocks = std::min(blocks_for(table.rows, measuring_threads), 16U * job.device.multiprocessors);
  const unsigned slice_blocks = blocks_for(job.extent.height, warp_rows * measuring_warps);
  const dim3 grid =
      grid_of(blocks_for(job.extent.width, warp_threads), slice_blocks * static_cast<unsigned>(job.extent.depth));
  return with_pixel(image.format, [&](auto pixel) {
    using Pixel = decltype(pixel);
    const Status begun = launch("begin_intensities", job, Overlap::with_previous, blocks, measuring_threads,
                                begin_intensities<Pixel>, labels, image, view, columns);
    if (!begun) return begun;
    return launch("measure_intensities", job, Overlap::with_previous, grid, dim3(warp_threads, measuring_warps),
                  measure<Pixel>, labels, image, view, columns, slice_blocks);
  });
}

}  // namespace glccl::cuda
