#include "glccl/cuda/devices.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "cuda/runtime/devices/device_code.hpp"
#include "cuda/runtime/error.hpp"

namespace glccl::cuda {
namespace {

std::string text_of_version(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string text_of_capability(int major, int minor) { return std::to_string(major) + "." + std::to_string(minor); }

CudaDevice describe(int index) {
  CudaDevice device;
  device.index = index;
  cudaDeviceProp properties = {};
  if (Result<void> read = check(cudaGetDeviceProperties(&properties, index), "cudaGetDeviceProperties"); !read) {
    device.problem = read.error().message;
    return device;
  }
  device.name = properties.name;
  device.major = properties.major;
  device.minor = properties.minor;
  device.memory = properties.totalGlobalMem;
  char address[32] = {};
  std::snprintf(address, sizeof(address), "%04x:%02x:%02x.0", static_cast<unsigned>(properties.pciDomainID),
                static_cast<unsigned>(properties.pciBusID), static_cast<unsigned>(properties.pciDeviceID));
  device.pci_address = address;
  const int oldest = oldest_capability();
  if (device.major * 10 + device.minor < oldest) {
    device.problem = "this build has code for compute capability " + text_of_capability(oldest / 10, oldest % 10) +
                     " and newer, the device has " + text_of_capability(device.major, device.minor) +
                     ": build glccl with it in CMAKE_CUDA_ARCHITECTURES";
  }
  return device;
}

}  // namespace

std::string describe_versions() {
  int runtime = 0;
  int driver = 0;
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  static_cast<void>(cudaDriverGetVersion(&driver));
  return "runtime " + text_of_version(runtime) + (driver == 0 ? ", no driver" : ", driver " + text_of_version(driver));
}

std::vector<CudaDevice> list_devices() {
  std::vector<CudaDevice> devices;
  int count = 0;
  if (!check(cudaGetDeviceCount(&count), "cudaGetDeviceCount")) return devices;
  for (int index = 0; index < count; ++index) devices.push_back(describe(index));
  return devices;
}

std::string why_no_device() {
  int count = 0;
  const cudaError_t counted = cudaGetDeviceCount(&count);
  if (counted == cudaSuccess && count > 0) {
    std::string problems;
    for (const CudaDevice& device : list_devices()) {
      if (device.problem.empty()) return {};
      problems += (problems.empty() ? "" : "; ") + device.name + ": " + device.problem;
    }
    return "no usable CUDA device: " + problems;
  }
  int driver = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  if (driver == 0) {
    static_cast<void>(cudaGetLastError());
    return "no CUDA device: the NVIDIA driver (libcuda.so.1) is not installed or not loaded; install it and check that "
           "nvidia-smi lists a GPU";
  }
  if (counted == cudaSuccess) return "no CUDA device: the driver lists none";
  return "no CUDA device (" + describe_versions() + "): " + cuda_error(counted, "cudaGetDeviceCount").message;
}

}  // namespace glccl::cuda
