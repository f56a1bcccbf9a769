// The CUDA devices of this machine, and the reason if there is none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "glccl/api.h"
#include "glccl/cpp20.hpp"

namespace glccl::cuda {

/// A CUDA device.
struct CudaDevice {
  int index = 0;            ///< Its index for Labeler::create().
  std::string name;         ///< "NVIDIA H200".
  int major = 0;            ///< Compute capability: 9 of 9.0 for Hopper.
  int minor = 0;            ///< Compute capability: 0 of 9.0 for Hopper.
  std::size_t memory = 0;   ///< Bytes of device memory.
  std::string pci_address;  ///< "0000:3b:00.0".
  std::string problem;      ///< The reason why it cannot be used; empty if it can.
};

/// Every CUDA device of the machine. `problem` of a device says if this build has no code for it. Creates no CUDA
/// context on devices.
GLCCL_API std::vector<CudaDevice> list_devices();

/// One line that says why there is no usable CUDA device and what would help (driver missing, driver too old, no
/// device); empty if there is one.
GLCCL_API std::string why_no_device();

/// The CUDA versions of this library's runtime and of the driver: "runtime 13.0, driver 13.0", or "runtime 13.0, no
/// driver".
GLCCL_API std::string describe_versions();

/// The devices that this build has code for: "compute capability 7.5, 8.0, 9.0; newer devices by the PTX of 9.0".
GLCCL_API std::string describe_code();

}  // namespace glccl::cuda
