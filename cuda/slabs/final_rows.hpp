// The rows of a slab as the host has them: final labels, coordinates of the whole. Exported for host/tiled/cuda.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/slabs/part_rows.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {

/// Writes the rows of the components that begin in a slab to `components`, in the order of their numbers and without
/// gaps, in the order of `stream`: with final labels, in the coordinates of `whole`. The rows of labels in the list of
/// `numbers` are left out. `components` is device memory with room for SlabRows::count less LabelNumbers::listed of
/// them, a multiple of 16. `moments` has as much room; null: the rows have none. Error `gpu`: the launch failed.
GLCCL_API Result<void> write_final_rows(const SlabRows& slab, const LabelNumbers& numbers, const Extent& whole,
                                        Component* components, Moments* moments, cudaStream_t stream);

}  // namespace glccl::cuda
