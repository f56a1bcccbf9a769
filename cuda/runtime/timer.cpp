#include "cuda/runtime/timer.hpp"

namespace glccl::cuda {

Result<void> Timer::record(std::size_t index, cudaStream_t stream) {
  if (index == events_.size()) {
    Result<Event> event = Event::create(cudaEventDefault);
    if (!event) return event.error();
    events_.push_back(*std::move(event));
  }
  return events_[index].record(stream);
}

Result<void> Timer::begin(const char* name, cudaStream_t stream) {
  if (names_.size() == most_times) return {};
  names_.push_back(names_.size() + 1 == most_times ? "further_kernels" : name);
  return record(names_.size() - 1, stream);
}

Result<void> Timer::end(cudaStream_t stream) {
  if (Result<void> recorded = record(names_.size(), stream); !recorded) return recorded;
  ended_ = true;
  return {};
}

Result<std::vector<StageTime>> Timer::times() const {
  std::vector<StageTime> times;
  if (!ended_) return times;
  if (Result<void> waited = events_[names_.size()].wait(); !waited) return waited.error();
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Result<double> milliseconds = milliseconds_between(events_[i], events_[i + 1]);
    if (!milliseconds) return milliseconds.error();
    times.push_back({names_[i], {}, *milliseconds});
  }
  return times;
}

}  // namespace glccl::cuda
