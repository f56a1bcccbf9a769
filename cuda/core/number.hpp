// Numbering::raster: from a forest whose roots are first pixels to labels 1..N, and writing labels where the caller
// wants them. Shared by all algorithms.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Entries of device memory that number_roots() needs for an image of this size.
std::size_t count_entries(Extent extent);

/// Where in those entries it leaves the number of components.
std::size_t position_of_count(Extent extent);

/// Numbers the roots of a flat forest in raster order of their pixels: their entries become the number with the mark of
/// forest.cuh. Makes the rows of the job's table, if it has one. `counts` has count_entries(). Error `gpu`: a launch
/// failed.
Status number_roots(const Job& job, std::uint32_t* counts);

/// Writes the labels of a flat forest, numbered or not, to the job's target, which may be the forest itself. Error
/// `gpu`: a launch failed.
Status write_labels(const Job& job);

/// That this build has code for the current device, which is CUDA device `device`. Error `no_device` or `gpu`.
Status check_kernels(int device);

/// The oldest compute capability that this build has code for, 10 * major + minor.
int oldest_capability();

}  // namespace glccl::cuda
