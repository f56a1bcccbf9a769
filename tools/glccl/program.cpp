#include "tools/glccl/program.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/glccl/options/command_line.hpp"

namespace glccl::tools {
namespace {

/// The fault of the command line, and the help that explains it.
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

}  // namespace

ExitStatus run_program(int argc, const char* const* argv, const std::function<Result<void>(const Command&)>& run) {
  CLI::App program{"Labels the connected components of images with OpenGL.", "glccl"};
  program.set_version_flag("--version", "glccl " GLCCL_VERSION);
  program.require_subcommand(1);
  program.footer("Exit status: 0 done, 1 results differ, 2 usage, 3 file, 4 no device, 5 GPU error.");
  const std::vector<Command> commands = {make_label_command(program), make_validate_command(program),
                                         make_bench_command(program), make_generate_command(program),
                                         make_info_command(program),  make_demo_command(program),
                                         make_track_command(program)};
  const auto chosen = [&] {
    return std::find_if(commands.begin(), commands.end(), [](const Command& one) { return one.app->parsed(); });
  };
  const ExitStatus status = run_command_line(
      program, argc, argv, [&](const CLI::ParseError& error) { return explain(program, error); },
      [&] {
        const Result<void> checked = chosen()->check();
        return checked ? run(*chosen()) : checked;
      });
  const auto command = chosen();
  const bool differs = status == done && command != commands.end() && command->differs && command->differs();
  return differs ? results_differ : status;
}

}  // namespace glccl::tools
