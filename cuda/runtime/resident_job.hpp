// Base of cuda::Regions and cuda::Tracker: one device, memory fixed at creation, calls in order on any stream, times.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuda/runtime/job.hpp"
#include "cuda/runtime/objects.hpp"
#include "cuda/runtime/timer.hpp"
#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The device, the memory and the last call of an object for labels of one extent. Members change the current device
/// only while they run, except where they require it to be current.
class ResidentJob {
 public:
  /// For device `device`; -1 stands for the current one. Without TimingDetail::none calls are timed. Errors: those of
  /// check_allocator(), choose_device() and describe_device().
  static Result<ResidentJob> create(const Extent& extent, int device, TimingDetail timing, Allocator allocator);

  ResidentJob(ResidentJob&&) noexcept = default;
  ResidentJob& operator=(ResidentJob&&) = delete;
  /// Waits for the last call: its memory is in use.
  ~ResidentJob();

  /// Device memory that lives as long as this object, for work on any stream. Requires the device to be current.
  /// Errors: those of cuda::allocate().
  Result<void*> allocate(std::size_t bytes);

  /// Whether work can be put on the stream. Error `unsupported`, with `refusal`: the stream is being captured.
  static Result<void> check_stream(cudaStream_t stream, const char* refusal);

  /// Calls `launch_all(job)`, which puts kernels on the stream, behind the last call, and marks their end. Requires the
  /// device to be current. Errors: those of `launch_all`, `gpu`.
  template <class Launch>
  Result<void> run(cudaStream_t stream, const Launch& launch_all) {
    if (Result<void> ordered = check(cudaStreamWaitEvent(stream, done_.get(), 0), "cudaStreamWaitEvent"); !ordered) {
      return ordered;
    }
    Job job;
    job.extent = extent_;
    job.device = traits_;
    job.stream = stream;
    timer_.restart();
    if (timing_ != TimingDetail::none) job.timer = &timer_;
    if (Result<void> launched = launch_all(job); !launched) return launched;
    if (job.timer != nullptr) {
      if (Result<void> ended = timer_.end(stream); !ended) return ended;
    }
    return done_.record(stream);
  }

  /// Waits for the last call, and copies from device memory. Error `gpu`: a kernel failed.
  Result<void> load(void* to, const void* from, std::size_t bytes) const;

  /// Times of the kernels of the last call, if calls are timed; waits for it. Error `gpu`.
  Result<std::vector<StageTime>> times() const;

  int device() const { return device_; }
  const Extent& extent() const { return extent_; }

  /// Bytes of all memory.
  std::size_t bytes() const { return bytes_; }

 private:
  ResidentJob(const Extent& extent, int device, TimingDetail timing, Allocator allocator, const DeviceTraits& traits,
              Event done);

  Extent extent_;
  int device_;
  TimingDetail timing_;
  Allocator allocator_;
  DeviceTraits traits_;
  std::vector<OwnedMemory> memory_;
  std::size_t bytes_ = 0;
  Event done_;  ///< After the last call.
  Timer timer_;
};

}  // namespace glccl::cuda
