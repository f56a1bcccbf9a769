#include "tests/host/mpi/mpi_job.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

/// The program beside this one.
std::string glccl() { return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "glccl").string(); }

}  // namespace

const std::vector<std::string>& mpi_environment() {
  static const std::vector<std::string> environment = {"OMPI_ALLOW_RUN_AS_ROOT=1",
                                                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                                       "OMPI_MCA_rmaps_base_oversubscribe=1",
                                                       "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
                                                       "OMPI_MCA_hwloc_base_binding_policy=none",
                                                       "PRTE_MCA_hwloc_default_binding_policy=none",
                                                       "OMPI_MCA_btl=^tcp,ofi,openib",
                                                       "OMPI_MCA_mpi_yield_when_idle=1",
                                                       "OMPI_MCA_btl_vader_single_copy_mechanism=none",
                                                       "OMPI_MCA_btl_sm_single_copy_mechanism=none",
                                                       "ASAN_OPTIONS=detect_leaks=0"};
  return environment;
}

ProgramResult mpirun(std::vector<std::string> arguments, const std::filesystem::path& folder) {
  arguments.insert(arguments.begin(), {"timeout", "--kill-after=10", "300", "mpirun"});
  return run_program("/usr/bin/env", arguments, folder, mpi_environment());
}

ProgramResult run_job(int ranks, std::vector<std::string> arguments, const std::filesystem::path& folder) {
  arguments.insert(arguments.begin(), {"-n", std::to_string(ranks), glccl()});
  return mpirun(arguments, folder);
}

ProgramResult run_beside_script(const std::vector<std::string>& arguments, const std::string& script,
                                const std::filesystem::path& folder, int ranks) {
  const std::string by_rank =
      R"(if [ "$OMPI_COMM_WORLD_RANK" != )" + std::to_string(ranks - 1) + R"( ]; then exec "$@"; fi; )" + script;
  std::vector<std::string> words = {"-n", std::to_string(ranks), "sh", "-c", by_rank, "sh", glccl()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return mpirun(words, folder);
}

bool can_run_mpi() {
#ifndef GLCCL_WITH_MPI
  WARN("skipped: this build has no MPI");
  return false;
#endif
  if (mpirun({"--version"}, scratch_directory()).status == 0) return true;
  WARN("skipped: there is no mpirun (package openmpi-bin)");
  return false;
}

}  // namespace glccl::tests
