// How much scratch memory a labeling takes.
#pragma once

#include "cuda/faces/traits.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/memory/scratch.hpp"

namespace glccl::cuda {

/// The sizes that a job takes. `forest_in_target`: the target can hold the job's forest.
ScratchSizes sizes_for(const MethodTraits& traits, const Job& job, bool forest_in_target);

}  // namespace glccl::cuda
