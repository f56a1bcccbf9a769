// Reading the records of cuda-qin back.
#pragma once

#include <vector>

#include "glccl/types.hpp"
#include "lab/cuda/methods.hpp"

namespace glccl::tests {

/// The records at cuda::Labels::records, one per pixel; none where it is null.
std::vector<lab::QinRecord> read_records(const void* records, const Extent& extent);

}  // namespace glccl::tests
