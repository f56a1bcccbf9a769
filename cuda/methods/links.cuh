// What cuda-links shares in the plane (links.cu) and in space (links_volume.cu).
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace glccl::cuda {

/// Turns a forest entry into a label, and back. 0 stays 0, below all labels, and the smallest entry becomes the largest
/// label.
inline __device__ std::uint32_t flip(std::uint32_t entry) { return entry == 0 ? 0 : ~entry; }

}  // namespace glccl::cuda
