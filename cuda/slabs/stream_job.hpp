// A Job for kernels that label nothing: it says on which stream they are launched.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// A job on a stream.
inline Job job_on(cudaStream_t stream) {
  Job job;
  job.stream = stream;
  return job;
}

}  // namespace glccl::cuda
