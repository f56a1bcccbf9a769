// The area of each element's component, from labels and their component tables.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/measure/write_columns.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Writes for each element of a batch of arrays the area of its component, 0 for background, in the order of `stream`.
/// Labels and areas have no gaps. Requires tables with a row for each component, and areas below 2^31. Error `gpu`: the
/// launch failed.
Result<void> write_areas(const ComponentTables& tables, const std::uint32_t* labels, std::int32_t* areas,
                         cudaStream_t stream);

}  // namespace glccl::cuda
