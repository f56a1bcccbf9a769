// The devices that this build has code for.
#pragma once

#include "glccl/result.hpp"

namespace glccl::cuda {

/// Whether this build has code for CUDA device `device`, which is current. Errors: `no_device`, `gpu`.
Result<void> check_kernels(int device);

/// The oldest compute capability that this build has code for, 10 * major + minor.
int oldest_capability();

}  // namespace glccl::cuda
