// The entry points of the laboratory's methods; cuda/methods/methods.hpp says what they have in common.
#pragma once

#include <cstddef>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// Threads of a side of a block of lab::jung and lab::jung_surface.
inline unsigned jung_block_side(const Job& job) { return job.tuning == 0 ? 8U : static_cast<unsigned>(job.tuning); }

/// Whether Job::tuning is a side that a block can have.
Result<void> check_jung(const Job& job);

/// lab::jung. Labels lie in global memory; roots are lowered by atomicMin.
Result<void> run_jung(const Job& job);

/// lab::jung_surface. Labels lie on the job's plane, a surface, which has no atomics.
Result<void> run_jung_surface(const Job& job);

/// lab::qin. Also fills Job::work with a lab::QinRecord for each pixel.
Result<void> run_qin(const Job& job);

/// A record for each pixel.
std::size_t qin_work_bytes(const Job& job);

/// lab::hawick.
Result<void> run_hawick(const Job& job);

/// The array of equivalences.
std::size_t hawick_work_bytes(const Job& job);

}  // namespace glccl::cuda
