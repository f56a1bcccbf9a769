// What mpirun tells the processes that it starts, before MPI is initialised.
#pragma once

#include <cstdlib>
#include <optional>

namespace glccl::host::mpi {

/// This process's rank by the variables of Open MPI, of PMIx (Open MPI 5, Slurm) and of PMI (MPICH); none where it was
/// not started as part of a job.
inline std::optional<int> rank_in_environment() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  }
  return std::nullopt;
}

}  // namespace glccl::host::mpi
