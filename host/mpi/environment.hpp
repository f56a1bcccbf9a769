// The rank of a process before MPI is initialised. Needs no MPI: a program built without it uses this to run a command
// on rank 0 alone.
#pragma once

#include <cstdlib>
#include <optional>

namespace glccl::host::mpi {

/// The rank of this process by the variables of Open MPI, of PMIx (Open MPI 5, Slurm) and of PMI (MPICH); none where
/// the process does not belong to a job.
inline std::optional<int> rank_in_environment() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  }
  return std::nullopt;
}

}  // namespace glccl::host::mpi
