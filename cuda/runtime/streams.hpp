// Owners of streams, and of pinned host memory that grows.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

#include "cuda/runtime/objects.hpp"

namespace glccl::cuda {

/// A stream that does not wait for the default stream.
class Stream {
 public:
  /// Error `gpu`.
  static Result<Stream> create() { return create(0); }

  /// A stream whose kernels get free multiprocessors before those of other streams. Error `gpu`.
  static Result<Stream> create_urgent() {
    int least = 0;
    int greatest = 0;
    const cudaError_t asked = cudaDeviceGetStreamPriorityRange(&least, &greatest);
    if (asked != cudaSuccess) return cuda_error(asked, "cudaDeviceGetStreamPriorityRange");
    return create(greatest);
  }
  cudaStream_t get() const { return stream_.get(); }

  /// Work that is put on the stream from now on begins after the event has happened. Error `gpu`.
  Result<void> wait_for(const Event& event) const {
    return check(cudaStreamWaitEvent(get(), event.get(), 0), "cudaStreamWaitEvent");
  }

  /// Waits until all work on the stream is done. Error `gpu`: a kernel failed.
  Result<void> wait() const { return check(cudaStreamSynchronize(get()), "cudaStreamSynchronize"); }

 private:
  static Result<Stream> create(int priority) {
    cudaStream_t stream = nullptr;
    const cudaError_t made = cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority);
    if (made != cudaSuccess) return cuda_error(made, "cudaStreamCreateWithPriority");
    return Stream(stream);
  }

  explicit Stream(cudaStream_t stream) : stream_(stream) {}
  Owner<cudaStream_t, cudaStreamDestroy> stream_;
};

/// Pinned host memory. Error `gpu`: out of memory.
inline Result<OwnedMemory> allocate_pinned_memory(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t made = cudaMallocHost(&memory, bytes);
  if (made != cudaSuccess) return cuda_error(made, "cudaMallocHost of " + std::to_string(bytes) + " bytes");
  return OwnedMemory(memory, [](void* freed) { static_cast<void>(cudaFreeHost(freed)); });
}

/// Pinned host memory that only grows. Growing loses its contents.
class PinnedScratch {
 public:
  /// Makes room for `bytes`. No copy may use the memory any more. Error `gpu`: out of memory.
  Result<void> reserve(std::size_t bytes) { return memory_.reserve(bytes, allocate_pinned_memory); }

  /// The memory; null before reserve().
  template <class T>
  T* as() const {
    return memory_.as<T>();
  }

  /// Its size.
  std::size_t bytes() const { return memory_.bytes(); }

 private:
  Scratch memory_;
};

}  // namespace glccl::cuda
