// How long a validation has taken.
#pragma once

#include <chrono>

namespace glccl::tools {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace glccl::tools
