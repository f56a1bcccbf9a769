// How kernels that measure labels read them: a warp has 32 columns of a slice, a lane goes down its rows.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/core/arrays.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/core/slices.cuh"

namespace glccl::cuda {

constexpr int measuring_warps = 8;
constexpr int measuring_threads = warp_threads * measuring_warps;
/// Rows of a warp.
constexpr int warp_rows = 32;

/// The first pixel of a warp.
struct MeasuredOrigin {
  std::uint64_t x;
  std::uint64_t y;
  std::uint64_t z;
};

/// The first pixel of this warp. Blocks of 32 x 8 threads; of these a slice has `slice_blocks` in y.
inline __device__ MeasuredOrigin own_measured_origin(unsigned slice_blocks) {
  const unsigned block = block_row();
  return {std::uint64_t{blockIdx.x} * warp_threads,
          (std::uint64_t{block % slice_blocks} * measuring_warps + threadIdx.y) * warp_rows, block / slice_blocks};
}

/// Labels of a slice. Outside of it there are no components.
struct LabelReader {
  PixelTarget labels;
  Extent extent;

  __device__ std::uint32_t at(std::int64_t x, std::int64_t y) const {
    return x < 0 || y < 0 || x >= extent.width || y >= extent.height ? 0 : within(x, y);
  }

  /// The label of a pixel that is not outside.
  __device__ std::uint32_t within(std::int64_t x, std::int64_t y) const {
    if (labels.values == nullptr) return load_from_surface(labels, static_cast<int>(x), static_cast<int>(y));
    const auto* row =
        reinterpret_cast<const unsigned char*>(labels.values) + static_cast<std::size_t>(y) * labels.pitch;
    return reinterpret_cast<const std::uint32_t*>(row)[x];
  }
};

/// The smallest label of a warp's lanes, which tends to be that of a large component; no_label if all have 0. Whole
/// warps must call it.
constexpr std::uint32_t no_label = 0xFFFFFFFF;
inline __device__ std::uint32_t smallest_of_warp(std::uint32_t label) {
  if (label == 0) label = no_label;
  for (int step = warp_threads / 2; step > 0; step /= 2) label = min(label, __shfl_xor_sync(whole_warp, label, step));
  return label;
}

}  // namespace glccl::cuda
