// Measuring components.
#pragma once

#include <cstdint>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Fills the header and the rows that number_roots() has begun, from a forest whose roots are numbered and not yet
/// written out. `count` is the number of components on the device. Error `gpu`: a launch failed.
Status measure_components(const Job& job, const std::uint32_t* count);

}  // namespace glccl::cuda
