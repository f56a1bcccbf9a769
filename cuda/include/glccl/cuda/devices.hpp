// Which CUDA devices this machine has, and why none where there is none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace glccl::cuda {

/// A CUDA device as the runtime counts them.
struct CudaDevice {
  int index = 0;            ///< what Labeler::create() takes
  std::string name;         ///< "NVIDIA H200"
  int major = 0;            ///< compute capability, 9.0 for Hopper
  int minor = 0;            ///< of the compute capability
  std::size_t memory = 0;   ///< bytes
  std::string pci_address;  ///< "0000:3b:00.0"
  std::string problem;      ///< why it cannot be used, empty when it can
};

/// Every CUDA device of the machine; none where why_no_device() has a reason. A device that this build has no code for
/// says so in `problem`. Creates no CUDA context on devices.
std::vector<CudaDevice> list_devices();

/// One line that says why there is no usable CUDA device and what would help (driver missing, too old, no device);
/// empty when there is one.
std::string why_no_device();

/// The CUDA versions of the runtime in this library and of the driver: "runtime 13.0, driver 13.0"; without a driver
/// "runtime 13.0, no driver".
std::string describe_versions();

}  // namespace glccl::cuda
