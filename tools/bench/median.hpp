// How the benches of slabs take times.
#pragma once

#include <algorithm>
#include <vector>

#include "glccl/result.hpp"
#include "host/engines/stopwatch.hpp"

namespace glccl::tools {

/// The median time in seconds of so many runs after a first one. Errors: those of `run`.
template <class Run>
Result<void> time_median(int repetitions, const Run& run, double& seconds) {
  std::vector<double> times;
  for (int i = 0; i <= repetitions; ++i) {
    const engines::Stopwatch stopwatch;
    if (Result<void> status = run(); !status) return status;
    if (i > 0) times.push_back(stopwatch.milliseconds() / 1000.0);
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  seconds = times[times.size() / 2];
  return {};
}

}  // namespace glccl::tools
