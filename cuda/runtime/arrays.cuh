// CUDA arrays as kernels access them: texels of a source, labels of a target.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// The texel of pixel (x, y) of a source in an array. Texel centres lie at halves, which are exact floats up to 2^23.
/// CUDA's arrays end before that.
template <class Texel>
__device__ Texel texel_at(const PixelSource& source, int x, int y) {
  const float u = static_cast<float>(x) + 0.5F;
  const float v = static_cast<float>(y) + 0.5F;
  if (source.slice < 0) return tex2D<Texel>(source.texture, u, v);
  return tex3D<Texel>(source.texture, u, v, static_cast<float>(source.slice) + 0.5F);
}

/// Stores the label of pixel (x, y) of a target in an array.
inline __device__ void store_on_surface(const PixelTarget& target, int x, int y, std::uint32_t label) {
  const int byte = x * static_cast<int>(sizeof(label));
  if (target.slice < 0) {
    surf2Dwrite(label, target.surface, byte, y);
  } else {
    surf3Dwrite(label, target.surface, byte, y, target.slice);
  }
}

/// The label of pixel (x, y) of a target in an array.
inline __device__ std::uint32_t load_from_surface(const PixelTarget& target, int x, int y) {
  const int byte = x * static_cast<int>(sizeof(std::uint32_t));
  if (target.slice < 0) return surf2Dread<std::uint32_t>(target.surface, byte, y);
  return surf3Dread<std::uint32_t>(target.surface, byte, y, target.slice);
}

}  // namespace glccl::cuda
