// Rows of the component table (glccl/table.hpp), and rows of slabs in the coordinates of the whole, for the CPU and for
// kernels.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "engine/vocabulary/host_device.hpp"
#include "glccl/table.hpp"
#include "glsl/shared/fixed_point.h"

namespace glccl {

/// Two words as one integer.
GLCCL_HOST_DEVICE inline std::uint64_t joined(const std::uint32_t* words) {
  return std::uint64_t{words[1]} << 32 | words[0];
}

/// Four words as one integer.
GLCCL_HOST_DEVICE inline Integer128 joined_128(const std::uint32_t* words) {
  return {joined(words), static_cast<std::int64_t>(joined(words + 2))};
}

/// As read_row(), with sum_z.
GLCCL_HOST_DEVICE inline Component component_of(const ComponentRow& row, std::uint64_t sum_z) {
  Component component;
  component.label = row.label;
  component.area = joined(row.area);
  component.box.x0 = static_cast<int>(row.x0);
  component.box.y0 = static_cast<int>(row.y0);
  component.box.x1 = static_cast<int>(row.x1);
  component.box.y1 = static_cast<int>(row.y1);
  component.box.z0 = static_cast<int>(row.z0);
  component.box.z1 = static_cast<int>(row.z1);
  component.sum_x = joined(row.sum_x);
  component.sum_y = joined(row.sum_y);
  component.sum_z = sum_z;
  component.first = joined(row.first);
  component.value = row.value;
  return component;
}

/// An extreme of a column in the units of the image.
GLCCL_HOST_DEVICE inline double extreme_of(const IntensityColumn& column, std::uint32_t word) {
  if (column.kind == shared::FLOAT_KEYS) {
    const int bits = shared::float_of_key(word);
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }
  const double bias = column.kind == shared::INTEGERS_SIGNED ? 0x1p31 : 0.0;
  return std::ldexp(word - bias, -column.fraction_bits);
}

/// The intensities of a column, with sum_z.
GLCCL_HOST_DEVICE inline Intensity intensity_of(const IntensityColumn& column, const Integer128& sum_z) {
  Intensity intensity;
  intensity.sum = joined_128(column.sum);
  intensity.squares = joined_128(column.squares);
  intensity.sum_x = joined_128(column.sum_x);
  intensity.sum_y = joined_128(column.sum_y);
  intensity.sum_z = sum_z;
  intensity.maximum = extreme_of(column, column.maximum);
  intensity.minimum = std::isnan(intensity.maximum) ? intensity.maximum : extreme_of(column, column.minimum);
  intensity.fraction_bits = column.fraction_bits;
  return intensity;
}

/// Where a slab lies in the whole image or volume.
struct SlabShift {
  std::uint64_t planes = 0;    ///< Planes before the slab.
  std::uint64_t elements = 0;  ///< Elements before the slab.
  bool in_space = false;       ///< Planes are slices.
};

/// Moves the row of a component from the coordinates of a slab to those of the whole.
GLCCL_HOST_DEVICE inline void move_row(Component& row, const SlabShift& shift) {
  const auto planes = static_cast<int>(shift.planes);
  row.first += shift.elements;
  if (shift.in_space) {
    row.box.z0 += planes;
    row.box.z1 += planes;
    row.sum_z += shift.planes * row.area;
  } else {
    row.box.y0 += planes;
    row.box.y1 += planes;
    row.sum_y += shift.planes * row.area;
  }
}

/// Moves moments likewise. `row` is their row before it is moved: with y' = y + d, the sum of y' * y' is that of
/// y * y + 2 * d * y + d * d, and the sum of x * y' that of x * y + d * x. Planes of volumes count z. No term is
/// negative, so no step exceeds the result, which check_columns() limits to 64 bits.
GLCCL_HOST_DEVICE inline void move_moments(Moments& moments, const Component& row, const SlabShift& shift) {
  const std::uint64_t square = shift.planes * shift.planes * row.area;
  if (shift.in_space) {
    moments.zz += 2 * shift.planes * row.sum_z + square;
    moments.xz += shift.planes * row.sum_x;
    moments.yz += shift.planes * row.sum_y;
  } else {
    moments.yy += 2 * shift.planes * row.sum_y + square;
    moments.xy += shift.planes * row.sum_x;
  }
}

}  // namespace glccl
