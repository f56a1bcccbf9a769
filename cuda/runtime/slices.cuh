// Volumes as kernels access them: slice by slice, each as an image.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// A volume: `pixels` is its first slice.
struct VolumeSource {
  PixelSource pixels;
  std::size_t slice_pitch;  ///< Bytes from a slice to the next in linear memory.
};

/// The source of slice z. An image has slice 0.
inline __device__ PixelSource slice_of(const VolumeSource& source, int z) {
  PixelSource slice = source.pixels;
  if (slice.pixels != nullptr) {
    slice.pixels += static_cast<std::size_t>(z) * source.slice_pitch;
  } else {
    slice.slice += z;
  }
  return slice;
}

/// Labels of a volume: `labels` is their first slice.
struct VolumeTarget {
  PixelTarget labels;
  std::size_t slice_pitch;  ///< Bytes from a slice to the next in linear memory.
};

/// The target of slice z. An image has slice 0.
inline __device__ PixelTarget slice_of(const VolumeTarget& target, int z) {
  PixelTarget slice = target.labels;
  if (slice.values != nullptr) {
    auto* first = reinterpret_cast<unsigned char*>(slice.values);
    slice.values = reinterpret_cast<std::uint32_t*>(first + static_cast<std::size_t>(z) * target.slice_pitch);
  } else {
    slice.slice += z;
  }
  return slice;
}

/// The source and the target of a job of one image or volume.
inline VolumeSource source_of(const Job& job) { return {job.source, job.slices.pixels}; }
inline VolumeTarget target_of(const Job& job) { return {job.target, job.slices.labels}; }

}  // namespace glccl::cuda
