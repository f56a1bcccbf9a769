// The command line of glccl.
#pragma once

#include <functional>

#include "tools/glccl/command.hpp"
#include "tools/glccl/exit_status.hpp"

namespace glccl::tools {

/// Parses the command line and calls `run` with the subcommand, whose options are checked. --help and --version print
/// and are done. Every failure prints one line on standard error.
ExitStatus run_program(int argc, const char* const* argv, const std::function<Result<void>(const Command&)>& run);

}  // namespace glccl::tools
