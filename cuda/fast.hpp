// Union-find over runs of bits: what cuda-fast does.
#pragma once

#include <cstddef>

#include "job.hpp"

namespace glccl::cuda {

/// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order. Two or
/// three kernels, whatever the image shows. Error `gpu`: a launch failed.
Status run_fast(const Job& job);

/// Of Job::work: a bit for every pixel, and with Equal and Difference another one.
std::size_t fast_work_bytes(const Job& job);

}  // namespace glccl::cuda
