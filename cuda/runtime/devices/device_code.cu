#include <cuda_runtime.h>

#include <string>

#include "cuda/runtime/devices/device_code.hpp"
#include "cuda/runtime/error.hpp"

namespace glccl::cuda {
namespace {

/// Stands for all kernels, which are compiled for the same devices.
__global__ void any_kernel() {}

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

int oldest_capability() {
  // nvcc lists the capabilities that it compiles for, oldest first: 750,800,900.
  constexpr int capabilities[] = {__CUDA_ARCH_LIST__};
  return capabilities[0] / 10;
}

}  // namespace glccl::cuda
