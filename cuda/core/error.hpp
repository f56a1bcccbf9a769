// CUDA's errors as values.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "glccl/result.hpp"

namespace glccl::cuda {

/// What a CUDA call that failed is to the caller: the call, the error's name and text, and what would help: `advice`
/// for errors that mean different things from call to call. Takes the error off CUDA's record of the last one, as it is
/// reported here.
Error cuda_error(cudaError_t status, const std::string& call, const std::string& advice = {});

/// Success, or cuda_error().
inline Status check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return {};
  return cuda_error(status, call);
}

}  // namespace glccl::cuda
