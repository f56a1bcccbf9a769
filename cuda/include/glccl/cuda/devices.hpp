// The CUDA devices of this machine, and the reason where there is none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace glccl::cuda {

/// A CUDA device.
struct CudaDevice {
  int index = 0;            ///< Index that Labeler::create() takes.
  std::string name;         ///< Name of the device: "NVIDIA H200".
  int major = 0;            ///< Compute capability: 9.0 for Hopper.
  int minor = 0;            ///< Minor number of the compute capability.
  std::size_t memory = 0;   ///< Bytes of device memory.
  std::string pci_address;  ///< Address: "0000:3b:00.0".
  std::string problem;      ///< Why it cannot be used; empty where it can.
};

/// Every CUDA device of the machine; none where why_no_device() gives a reason. A device that this build has no code
/// for says so in `problem`. Creates no CUDA context.
std::vector<CudaDevice> list_devices();

/// One line that says why there is no usable CUDA device and what would help (driver missing, too old, no device);
/// empty when there is one.
std::string why_no_device();

/// The CUDA versions of the runtime in this library and of the driver: "runtime 13.0, driver 13.0"; without a driver
/// "runtime 13.0, no driver".
std::string describe_versions();

}  // namespace glccl::cuda
