// table_column_intensity from labels and a second image, for every method. It is the pass of the same name in
// glsl/compute.
//
//   begin_intensities    writes the column in the rows of the table: of components with a small box what is measured
//                        of the pixels in it, without atomics; of others its beginning
//   find_extremes        where components have their own bits of a fraction: reads the labels and the image once and
//                        writes the keys of the smallest and the largest float to the rows of the others
//   find_fractions       likewise: writes the bits of the fraction, which follow from these
//   measure_intensities  reads the labels and the image once and adds to the rows of the others
//
// A thread goes down a column and keeps the sums of the two components that it met last in registers. At the end of its
// rows, a warp adds up the threads that hold one component, and the block its warps, so that a large component costs
// few atomics. Pixels are added eight at a time, those of one component after those of another.
#include <algorithm>
#include <type_traits>

#include "cuda/measure/begin_intensities.cuh"
#include "cuda/measure/find_extremes.cuh"
#include "cuda/measure/intensity_sums.cuh"
#include "cuda/measure/measure_labels.hpp"
#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/small_boxes.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"

namespace glccl::cuda {
namespace {

/// How many squares of a pixel's values have a sum of at most 64 bits, at least. LARGEST_FIXED has 31 bits.
template <class Pixel>
constexpr int squares_at_once = is_float<Pixel> || sizeof(Pixel) < 4 ? 4
                                : std::is_signed_v<Pixel>            ? 2
                                                                     : 1;

constexpr std::uint32_t all_rows = (1U << rows_at_once) - 1;

/// Adds pixels of rows_at_once rows from row `y` on to the sums: of those rows that are set in `rows`, or of `all`.
template <bool all, bool extremes, class Pixel>
__device__ void add_pixels(IntensitySums& sums, const Pixel (&pixels)[rows_at_once], std::uint32_t rows,
                           const Scale& scale, int y) {
  constexpr bool is_signed = has_sign<Pixel>;
  std::int64_t sum = 0;
  std::int64_t inner = 0;  // rows counted from y on
  std::uint64_t squares = 0;
#pragma unroll
  for (int i = 0; i < rows_at_once; ++i) {
    const bool added = all || (rows >> i & 1) != 0;
    const std::uint32_t value = added ? value_of(pixels[i], scale) : 0;
    const std::int64_t number = number_of<is_signed>(value);
    sum += number;
    inner += number * i;
    squares += square_of<is_signed>(value);
    if ((i + 1) % squares_at_once<Pixel> == 0) {
      add_squares(sums, squares);
      squares = 0;
    }
    if constexpr (extremes) {
      sums.minimum = min(sums.minimum, added ? key_of<is_signed>(value) : 0xFFFFFFFFU);
      sums.maximum = max(sums.maximum, added ? key_of<is_signed>(value) : 0U);
    }
  }
  sums.sum += sum;
  sums.y += inner + sum * y;
}

/// A lane's way down its column.
template <class Pixel, bool own_fractions>
struct IntensityWalk {
  const MeasuredTable& table;
  const IntensityColumns& columns;
  const MeasuredOrigin& origin;
  Scale scale;
  bool boxes;            ///< measures_boxes().
  IntensitySums sums;    ///< Of the component that was met last.
  IntensitySums former;  ///< Of the one that was met before it; those of further ones are in the table.

  /// Adds sums to the table.
  __device__ void leave(const IntensitySums& left) {
    add_sums<own_fractions>(table, columns, left, static_cast<std::int64_t>(threadIdx.x) * left.sum, origin);
  }

