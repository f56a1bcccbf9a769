// Sums over pixels of one component, and where they go in a row of the table. The shaders of
// glsl/compute/measurements do the same.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/table.cuh"
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

}  // namespace glccl::cuda
