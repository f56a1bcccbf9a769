// Device memory of CUDA for the programs, and its errors as values.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>

#include "glccl/result.hpp"

namespace glccl::tools {

/// Error `gpu`: `call` failed, and is reported with this.
inline Status check_cuda(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return {};
  static_cast<void>(cudaGetLastError());
  return Error{ErrorCode::gpu, std::string(call) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status)};
}

/// Device memory that only ever grows, of the device that is current when it does.
class DeviceMemory {
 public:
  /// Room for `bytes`, without what it held. Error `gpu`: out of memory.
  Status reserve(std::size_t bytes) {
    if (bytes <= bytes_) return {};
    data_.reset();
    bytes_ = 0;
    void* data = nullptr;
    if (const Status status = check_cuda(cudaMalloc(&data, bytes), "cudaMalloc"); !status) {
      return Error{ErrorCode::gpu, status.error().message + " (" + std::to_string(bytes) +
                                       " bytes asked for; a smaller image may fit)"};
    }
    data_.reset(data);
    bytes_ = bytes;
    return {};
  }
  void* get() const { return data_.get(); }

 private:
  struct Free {
    void operator()(void* data) const { static_cast<void>(cudaFree(data)); }
  };
  std::unique_ptr<void, Free> data_;
  std::size_t bytes_ = 0;
};

}  // namespace glccl::tools
