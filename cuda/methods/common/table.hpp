// Measuring components.
#pragma once

#include <cstdint>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// Fills the header of the job's table and the rows that number_roots() has begun. The forest's roots are numbered and
/// still marked. `count` is the device address of the number of components. Error `gpu`: a launch failed.
Result<void> measure_components(const Job& job, const std::uint32_t* count);

}  // namespace glccl::cuda
