// Union-find over runs of bits: what cuda-fast does.
#pragma once

#include <cstddef>

#include "job.hpp"

namespace glccl::cuda {

/// Labels the job's batch: labels, and with Numbering::raster numbers of components and tables. Two or three kernels,
/// four or five more with numbers, whatever the images show. Error `gpu`: a launch failed.
Status run_fast(const Job& job);

/// Of Job::work, for the images of one submission: about a byte a pixel, at most four.
std::size_t fast_work_bytes(const Job& job);

}  // namespace glccl::cuda
