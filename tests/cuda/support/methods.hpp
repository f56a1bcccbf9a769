// The CUDA methods that the tests of all methods look at. Builds with the laboratory have lab/tests/cuda/methods.cpp,
// others methods.cpp.
#pragma once

#include <string>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// Every method.
std::vector<cuda::Method> all_methods();

/// Whether a method advances about one pixel per round, so that images with long paths take minutes.
bool is_slow(cuda::Method method);

/// Bytes of scratch memory for images of this extent that do not come from the caller's allocator.
std::int64_t bytes_beside_allocator(cuda::Method method, const Extent& extent);

/// Checks what Labels::records has, for labels and components of cpu-serial.
void check_records(cuda::Method method, const void* records, const LabelImage& labels,
                   const std::vector<Component>& components);

}  // namespace glccl::tests
