// The engines mpi-rows and mpi-slabs in the programs. A build without MPI knows their names and the reason why they
// cannot run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "tools/glccl/exit_status.hpp"

namespace glccl::tools {

/// The rows of mpi-rows and mpi-slabs. In a build without MPI they have a reason instead of a maker.
std::vector<engines::EngineInfo> mpi_engines();

/// Why they cannot run here, in one line: built without MPI. Empty where it can.
std::string why_no_mpi();

/// The MPI library and its version, "Open MPI v4.1.4"; empty in a build without MPI.
std::string describe_mpi();

/// The ranks of the job that this process has joined; 1 without one.
int count_mpi_ranks();

/// Runs `program` outside of an MPI job and on rank 0 of one. Other ranks label parts for rank 0 until it leaves.
/// `name` is for messages.
ExitStatus run_in_job(const std::string& name, const std::function<ExitStatus()>& program);

}  // namespace glccl::tools
