// Device memory of the caller's allocator.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Error `invalid_argument`: an allocator with one function.
Result<void> check_allocator(const Allocator& allocator);

/// Memory of the allocator, or without its functions of cudaMalloc, for work on `stream`. Requires the device to be
/// current. Error `gpu`: there is none, or it cannot be used.
Result<OwnedMemory> allocate(const Allocator& allocator, std::size_t bytes, cudaStream_t stream, int device);

}  // namespace glccl::cuda
