// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems (Emerald Edition), chapter 35.
#pragma once

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order.
/// Error `gpu`: a launch failed.
Status run_stava(const Job& job);

}  // namespace glccl::cuda
