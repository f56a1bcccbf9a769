// Repeating kernels until nothing changes.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// Launches rounds until a round changes nothing. There is no limit of rounds. `round`, a function that returns a
/// Result, launches the kernels of one round, which set *job.changed.on_device if they change something. A round after
/// one that changed nothing must not change anything either.
///
/// The CPU reads the flag after 1, 1, 2, 4, ... rounds, and later after every 64th, because reading it costs more than
/// a round on a small image. Rounds after the last needed one do nothing. Error `gpu`: a launch or a kernel failed.
template <class Round>
Result<void> repeat_until_stable(const Job& job, const Round& round) {
  constexpr int most_at_once = 64;
  for (int rounds = 1, done = 0;; done += rounds, rounds = std::min(std::max(done, 1), most_at_once)) {
    for (int i = 0; i < rounds; ++i) {
      // The flag is about the last round alone.
      if (i + 1 == rounds) {
        const cudaError_t cleared = cudaMemsetAsync(job.changed.on_device, 0, sizeof(std::uint32_t), job.stream);
        if (cleared != cudaSuccess) return cuda_error(cleared, "cudaMemsetAsync");
      }
      if (Result<void> launched = round(); !launched) return launched;
    }
    const cudaError_t copied = cudaMemcpyAsync(job.changed.on_host, job.changed.on_device, sizeof(std::uint32_t),
                                               cudaMemcpyDeviceToHost, job.stream);
    if (copied != cudaSuccess) return cuda_error(copied, "cudaMemcpyAsync");
    const cudaError_t waited = cudaStreamSynchronize(job.stream);
    if (waited != cudaSuccess) return cuda_error(waited, "cudaStreamSynchronize");
    if (*job.changed.on_host == 0) return {};
  }
}

}  // namespace glccl::cuda
