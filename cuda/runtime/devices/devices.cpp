#include "glccl/cuda/devices.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
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

/// The version of NVIDIA's kernel module, "550.54.14"; empty where it is not loaded.
std::string driver_version() {
  std::string version;
  std::getline(std::ifstream("/sys/module/nvidia/version"), version);
  return version;
}

/// The oldest driver for Linux on which a CUDA runtime of this major version starts, by the release notes of the
/// toolkit, table "CUDA Toolkit and Minimum Required Driver Version"; empty for versions that are not in it.
std::string oldest_driver(int major) { return major == 12 ? "525.60.13" : major == 13 ? "580.65.06" : ""; }

/// Why the runtime does not start on a driver of this CUDA version.
std::string describe_old_driver(int driver) {
  int runtime = 0;
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  const std::string wanted = oldest_driver(runtime / 1000);
  const std::string found = driver_version();
  return "no CUDA device: the NVIDIA driver is too old: it is " + (found.empty() ? "" : found + ", ") + "of CUDA " +
         text_of_version(driver) + ", and this build's runtime, CUDA " + text_of_version(runtime) + ", needs " +
         (wanted.empty() ? "one of its major version" : wanted + " or newer") + "; install a newer driver";
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
  if (counted == cudaErrorInsufficientDriver) {
    static_cast<void>(cudaGetLastError());
    return describe_old_driver(driver);
  }
  return "no CUDA device (" + describe_versions() + "): " + cuda_error(counted, "cudaGetDeviceCount").message;
}

}  // namespace glccl::cuda
