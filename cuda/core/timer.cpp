#include "cuda/core/timer.hpp"

namespace glccl::cuda {

Status Timer::record(std::size_t index, cudaStream_t stream) {
  if (index == events_.size()) {
    Result<Event> event = Event::create(cudaEventDefault);
    if (!event) return event.error();
    events_.push_back(*std::move(event));
  }
  return check(cudaEventRecord(events_[index].get(), stream), "cudaEventRecord");
}

Status Timer::begin(const char* name, cudaStream_t stream) {
  if (names_.size() == most_times) return {};  // it counts to the last
  names_.push_back(names_.size() + 1 == most_times ? "further_kernels" : name);
  return record(names_.size() - 1, stream);
}

Status Timer::end(cudaStream_t stream) {
  if (Status recorded = record(names_.size(), stream); !recorded) return recorded;
  ended_ = true;
  return {};
}

Result<std::vector<StageTime>> Timer::times() const {
  std::vector<StageTime> times;
  if (!ended_) return times;
  const cudaError_t waited = cudaEventSynchronize(events_[names_.size()].get());
  if (waited != cudaSuccess) return cuda_error(waited, "cudaEventSynchronize");
  for (std::size_t i = 0; i < names_.size(); ++i) {
    float milliseconds = 0.0F;
    const cudaError_t read = cudaEventElapsedTime(&milliseconds, events_[i].get(), events_[i + 1].get());
    if (read != cudaSuccess) return cuda_error(read, "cudaEventElapsedTime");
    times.push_back({names_[i], {}, static_cast<double>(milliseconds)});
  }
  return times;
}

}  // namespace glccl::cuda
