// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, Parallel Computing 36
// (2010), kernel D: label equivalence.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order. Waits
/// for the GPU between rounds. Error `gpu`: a launch or a kernel failed.
Status run_hawick(const Job& job);

/// Of Job::work: the array of equivalences.
std::size_t hawick_work_bytes(const Job& job);

}  // namespace glccl::cuda
