// The subcommands of the program, one file each. Each make_ function adds its subcommand to the command line and
// returns the Command that runs it.
#pragma once

#include <functional>
#include <iosfwd>

#include "glccl/result.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace glccl::tools {

/// A subcommand.
struct Command {
  const CLI::App* app = nullptr;  ///< Owned by the program's command line.
  /// Checks the values of the options as far as that takes no device and opens no file.
  std::function<Result<void>()> check;
  /// Runs it with the options, after check() has succeeded. Results go to the stream.
  std::function<Result<void>(std::ostream& out)> run;
  /// Whether the finished run found results that differ (exit status 1). Empty: it does not compare results.
  std::function<bool()> differs = {};
};

Command make_label_command(CLI::App& program);
Command make_generate_command(CLI::App& program);
Command make_validate_command(CLI::App& program);
Command make_bench_command(CLI::App& program);
Command make_info_command(CLI::App& program);
Command make_demo_command(CLI::App& program);
Command make_track_command(CLI::App& program);

/// --device N, for every subcommand that makes a context.
void add_device_option(CLI::App& app, int& device);

}  // namespace glccl::tools
