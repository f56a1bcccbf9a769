// CUDA's errors as values.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "glccl/api.h"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// The Error of a CUDA call that failed: the call, the error's name and text, and what would help. `advice` is for
/// errors that mean different things from call to call. Clears CUDA's record of the last error, since it is reported
/// here. Exported for glccl_cuda_gl and glccl_engines.
GLCCL_API Error cuda_error(cudaError_t status, const std::string& call, const std::string& advice = {});

/// Success, or cuda_error().
inline Result<void> check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return {};
  return cuda_error(status, call);
}

}  // namespace glccl::cuda
