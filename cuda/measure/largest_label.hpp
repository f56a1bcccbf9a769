// The number of components of labels whose maker did not tell it.
#pragma once

#include <cstdint>

#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Writes the largest of all labels to `*largest`, in device memory: of labels 1..N their number. Runs on the current
/// device in the order of `stream`, a cudaStream_t. Requires fewer than 2^32 labels. Error `gpu`: a launch failed.
Result<void> find_largest_label(const DeviceLabels& labels, const Extent& extent, void* stream, std::uint32_t* largest);

}  // namespace glccl::cuda
