// Images from the CPU to device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/runtime/error.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::engines {

/// Copies an image to device memory, without gaps.
inline Result<void> copy_to_device(const ImageView& image, std::byte* to) {
  const std::size_t row = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  const std::size_t slice = row * static_cast<std::size_t>(image.extent.height);
  for (int z = 0; z < image.extent.depth; ++z, to += slice) {
    const cudaError_t copied =
        image.row_pitch() == row ? cudaMemcpy(to, image.row(0, z), slice, cudaMemcpyHostToDevice)
                                 : cudaMemcpy2D(to, row, image.row(0, z), image.row_pitch(), row,
                                                static_cast<std::size_t>(image.extent.height), cudaMemcpyHostToDevice);
    if (Result<void> status = cuda::check(copied, "cudaMemcpy"); !status) return status;
  }
  return {};
}

/// Bytes of an image without gaps.
inline std::size_t dense_bytes(const ImageView& image) {
  return static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(image.format);
}

}  // namespace glccl::engines
