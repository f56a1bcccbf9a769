// GPU times of a labeling, of each kernel or of all kernels together.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cuda/runtime/objects.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Records a CUDA event before every kernel, or only before the first one, and an event after the last kernel. The
/// events are kept for the next labeling.
class Timer {
 public:
  /// The limit of times. Methods that iterate launch a million kernels for some images; from this kernel on all share
  /// one time.
  static constexpr std::size_t most_times = 4096;

  /// Forgets the last times.
  void restart() {
    names_.clear();
    ended_ = false;
  }

  /// Begins a time of this name, which lasts until the next begin() or end() on `stream`. Beyond most_times the last
  /// time goes on.
  Result<void> begin(const char* name, cudaStream_t stream);

  /// Ends the last time. Call it once the last kernel is launched.
  Result<void> end(cudaStream_t stream);

  /// The times in the order of launches; none before end(). Waits for the GPU.
  Result<std::vector<StageTime>> times() const;

 private:
  Result<void> record(std::size_t index, cudaStream_t stream);

  std::vector<const char*> names_;
  std::vector<Event> events_;  ///< Event i lies before time i.
  bool ended_ = false;
};

}  // namespace glccl::cuda
