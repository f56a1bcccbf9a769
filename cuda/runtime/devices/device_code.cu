#include <cuda_runtime.h>

#include <string>

#include "cuda/runtime/devices/device_code.hpp"
#include "cuda/runtime/error.hpp"
#include "glccl/cuda/devices.hpp"

namespace glccl::cuda {
namespace {

/// The capabilities that nvcc compiles for, oldest first: 750,800,900.
constexpr int capabilities[] = {__CUDA_ARCH_LIST__};

/// Stands for all kernels, which are compiled for the same devices.
__global__ void any_kernel() {}

std::string text_of_capability(int capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

}  // namespace

Result<void> check_kernels(int device) {
  cudaFuncAttributes attributes = {};
  const cudaError_t found = cudaFuncGetAttributes(&attributes, any_kernel);
  if (found == cudaSuccess) return {};
  int major = 0;
  int minor = 0;
  static_cast<void>(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  static_cast<void>(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  return cuda_error(found, "cudaFuncGetAttributes on CUDA device " + std::to_string(device) +
                               " of compute capability " + std::to_string(major) + "." + std::to_string(minor));
}

int oldest_capability() { return capabilities[0] / 10; }

std::string describe_code() {
  std::string text = "compute capability ";
  for (const int capability : capabilities) {
    text += (capability == capabilities[0] ? "" : ", ") + text_of_capability(capability / 10);
  }
  return text + (GLCCL_CUDA_PTX == 0 ? "" : "; newer devices by the PTX of " + text_of_capability(GLCCL_CUDA_PTX));
}

}  // namespace glccl::cuda
