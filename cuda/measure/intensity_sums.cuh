// Values of a second image, and their sums over pixels of one component. The shaders of glsl/compute/intensity do the
// same.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/table.cuh"
#include "glsl/shared/fixed_point.h"

namespace glccl::cuda {

/// Rows that are loaded together.
constexpr int rows_at_once = 8;

/// Where words of IntensityColumn lie in it.
constexpr int squares_at = offsetof(IntensityColumn, squares) / 4;
constexpr int sum_x_at = offsetof(IntensityColumn, sum_x) / 4;
constexpr int sum_y_at = offsetof(IntensityColumn, sum_y) / 4;
constexpr int minimum_at = offsetof(IntensityColumn, minimum) / 4;
constexpr int maximum_at = offsetof(IntensityColumn, maximum) / 4;
constexpr int kind_at = offsetof(IntensityColumn, kind) / 4;
constexpr int fraction_bits_at = offsetof(IntensityColumn, fraction_bits) / 4;
constexpr int column_words = sizeof(IntensityColumn) / 4;

/// The columns of a table, by the 32-bit word of a row where each begins. z is 0 in images.
struct IntensityColumns {
  std::uint32_t intensity;
  std::uint32_t z;
  std::uint32_t kind;  ///< IntensityColumn::kind.
};

/// Sums over pixels of one component in a lane's rows, or in a warp's columns and rows. Values have at most 33 bits
/// with their sign, so no sum overflows.
struct IntensitySums {
  std::uint32_t label;    ///< 0: no component.
  std::uint32_t minimum;  ///< Unused where components have their own bits of a fraction: find_extremes() has found it.
  std::uint32_t maximum;  ///< Likewise.
  std::int64_t sum;
  std::int64_t y;             ///< Sum of value * row, with rows counted from the warp's first one.
  std::uint64_t squares_low;  ///< Sum of the lower words of squares.
  std::uint64_t squares_high;
};

/// An integer of the table.
__extension__ typedef __int128 Wide;

/// Adds to an integer of 128 bits of the table.
inline __device__ void add_128(std::uint32_t* words, Wide value) {
  const auto low = static_cast<unsigned long long>(value);
  auto high = static_cast<unsigned long long>(value >> 64);
  if (low != 0) {
    const unsigned long long before = atomicAdd(reinterpret_cast<unsigned long long*>(words), low);
    if (before + low < before) ++high;
  }
  if (high != 0) atomicAdd(reinterpret_cast<unsigned long long*>(words) + 1, high);
}

/// The column of a row that the table has.
inline __device__ std::uint32_t* column_of(const TableView& table, const IntensityColumns& columns,
                                           std::uint32_t label) {
  return reinterpret_cast<std::uint32_t*>(&row_of(table, label)) + columns.intensity;
}

/// The bits of the fraction of a component's values, from the extremes in its column.
inline __device__ int own_bits(const std::uint32_t* column) {
  return shared::own_fraction_bits(column[minimum_at], column[maximum_at]);
}

/// The bits as a row stores them: 0 for values that are not all finite.
inline __device__ std::uint32_t bits_in_row(int bits) {
  return bits == shared::NOT_FINITE ? 0 : static_cast<std::uint32_t>(bits);
}

/// Adds sums to the row of their component. `x` is the sum of value * column, with columns counted from the warp's
/// first one.
template <bool own_fractions>
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
  if constexpr (!own_fractions) {
    if (sums.minimum < column[minimum_at]) atomicMin(column + minimum_at, sums.minimum);
    if (sums.maximum > column[maximum_at]) atomicMax(column + maximum_at, sums.maximum);
  }
}

/// The sums of no pixel.
inline __device__ IntensitySums no_sums(std::uint32_t label) { return {label, 0xFFFFFFFF, 0, 0, 0, 0, 0}; }

template <class Pixel>
constexpr bool is_float = std::is_same_v<Pixel, float> || std::is_same_v<Pixel, __half>;

template <class Pixel>
constexpr bool has_sign = is_float<Pixel> || std::is_signed_v<Pixel>;

/// 2^bits as two factors, neither of which is a denormal: bits are at most 156. 0 for NOT_FINITE.
struct Scale {
  float first;
  float second;

  Scale() = default;
  __device__ explicit Scale(int bits) {
    const auto power = [](int exponent) { return __uint_as_float(static_cast<std::uint32_t>(127 + exponent) << 23); };
    first = bits == shared::NOT_FINITE ? 0 : power(min(bits, 100));
    second = power(max(bits - 100, 0));
  }
};

/// shared::fixed_point() by the conversion that GPUs have, which rounds to the nearest even integer, makes 0 of what is
/// not a number, and saturates. Scaling by a power of two is exact, but for what becomes 0 anyway.
inline __device__ int fixed_point(float value, const Scale& scale) {
  return max(__float2int_rn(value * scale.first * scale.second), -shared::LARGEST_FIXED);
}

/// The value of a pixel, as Intensity has it: of unsigned formats its bits.
template <class Pixel>
__device__ std::uint32_t value_of(Pixel pixel, const Scale& scale) {
  if constexpr (std::is_same_v<Pixel, float>) {
    return static_cast<std::uint32_t>(fixed_point(pixel, scale));
  } else if constexpr (std::is_same_v<Pixel, __half>) {
    return value_of(__half2float(pixel), scale);
  } else {
    return static_cast<std::uint32_t>(pixel);  // extends the sign
  }
}

/// The key (glsl/shared/fixed_point.h) of a float.
inline __device__ std::uint32_t key_of_pixel(float pixel) {
  return shared::key_of_float(static_cast<int>(__float_as_uint(pixel)));
}
inline __device__ std::uint32_t key_of_pixel(__half pixel) { return key_of_pixel(__half2float(pixel)); }

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

inline __device__ void add_squares(IntensitySums& sums, std::uint64_t squares) {
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

}  // namespace glccl::cuda
