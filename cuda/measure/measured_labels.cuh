// How kernels that measure labels read them: a warp has 32 columns of a slice, a lane goes down its rows.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/arrays.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/load_once.cuh"
#include "cuda/runtime/slices.cuh"
#include "cuda/runtime/warp_sums.cuh"

namespace glccl::cuda {

constexpr int measuring_warps = 4;
constexpr int measuring_threads = warp_threads * measuring_warps;
/// Rows of a warp.
constexpr int warp_rows = 32;

/// The first pixel of a warp.
struct MeasuredOrigin {
  std::uint64_t x;
  std::uint64_t y;
  std::uint64_t z;
};

/// The first pixel of this warp. Of blocks of measuring_threads a slice has `slice_blocks` in y. The first blocks have
/// the last rows, whose labels, written last, may still be in the cache.
inline __device__ MeasuredOrigin own_measured_origin(unsigned slice_blocks) {
  const unsigned block = gridDim.y * gridDim.z - 1 - block_row();
  return {std::uint64_t{blockIdx.x} * warp_threads,
          (std::uint64_t{block % slice_blocks} * measuring_warps + threadIdx.y) * warp_rows, block / slice_blocks};
}

/// Reads `count` elements below one another in linear memory, of which the first `inside` are in the image; 0 for
/// others. Each is read once in a pass. Rows are `pitch` bytes apart.
template <int count, class Element>
__device__ void read_column(const void* first, std::size_t pitch, int inside, Element* elements) {
  const auto* at = static_cast<const unsigned char*>(first);
  if (inside >= count) {
#pragma unroll
    for (int i = 0; i < count; ++i, at += pitch) elements[i] = load_once(reinterpret_cast<const Element*>(at));
    return;
  }
#pragma unroll
  for (int i = 0; i < count; ++i, at += pitch) {
    elements[i] = i < inside ? load_once(reinterpret_cast<const Element*>(at)) : Element{};
  }
}

/// Labels of a slice. Outside of it there are no components.
struct LabelReader {
  PixelTarget labels;
  Extent extent;

  __device__ std::uint32_t at(int x, int y) const {
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return 0;
    return labels.values == nullptr ? load_from_surface(labels, x, y) : *address_of(x, y);
  }

  /// Reads `count` labels of column x from row y on, where y is not negative.
  template <int count>
  __device__ void read_down(int x, int y, std::uint32_t* to) const {
    if (labels.values == nullptr) {
#pragma unroll
      for (int i = 0; i < count; ++i) to[i] = at(x, y + i);
      return;
    }
    read_column<count>(address_of(x, y), labels.pitch, x >= 0 && x < extent.width ? extent.height - y : 0, to);
  }

  /// Reads labels of row y from column x on, of which the first `inside` are asked for and in the slice; 0 for the
  /// other ones of `count`.
  template <int count>
  __device__ void read_across(int x, int y, int inside, std::uint32_t* to) const {
    if (labels.values == nullptr) {
#pragma unroll
      for (int i = 0; i < count; ++i) to[i] = i < inside ? load_from_surface(labels, x + i, y) : 0;
      return;
    }
    const std::uint32_t* const first = address_of(x, y);
#pragma unroll
    for (int i = 0; i < count; ++i) to[i] = i < inside ? first[i] : 0;
  }

 private:
  __device__ const std::uint32_t* address_of(int x, int y) const {
    const auto* first = reinterpret_cast<const unsigned char*>(labels.values);
    return reinterpret_cast<const std::uint32_t*>(first + static_cast<std::ptrdiff_t>(y) *
                                                              static_cast<std::ptrdiff_t>(labels.pitch)) +
           x;
  }
};

/// The smallest label of a warp's lanes, which tends to be that of a large component; no_label if all have 0. Whole
/// warps must call it.
constexpr std::uint32_t no_label = 0xFFFFFFFF;
inline __device__ std::uint32_t smallest_of_warp(std::uint32_t label) {
  return min_of_warp(label == 0 ? no_label : label);
}

}  // namespace glccl::cuda
