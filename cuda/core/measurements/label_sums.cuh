// Sums over pixels of one component, and where they go in a row of the table. The shaders of
// glsl/compute/measurements do the same.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/measurements/measured_labels.cuh"
#include "cuda/core/table.cuh"
#include "glsl/shared/label_sums.h"

namespace glccl::cuda {

/// The measured columns of a table, by the 32-bit word of a row where each begins; 0: the table lacks it.
struct MeasuredColumns {
  std::uint32_t moments = 0;
  std::uint32_t moments_z = 0;
  std::uint32_t quads = 0;
};

/// Moments of a component in coordinates of the image.
struct MomentSums {
  std::uint64_t xx;
  std::uint64_t xy;
  std::uint64_t yy;
  std::uint64_t xz;
  std::uint64_t yz;
  std::uint64_t zz;
};

/// The moments of pixels whose sums count coordinates from `origin`.
inline __device__ MomentSums moments_of(const shared::LabelSums& sums, const MeasuredOrigin& origin) {
  const std::uint64_t area = sums.area;
  const std::uint64_t x = sums.x + area * origin.x;  // sums in coordinates of the image
  const std::uint64_t y = sums.y + area * origin.y;
  return {sums.xx + origin.x * (x + sums.x),
          sums.xy + origin.y * sums.x + origin.x * y,
          sums.yy + origin.y * (y + sums.y),
          x * origin.z,
          y * origin.z,
          area * origin.z * origin.z};
}

/// Whether components with small boxes are measured from these, without atomics. All kernels find the same.
inline __device__ bool measures_boxes(const TableView& table) {
  const auto slice = static_cast<std::uint32_t>(table.extent.width) * static_cast<std::uint32_t>(table.extent.height);
  return shared::measures_boxes(table.header->rows, slice, static_cast<std::uint32_t>(table.extent.depth));
}

/// Whether the component of a label, which has a row, has a small box.
inline __device__ bool is_small(const TableView& table, std::uint32_t label) {
  const ComponentRow& row = row_of(table, label);
  const uint4 box = *reinterpret_cast<const uint4*>(&row.x0);  // x0, y0, x1, y1, aligned to 16 bytes
  const bool flat = table.extent.depth == 1;
  return shared::is_small_box(box.x, box.y, flat ? 0 : row.z0, box.z, box.w, flat ? 0 : row.z1);
}

/// Whether a label is that of a component in the table which is not measured from its box. `boxes` is
/// measures_boxes().
inline __device__ bool is_large(const TableView& table, bool boxes, std::uint32_t label) {
  return label - 1 < table.capacity && !(boxes && is_small(table, label));
}

}  // namespace glccl::cuda
