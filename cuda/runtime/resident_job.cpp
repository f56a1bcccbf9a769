#include "cuda/runtime/resident_job.hpp"

#include <utility>

#include "cuda/runtime/devices/choose_device.hpp"
#include "cuda/runtime/memory/allocate.hpp"

namespace glccl::cuda {

ResidentJob::ResidentJob(const Extent& extent, int device, TimingDetail timing, Allocator allocator,
                         const DeviceTraits& traits, Event done)
    : extent_(extent),
      device_(device),
      timing_(timing),
      allocator_(std::move(allocator)),
      traits_(traits),
      done_(std::move(done)) {}

ResidentJob::~ResidentJob() {
  if (done_.get() == nullptr) return;  // moved from
  const DeviceGuard guard(device_);
  static_cast<void>(done_.wait());
  memory_.clear();
}

Result<ResidentJob> ResidentJob::create(const Extent& extent, int device, TimingDetail timing, Allocator allocator) {
  if (Result<void> whole = check_allocator(allocator); !whole) return whole.error();
  const Result<int> chosen = choose_device(device);
  if (!chosen) return chosen.error();
  const DeviceGuard guard(*chosen);
  if (Result<void> current = guard.status(); !current) return current.error();
  const Result<DeviceTraits> known = describe_device(*chosen);
  if (!known) return known.error();
  Result<Event> done = Event::create(cudaEventDisableTiming);
  if (!done) return done.error();
  if (Result<void> recorded = done->record(nullptr); !recorded) return recorded.error();
  return ResidentJob(extent, *chosen, timing, std::move(allocator), *known, *std::move(done));
}

Result<void*> ResidentJob::allocate(std::size_t bytes) {
  Result<OwnedMemory> made = cuda::allocate(allocator_, bytes, nullptr, device_);
  if (!made) return made.error();
  memory_.push_back(*std::move(made));
  bytes_ += bytes;
  return memory_.back().get();
}

Result<void> ResidentJob::check_stream(cudaStream_t stream, const char* refusal) {
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  if (Result<void> status = check(cudaStreamIsCapturing(stream, &capturing), "cudaStreamIsCapturing"); !status)
    return status;
  if (capturing == cudaStreamCaptureStatusNone) return {};
  return Error{ErrorCode::unsupported, refusal};
}

Result<void> ResidentJob::load(void* to, const void* from, std::size_t bytes) const {
  const DeviceGuard guard(device_);
  if (Result<void> current = guard.status(); !current) return current;
  if (Result<void> waited = done_.wait(); !waited) return waited;
  return bytes == 0 ? Result<void>{} : check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
}

Result<std::vector<StageTime>> ResidentJob::times() const {
  const DeviceGuard guard(device_);
  if (Result<void> current = guard.status(); !current) return current.error();
  return timer_.times();
}

}  // namespace glccl::cuda
