#include "cuda/runtime/devices/choose_device.hpp"

#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "cuda/runtime/devices/device_code.hpp"
#include "cuda/runtime/error.hpp"
#include "glccl/cuda/devices.hpp"

namespace glccl::cuda {

Result<DeviceTraits> describe_device(int device) {
  if (Result<void> usable = check_kernels(device); !usable) return usable.error();
  int major = 0;
  DeviceTraits traits;
  const cudaError_t asked = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (asked != cudaSuccess) return cuda_error(asked, "cudaDeviceGetAttribute");
  const cudaError_t counted = cudaDeviceGetAttribute(&traits.multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (counted != cudaSuccess) return cuda_error(counted, "cudaDeviceGetAttribute");
  int driver = 0;
  const cudaError_t versioned = cudaDriverGetVersion(&driver);
  if (versioned != cudaSuccess) return cuda_error(versioned, "cudaDriverGetVersion");
  traits.overlaps_kernels = major >= 9;
  traits.overlaps_in_graphs = traits.overlaps_kernels && driver >= 12030;
  return traits;
}

Result<int> choose_device(int device) {
  if (std::string reason = why_no_device(); !reason.empty()) return Error{ErrorCode::no_device, std::move(reason)};
  int count = 0;
  if (Result<void> counted = check(cudaGetDeviceCount(&count), "cudaGetDeviceCount"); !counted) return counted.error();
  if (device == -1) {
    if (Result<void> found = check(cudaGetDevice(&device), "cudaGetDevice"); !found) return found.error();
  }
  if (device >= 0 && device < count) return device;
  return Error{ErrorCode::no_device, "no CUDA device " + std::to_string(device) + ": this machine has devices 0 to " +
                                         std::to_string(count - 1)};
}

}  // namespace glccl::cuda
