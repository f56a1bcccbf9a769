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

}  // namespace glccl::python
