// Reading labels by a column and a row of all slices.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/runtime/label_rows.hpp"

namespace glccl::cuda {

inline __device__ std::uint32_t load_label(const LabelRows& rows, const Extent& extent, std::uint32_t x,
                                           std::uint32_t y) {
  std::size_t offset = y * rows.pitch;
  if (extent.depth > 1) {
    const auto height = static_cast<std::uint32_t>(extent.height);
    offset = y / height * rows.slice_pitch + y % height * rows.pitch;
  }
  return reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const unsigned char*>(rows.labels) + offset)[x];
}

}  // namespace glccl::cuda
