// Device memory and events of CUDA for the programs, and its errors as values.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

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

struct DestroyEvent {
  void operator()(cudaEvent_t event) const { static_cast<void>(cudaEventDestroy(event)); }
};

/// A CUDA event that takes the time, of the device that is current when it is made.
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent>;

/// Error `gpu`.
inline Result<Event> make_event() {
  cudaEvent_t event = nullptr;
  if (const Status status = check_cuda(cudaEventCreate(&event), "cudaEventCreate"); !status) return status.error();
  return Event(event);
}

/// The time from one event to another in milliseconds; waits for the GPU. Error `gpu`: what lies between them failed.
inline Result<double> milliseconds_between(const Event& begin, const Event& end) {
  if (const Status status = check_cuda(cudaEventSynchronize(end.get()), "cudaEventSynchronize"); !status) {
    return status.error();
  }
  float milliseconds = 0.0F;
  const cudaError_t read = cudaEventElapsedTime(&milliseconds, begin.get(), end.get());
  if (const Status status = check_cuda(read, "cudaEventElapsedTime"); !status) return status.error();
  return static_cast<double>(milliseconds);
}

}  // namespace glccl::tools
