#include "cuda/runtime/memory/in_flight.hpp"

namespace glccl::cuda {
namespace {

constexpr std::size_t most_labelings = 64;

}  // namespace

void InFlight::release_finished() {
  if (kept_.empty()) return;
  if (kept_.size() >= most_labelings) static_cast<void>(kept_.front().done->wait());
  std::erase_if(kept_, [](const ArrayObjects& objects) { return objects.done->has_happened(); });
  // cudaErrorNotReady is an error for CUDA's record, and must not be left for the caller.
  static_cast<void>(cudaGetLastError());
}

}  // namespace glccl::cuda
