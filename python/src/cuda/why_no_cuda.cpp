#include "python/src/cuda/engines.hpp"

#if GLCCL_WITH_CUDA
#include "glccl/cuda/devices.hpp"
#endif

namespace glccl::python {

std::string why_no_cuda() {
#if GLCCL_WITH_CUDA
  return cuda::why_no_device();
#else
  return "built without CUDA: put nvcc of the CUDA toolkit (12 or newer) on the PATH and install the package again";
#endif
}

std::string describe_cuda() {
#if GLCCL_WITH_CUDA
  return cuda::describe_versions() + "; code for " + cuda::describe_code();
#else
  return {};
#endif
}

}  // namespace glccl::python
