// Owners of CUDA objects, for this library and the runners of host/engines. Each object belongs to the device that is
// current when it is made.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "cuda/runtime/error.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Makes a device current on this thread, and lets the thread allocate and query events while a stream is being
/// captured: these calls are about memory and events that no capture knows, but CUDA would invalidate the captures of
/// this thread, and with cudaStreamCaptureModeGlobal those of other threads. The destructor restores both.
class DeviceGuard {
 public:
  explicit DeviceGuard(int device) {
    static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_));
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
    static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_));
  }

  /// Error: the device could not be made current.
  Result<void> status() const { return check(status_, "cudaSetDevice"); }

 private:
  int previous_ = 0;
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
  cudaError_t status_ = cudaSuccess;
  bool changed_ = false;
};

/// Owns a handle of CUDA's, which `destroy` gives back. 0 or null: no object.
template <class Handle, cudaError_t (*destroy)(Handle)>
class Owner {
 public:
  Owner() = default;
  explicit Owner(Handle handle) : handle_(handle) {}
  Owner(Owner&& other) noexcept : handle_(other.release()) {}
  Owner& operator=(Owner&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owner() {
    if (handle_ != Handle{}) static_cast<void>(destroy(handle_));
  }
  Handle get() const { return handle_; }
  /// Gives the handle up without destroying the object.
  Handle release() { return std::exchange(handle_, Handle{}); }

 private:
  Handle handle_{};
};

/// Owns device memory, with the function that frees it.
using OwnedMemory = std::unique_ptr<void, std::function<void(void*)>>;

/// Memory of cudaMalloc. Its cudaFree waits for the kernels that use it. Error `gpu`: out of memory.
inline Result<OwnedMemory> allocate_device_memory(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t made = cudaMalloc(&memory, bytes);
  if (made != cudaSuccess) return cuda_error(made, "cudaMalloc of " + std::to_string(bytes) + " bytes");
  return OwnedMemory(memory, [](void* freed) {
    // The error is not for the caller of whatever frees the memory.
    if (cudaFree(freed) != cudaSuccess) static_cast<void>(cudaGetLastError());
  });
}

/// Memory, of the device unless reserve() is told otherwise, that only grows. Growing loses its contents.
class Scratch {
 public:
  /// Makes room for `bytes`. If it has to grow, it frees the old memory and takes the OwnedMemory that
  /// `allocate(bytes)` returns, or its error.
  template <class Allocate = decltype(&allocate_device_memory)>
  Result<void> reserve(std::size_t bytes, const Allocate& allocate = allocate_device_memory) {
    if (bytes <= bytes_) return {};
    memory_.reset();
    bytes_ = 0;
    Result<OwnedMemory> memory = allocate(bytes);
    if (!memory) return memory.error();
    memory_ = *std::move(memory);
    bytes_ = bytes;
    return {};
  }

  /// The memory; null before reserve().
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_.get());
  }

  /// Its size.
  std::size_t bytes() const { return bytes_; }

 private:
  OwnedMemory memory_;
  std::size_t bytes_ = 0;
};

/// Pinned host memory of one integer, into which the GPU can copy.
class PinnedInteger {
 public:
  /// Allocates the memory in the first call. Error `gpu`: out of memory.
  Result<void> reserve() {
    if (memory_.get() != nullptr) return {};
    void* memory = nullptr;
    if (Result<void> made = check(cudaMallocHost(&memory, sizeof(std::uint32_t)), "cudaMallocHost"); !made) return made;
    memory_ = Memory(memory);
    return {};
  }
  std::uint32_t* get() const { return static_cast<std::uint32_t*>(memory_.get()); }

 private:
  using Memory = Owner<void*, cudaFreeHost>;
  Memory memory_;
};

/// A CUDA event.
class Event {
 public:
  /// Makes an event with `flags` of cudaEventCreateWithFlags: cudaEventDefault takes times, cudaEventDisableTiming does
  /// not. Error `gpu`.
  static Result<Event> create(unsigned flags) {
    cudaEvent_t event = nullptr;
    const cudaError_t made = cudaEventCreateWithFlags(&event, flags);
    if (made != cudaSuccess) return cuda_error(made, "cudaEventCreateWithFlags");
    return Event(event);
  }
  cudaEvent_t get() const { return event_.get(); }

  /// Records the event on a stream. Error `gpu`.
  Result<void> record(cudaStream_t stream) const { return check(cudaEventRecord(get(), stream), "cudaEventRecord"); }

  /// Whether the event has happened, or never will because a kernel before it failed. Never waits.
  bool has_happened() const {
    if (cudaEventQuery(get()) != cudaErrorNotReady) return true;
    static_cast<void>(cudaGetLastError());  // "not ready" is no error of the caller's
    return false;
  }

  /// Waits until the event has happened. Error `gpu`: a kernel before it failed.
  Result<void> wait() const { return check(cudaEventSynchronize(get()), "cudaEventSynchronize"); }

 private:
  explicit Event(cudaEvent_t event) : event_(event) {}
  Owner<cudaEvent_t, cudaEventDestroy> event_;
};

/// Milliseconds from one event to another, both of which have happened. Error `gpu`.
inline Result<double> milliseconds_between(const Event& begin, const Event& end) {
  float milliseconds = 0.0F;
  const cudaError_t read = cudaEventElapsedTime(&milliseconds, begin.get(), end.get());
  if (read != cudaSuccess) return cuda_error(read, "cudaEventElapsedTime");
  return static_cast<double>(milliseconds);
}

}  // namespace glccl::cuda
