// Owners of CUDA objects. Each belongs to the device that is current when it is made.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "cuda/core/error.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Makes a device current on this thread, and at its end the one that was.
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

/// Device memory that only ever grows, with no contents worth keeping.
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

  /// Room for `bytes`. cudaFree waits for the kernels that still use the smaller one. Error `gpu`: out of memory.
  Status reserve(std::size_t bytes) {
    if (bytes <= bytes_) return {};
    const cudaError_t freed = cudaFree(std::exchange(data_, nullptr));
    bytes_ = 0;
    if (freed != cudaSuccess) return cuda_error(freed, "cudaFree");
    const cudaError_t made = cudaMalloc(&data_, bytes);
    if (made != cudaSuccess) {
      data_ = nullptr;
      return cuda_error(made, "cudaMalloc of " + std::to_string(bytes) + " bytes of scratch memory");
    }
    bytes_ = bytes;
    return {};
  }

  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Pinned memory of one integer, that the GPU can be asked to copy into.
class PinnedInteger {
 public:
  PinnedInteger() = default;
  PinnedInteger(PinnedInteger&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  PinnedInteger& operator=(PinnedInteger&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~PinnedInteger() { static_cast<void>(cudaFreeHost(data_)); }

  /// Makes it where it is not there yet. Error `gpu`: out of memory.
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
  /// `flags` of cudaEventCreateWithFlags: cudaEventDisableTiming where nobody asks for the time.
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

 private:
  Event() = default;
  cudaEvent_t event_ = nullptr;
};

}  // namespace glccl::cuda
