// Runs glccl under mpirun, as a user would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {

/// Settings for Open MPI 4 and 5 as root, with more ranks than cores (ranks then yield to each other), and in
/// containers that forbid to read the memory of another process. Without TCP, Open MPI 5 writes no warning about
/// interfaces that it cannot pair. Open MPI keeps allocations until the process ends, some from libraries that are
/// unloaded by then and cannot be named in a suppression, so sanitized builds do not look for leaks of ranks.
const std::vector<std::string>& mpi_environment();

/// Runs mpirun, which is ended with status 124 if it hangs.
ProgramResult mpirun(std::vector<std::string> arguments, const std::filesystem::path& folder);

/// Runs glccl on a number of ranks.
ProgramResult run_job(int ranks, std::vector<std::string> arguments, const std::filesystem::path& folder);

/// Runs glccl on some ranks. A shell script that ends with exec "$@" starts the last one. It is one job with one
/// command line: mpirun of Debian 13 (Open MPI 5.0.7) crashes where two are separated by a colon.
ProgramResult run_beside_script(const std::vector<std::string>& arguments, const std::string& script,
                                const std::filesystem::path& folder, int ranks = 2);

/// Writes images whose parts are uneven or empty for some numbers of ranks, and worst cases across borders.
void write_images(const std::filesystem::path& folder);

/// Checks that an engine labels without mpirun.
void check_one_rank(const std::string& engine);

/// Checks what a job says of which a rank is killed.
void check_killed_rank(const std::string& engine);

/// Checks what a job says of which a rank has no memory for its part; its message has the words.
void check_rank_without_memory(const std::string& engine, const std::string& words);

/// Whether the tests of MPI can run; says why not.
bool can_run_mpi();

}  // namespace glccl::tests
