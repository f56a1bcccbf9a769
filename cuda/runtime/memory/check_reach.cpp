#include "cuda/runtime/memory/check_reach.hpp"

#include <cuda_runtime_api.h>

#include "cuda/runtime/error.hpp"

namespace glccl::cuda {

Result<void> check_reach(const void* address, const std::string& what, int device) {
  cudaPointerAttributes attributes = {};
  const cudaError_t asked = cudaPointerGetAttributes(&attributes, address);
  if (asked != cudaSuccess) return cuda_error(asked, "cudaPointerGetAttributes on " + what);
  if (attributes.type == cudaMemoryTypeUnregistered) {
    return invalid(what + " lie in host memory: pass memory of cudaMalloc, managed or pinned memory");
  }
  if (attributes.type == cudaMemoryTypeDevice && attributes.device != device) {
    return invalid(what + " lie on CUDA device " + std::to_string(attributes.device) +
                   ", the Labeler works on CUDA device " + std::to_string(device) +
                   ": copy them, or create a Labeler there");
  }
  return {};
}

}  // namespace glccl::cuda
