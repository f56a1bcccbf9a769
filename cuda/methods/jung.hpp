// I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, 2010, as C.
// Bester and L. Pulles, Connected-Components Labeling, section 3.3, give it, in both of their variants.
#pragma once

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order: labels
/// in global memory, merged by atomicMin. Waits for the GPU between rounds. Error `gpu`: a launch or a kernel failed.
Status run_jung(const Job& job);

/// The same with the labels on the job's plane, a surface, without atomics.
Status run_jung_surface(const Job& job);

}  // namespace glccl::cuda
