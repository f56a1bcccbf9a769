// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, Journal of
// Computer Applications, 2010.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order, and the
/// job's work memory with the records that Labels::records describes, the same ones each time. Waits for the GPU
/// between rounds. Error `gpu`: a launch or a kernel failed.
Status run_qin(const Job& job);

/// Of Job::work: a record a pixel.
std::size_t qin_work_bytes(const Job& job);

}  // namespace glccl::cuda
