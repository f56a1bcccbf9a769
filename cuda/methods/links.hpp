// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order. Waits
/// for the GPU between rounds. Error `gpu`: a launch or a kernel failed.
Status run_links(const Job& job);

/// Of Job::work: the connectivity bits.
std::size_t links_work_bytes(const Job& job);

}  // namespace glccl::cuda
