// Rows of a slab in the coordinates of the whole image or volume, for the CPU and for kernels.
#pragma once

#include <cstdint>

#include "engine/vocabulary/host_device.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

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
