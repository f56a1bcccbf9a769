// Union-find over runs of bits: what cuda-fast does.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Labels the job's batch, and with Numbering::raster counts the components and fills the tables. For most_images at a
/// time it takes two or three kernels, with numbers three more, with tables another, whatever the images show. Error
/// `gpu`: a launch failed.
Status run_fast(const Job& job);

/// Of Job::work, for the images of one submission, with numbers: 1.1 bytes a pixel for 8-connected foreground, 1.8 for
/// 4-connected, 3.2 for other criteria, and without numbers 0.25 less; parts of tiles count as tiles.
std::size_t fast_work_bytes(const Job& job);

}  // namespace glccl::cuda
