// GPU times of a labeling, of every kernel or of all together.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cuda/core/objects.hpp"
#include "glccl/cuda/labeler.hpp"

namespace glccl::cuda {

/// Puts a CUDA event before every kernel, or only before the first, and one behind the last. The events are kept for
/// the next labeling.
class Timer {
 public:
  /// Methods that iterate launch a million kernels for some images. From this one on they have one time together.
  static constexpr std::size_t most_times = 4096;

  /// Forgets the last times.
  void restart() {
    names_.clear();
    ended_ = false;
  }

  /// What is launched on `stream` from here to the next begin(), or to end(), has one time of that name.
  Status begin(const char* name, cudaStream_t stream);

  /// The last kernel was launched.
  Status end(cudaStream_t stream);

  /// The times, in order of the launches, of a labeling that has ended; waits for the GPU.
  Result<std::vector<StageTime>> times() const;

 private:
  Status record(std::size_t index, cudaStream_t stream);

  std::vector<const char*> names_;
  std::vector<Event> events_;  ///< event i lies before kernel i
  bool ended_ = false;
};

}  // namespace glccl::cuda
