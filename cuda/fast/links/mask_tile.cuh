// Masks: elements at which a second image is 0 have no bit, so no link with them counts. Kernels without a mask take
// EveryElement, which costs nothing.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/fast/links/words.cuh"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// No mask.
struct EveryElement {
  static constexpr bool masks = false;
};

/// A mask of bytes in linear memory.
struct ByteMask {
  static constexpr bool masks = true;
  JobMask bytes;

  /// The bits of the 32 elements from (x, y, z) on, 0 outside of the image. All threads of a warp must call it.
  __device__ uint word_at(Extent extent, int x, int y, int z) const {
    const int own = x + static_cast<int>(threadIdx.x % warp_threads);
    const bool inside = own < extent.width && y < extent.height && z < extent.depth;
    const unsigned char* row =
        bytes.pixels + static_cast<std::size_t>(z) * bytes.slice_pitch + static_cast<std::size_t>(y) * bytes.pitch;
    return __ballot_sync(whole_warp, inside && row[own] != 0);
  }
};

/// The masks of a batch, as a kernel's parameter.
struct ByteMasks {
  JobMask images[most_images];
};

}  // namespace glccl::cuda