  /// Makes `sums` those of a component.
  __device__ void meet(std::uint32_t label) {
    if (label == sums.label) return;
    const bool again = label == former.label;
    if (!again) leave(former);
    const IntensitySums met = again ? former : no_sums(label);
    former = sums;
    sums = met;
    if constexpr (own_fractions) scale = Scale(table.fraction_bits[label - 1]);
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
    std::uint32_t others = 0;
#pragma unroll
    for (int i = 1; i < rows_at_once; ++i) others |= labels[i] ^ label;
    std::uint32_t rows = others == 0 ? all_rows : rows_with(labels, label);
    std::uint32_t left = all_rows & ~rows;
#pragma unroll 1
    while (true) {
      if (is_large(table, boxes, label)) {
        meet(label);
        if (rows == all_rows) {
          add_pixels<true, !own_fractions>(sums, pixels, rows, scale, y);
        } else {
          add_pixels<false, !own_fractions>(sums, pixels, rows, scale, y);
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
template <bool extremes>
__device__ WarpSums sums_of_warp(IntensitySums sums) {
  std::int64_t x = static_cast<std::int64_t>(threadIdx.x) * sums.sum;
  if constexpr (extremes) {
    sums.minimum = min_of_warp(sums.minimum);
    sums.maximum = max_of_warp(sums.maximum);
  }
  sums.sum = sum_of_warp(sums.sum);
  x = sum_of_warp(x);
  sums.y = sum_of_warp(sums.y);
  sums.squares_low = sum_of_warp(sums.squares_low);
  sums.squares_high = sum_of_warp(sums.squares_high);
  return {sums, x};
}

/// Adds up the last sums of all lanes, of the components with the smallest labels, which tend to be large; the sums of
/// others go to the table. Whole warps must call it.
template <class Pixel, bool own_fractions>
__device__ void add_up_warp(IntensityWalk<Pixel, own_fractions>& walk, WarpSums* found) {
  if (threadIdx.x < components_of_warp) found[components_of_warp * threadIdx.y + threadIdx.x].sums.label = 0;
  __syncwarp();
  for (int i = 0; i < components_of_warp; ++i) {
    const std::uint32_t label = smallest_of_warp(walk.smaller_label());
    if (label == no_label) return;
    const WarpSums of_warp = sums_of_warp<!own_fractions>(walk.take(label));
    if (threadIdx.x == 0) found[components_of_warp * threadIdx.y + i] = of_warp;
  }
  walk.leave(walk.sums);
  walk.leave(walk.former);
}

/// Adds the last sums of all lanes, once for each component that the warps have added up: many blocks add to the row of
/// a large one. All threads of the block must call it.
template <class Pixel, bool own_fractions>
__device__ void add_sums_of_block(IntensityWalk<Pixel, own_fractions>& walk) {
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
  // These threads have the block's first pixel too.
  add_sums<own_fractions>(walk.table, walk.columns, all.sums, all.x, walk.origin);
}

/// A lane has one of its warp's 32 columns, and warp_rows rows of a slice, of which blocks of 4 warps have
/// `slice_blocks`. grid: columns in warps, blocks of all slices, grid_of(); block: 32 x 4. Lanes outside of the image
/// stay, because whole warps add up.
template <class Pixel, bool own_fractions>
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
  IntensityWalk<Pixel, own_fractions> walk = {table, columns, origin, Scale(image.fraction_bits), measures_boxes(table),
                                              {},    {}};
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

/// Calls visit(Pixel()) for the type of the pixels of a format that check_intensity() does not refuse.
template <class Visit>
Result<void> with_pixel(PixelFormat format, const Visit& visit) {
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

Result<void> measure_intensities(const Job& job, const PixelTarget& target, const JobTable& table,
                                 const JobIntensity& image) {
  const MeasuredTable view = make_measured_table(job, table);
  const FormatTraits& format = traits_of(image.format);
  const auto word = [&](std::uint32_t column) {
    return (table.columns & column) != 0 ? static_cast<std::uint32_t>(column_offset(table.columns, column) / 4) : 0;
  };
  const IntensityColumns columns = {word(table_column_intensity), word(table_column_intensity_z),
                                    format.has_floats() && image.own_fractions ? shared::FLOAT_KEYS
                                    : format.has_floats() || format.is_signed  ? shared::INTEGERS_SIGNED
                                                                               : shared::INTEGERS_UNSIGNED};
  const VolumeTarget labels = {target, job.slices.labels};
  const unsigned blocks = std::min(blocks_for(table.rows, measuring_threads), 16U * job.device.multiprocessors);
  const unsigned slice_blocks = blocks_for(job.extent.height, warp_rows * measuring_warps);
  const dim3 grid =
      grid_of(blocks_for(job.extent.width, warp_threads), slice_blocks * static_cast<unsigned>(job.extent.depth));
  const dim3 block(warp_threads, measuring_warps);
  const auto measure_by = [&]<class Pixel, bool own_fractions>() {
    const Result<void> begun = launch("begin_intensities", job, Overlap::with_previous, blocks, measuring_threads,
                                      begin_intensities<Pixel, own_fractions>, labels, image, view, columns);
    if (!begun) return begun;
    if constexpr (own_fractions) {
      const Result<void> found = launch("find_extremes", job, Overlap::with_previous, grid, block, find_extremes<Pixel>,
                                        labels, image, view, columns, slice_blocks);
      if (!found) return found;
      const Result<void> chosen = launch("find_fractions", job, Overlap::with_previous, blocks, measuring_threads,
                                         find_fractions, view, columns);
      if (!chosen) return chosen;
    }
    return launch("measure_intensities", job, Overlap::with_previous, grid, block, measure<Pixel, own_fractions>,
                  labels, image, view, columns, slice_blocks);
  };
  return with_pixel(image.format, [&](auto pixel) {
    using Pixel = decltype(pixel);
    if constexpr (is_float<Pixel>) {
      if (image.own_fractions) return measure_by.template operator()<Pixel, true>();
    }
    return measure_by.template operator()<Pixel, false>();
  });
}

}  // namespace glccl::cuda
