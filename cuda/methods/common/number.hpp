// Numbering::raster: from a forest whose roots are first pixels to labels 1..N, and from the forest to the caller's
// labels. Shared by all published methods.
#pragma once

#include <cstddef>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// The number of entries that number_roots() needs for an image of this extent.
std::size_t count_entries(Extent extent);

/// The entry in which number_roots() leaves the number of components.
std::size_t position_of_count(Extent extent);

/// Numbers the roots of a flat forest in raster order of their pixels: each root's entry becomes its number with the
/// mark `numbered` of forest.cuh. Begins the rows of the job's table, if it has one. `counts` has count_entries()
/// entries. Error `gpu`: a launch failed.
Result<void> number_roots(const Job& job, std::uint32_t* counts);

/// Writes the labels of a flat forest, numbered or not, to the job's target, which may be the forest itself. Error
/// `gpu`: a launch failed.
Result<void> write_labels(const Job& job);

}  // namespace glccl::cuda
