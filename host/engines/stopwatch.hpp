// Measuring wall time.
#pragma once

#include <chrono>

namespace glccl::engines {

/// Measures the wall time since it was made.
class Stopwatch {
 public:
  double milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace glccl::engines
