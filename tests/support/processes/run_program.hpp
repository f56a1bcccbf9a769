// Runs the programs as a user would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glccl::tests {

struct ProgramResult {
  int status = 0;   ///< Exit status; minus the signal that ended it.
  std::string out;  ///< Standard output.
  std::string err;  ///< Standard error.
};

/// The whole content of a file; requires that it can be read.
std::string read_file(const std::filesystem::path& path);

/// Whether a program of that name lies beside the running test program.
bool has_program(const std::string& name);

/// Runs the program of that name as run_glccl() runs glccl. Its standard output goes to the file `out` if there is one.
ProgramResult run_program(const std::string& name, const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder, const std::vector<std::string>& environment = {},
                          const std::filesystem::path& out = {});

/// Runs the glccl that lies beside the running test program, in `folder`, with standard input empty and `environment`
/// ("NAME=value") added to this process's.
ProgramResult run_glccl(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                        const std::vector<std::string>& environment = {});

}  // namespace glccl::tests
