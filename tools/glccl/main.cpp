// The program glccl: parses the command line, runs one subcommand, and reports an error as one line and an exit status.
// In an MPI job rank 0 is the program, and the other ranks label blocks for it.
#include <iostream>
#include <string>
#include <vector>

#include "tools/glccl/command.hpp"
#include "tools/glccl/command_line.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/glccl/mpi.hpp"

namespace glccl::tools {
namespace {

constexpr const char* name = "glccl";

/// What is wrong with the command line, and which help explains it.
std::string explain(const CLI::App& program, const CLI::ParseError& error) {
  const auto is_parsed = [](const CLI::App* app) { return app->parsed(); };
  const std::vector<const CLI::App*> parsed = program.get_subcommands(is_parsed);
  if (!parsed.empty()) {
    return std::string(error.what()) + "; " + program.get_name() + " " + parsed.front()->get_name() +
           " --help lists what can be given";
  }
  const std::vector<std::string> unknown = program.remaining();
  std::string names;
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    names += (names.empty() ? "" : ", ") + app->get_name();
  }
  return (unknown.empty() ? "no subcommand is given" : "\"" + unknown.front() + "\" is not a subcommand") +
         ": there are " + names + "; glccl --help explains them";
}

ExitStatus run(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    const Status status = command.run(std::cout);
    if (!status) return fail(name, exit_status(status.error().code), status.error().message);
    if (!std::cout.flush())
      return fail(name, file, "cannot write to standard output: it is closed or its disc is full");
    if (command.differs && command.differs()) return results_differ;
  }
  return done;
}

ExitStatus run_program(int argc, char** argv) {
  CLI::App program{"Labels the connected components of images with OpenGL.", "glccl"};
  program.set_version_flag("--version", "glccl " GLCCL_VERSION);
  program.require_subcommand(1);
  program.footer("Exit status: 0 done, 1 results differ, 2 usage, 3 file, 4 no device, 5 GPU error.");
  const std::vector<Command> commands = {make_label_command(program), make_validate_command(program),
                                         make_bench_command(program), make_generate_command(program),
                                         make_info_command(program),  make_demo_command(program)};
  return run_command_line(
      program, argc, argv, [&](const CLI::ParseError& error) { return explain(program, error); },
      [&] { return run(commands); });
}

}  // namespace
}  // namespace glccl::tools

int main(int argc, char** argv) {
  using namespace glccl::tools;
  return run_guarded(name, [&] { return run_in_job(name, [&] { return run_program(argc, argv); }); });
}
