#include "tests/support/processes/run_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// The strings as posix_spawn takes them: pointers, the last of which is null. The strings must outlive it.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

/// The environment of this process, in which `added` replaces the variables of the same names.
std::vector<std::string> environment_with(const std::vector<std::string>& added) {
  std::vector<std::string> result = added;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const std::string name = text.substr(0, text.find('=') + 1);
    bool replaced = false;
    for (const std::string& other : added) replaced = replaced || other.rfind(name, 0) == 0;
    if (!replaced) result.push_back(text);
  }
  return result;
}

fs::path path_of(const std::string& program) { return fs::read_symlink("/proc/self/exe").parent_path() / program; }

}  // namespace

std::string read_file(const fs::path& path) {
  INFO(path.string());
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

bool has_program(const std::string& name) { return fs::is_regular_file(path_of(name)); }

ProgramResult run_glccl(const std::vector<std::string>& arguments, const fs::path& folder,
                        const std::vector<std::string>& environment) {
  return run_program("glccl", arguments, folder, environment);
}

ProgramResult run_program(const std::string& name, const std::vector<std::string>& arguments, const fs::path& folder,
                          const std::vector<std::string>& environment, const fs::path& standard_output) {
  const fs::path program = path_of(name);
  const fs::path captured = scratch_directory();
  const std::string out = standard_output.empty() ? captured / "out" : standard_output;
  const std::string err = captured / "err";

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment_with(environment);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, program.c_str(), &actions, nullptr, pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  INFO(program.string());
  REQUIRE(error == 0);

  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          standard_output.empty() ? read_file(out) : std::string(), read_file(err)};
}

}  // namespace glccl::tests
