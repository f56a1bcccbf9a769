// Owners of CUDA objects, for this library and the runners of host/engines. Each object belongs to the device that is
// current when it is made.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "cuda/core/error.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Makes a device current on this thread. Its destructor makes the previous device current again.
class DeviceGuard {
 public:
  explicit DeviceGuard(int device) {
    status_ = cudaGetDevice(&previous_);
    if (status_ == cudaSuccess && previous_ != device) {
      status_ = cudaSetDevice(device);
      changed_ = status_ == cudaSuccess;
    }
  }
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;
  ~DeviceGuard() {
    if (changed_) static_cast<void>(cudaSetDevice(previous_));
  }

  /// Error: the device could not be made current.
  Status status() const { return check(status_, "cudaSetDevice"); }

 private:
  int previous_ = 0;
  cudaError_t status_ = cudaSuccess;
  bool changed_ = false;
};

/// Device memory that only grows. Growing loses its contents.
class Scratch {
 public:
  Scratch() = default;
  Scratch(Scratch&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Scratch& operator=(Scratch&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Scratch() { static_cast<void>(cudaFree(data_)); }

  /// Makes room for `bytes`. If it has to grow, cudaFree waits for the kernels that use the old memory. Error `gpu`:
  /// out of memory.
  Status reserve(std::size_t bytes) {
    if (bytes <= bytes_) return {};
    const cudaError_t freed = cudaFree(std::exchange(data_, nullptr));
    bytes_ = 0;
    if (freed != cudaSuccess) return cuda_error(freed, "cudaFree");
    const cudaError_t made = cudaMalloc(&data_, bytes);
    if (made != cudaSuccess) {
      data_ = nullptr;
      return cuda_error(made, "cudaMalloc of " + std::to_string(bytes) + " bytes");
    }
    bytes_ = bytes;
    return {};
  }

  /// The memory; null before reserve().
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

  /// Its size.
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Pinned host memory of one integer, into which the GPU can copy.
class PinnedInteger {
 public:
  PinnedInteger() = default;
  PinnedInteger(PinnedInteger&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  PinnedInteger& operator=(PinnedInteger&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~PinnedInteger() { static_cast<void>(cudaFreeHost(data_)); }

  /// Allocates the memory in the first call. Error `gpu`: out of memory.
  Status reserve() {
    if (data_ != nullptr) return {};
    return check(cudaMallocHost(&data_, sizeof(std::uint32_t)), "cudaMallocHost");
  }
  std::uint32_t* get() const { return static_cast<std::uint32_t*>(data_); }

 private:
  void* data_ = nullptr;
};

/// A CUDA event.
class Event {
 public:
  /// Makes an event with `flags` of cudaEventCreateWithFlags: cudaEventDefault takes times, cudaEventDisableTiming does
  /// not. Error `gpu`.
  static Result<Event> create(unsigned flags) {
    Event event;
    const cudaError_t made = cudaEventCreateWithFlags(&event.event_, flags);
    if (made != cudaSuccess) return cuda_error(made, "cudaEventCreateWithFlags");
    return Result<Event>(std::move(event));
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event() {
    if (event_ != nullptr) static_cast<void>(cudaEventDestroy(event_));
  }
  cudaEvent_t get() const { return event_; }

  /// Records the event on a stream. Error `gpu`.
  Status record(cudaStream_t stream) const { return check(cudaEventRecord(event_, stream), "cudaEventRecord"); }

  /// Waits until the event has happened. Error `gpu`: a kernel before it failed.
  Status wait() const { return check(cudaEventSynchronize(event_), "cudaEventSynchronize"); }

 private:
  Event() = default;
  cudaEvent_t event_ = nullptr;
};

/// Milliseconds from one event to another, both of which have happened. Error `gpu`.
inline Result<double> milliseconds_between(const Event& begin, const Event& end) {
  float milliseconds = 0.0F;
  const cudaError_t read = cudaEventElapsedTime(&milliseconds, begin.get(), end.get());
  if (read != cudaSuccess) return cuda_error(read, "cudaEventElapsedTime");
  return static_cast<double>(milliseconds);
}

}  // namespace glccl::cuda
