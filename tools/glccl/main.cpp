// The program glccl: runs one subcommand. In an MPI job rank 0 is the program, and the other ranks label blocks for it.
#include <iostream>

#include "tools/glccl/mpi.hpp"
#include "tools/glccl/process.hpp"
#include "tools/glccl/program.hpp"

int main(int argc, char** argv) {
  using namespace glccl::tools;
  prepare_process();
  const auto run = [](const Command& command) { return command.run(std::cout); };
  return run_guarded("glccl", [&] { return run_in_job("glccl", [&] { return run_program(argc, argv, run); }); });
}
