#include "tests/tools/bad_input.hpp"

#include <algorithm>
#include <map>

#include "tests/support/catch.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// Every path below a folder with its content.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    found[entry.path().lexically_relative(folder).string()] = entry.is_regular_file() ? read_file(entry.path()) : "";
  }
  return found;
}

}  // namespace

void check_refusals(const std::vector<std::string>& command, const std::vector<BadInput>& cases,
                    const fs::path& folder) {
  const auto before = contents_of(folder);
  for (const BadInput& bad : cases) {
    std::vector<std::string> arguments(command.begin() + 1, command.end());
    arguments.insert(arguments.end(), bad.arguments.begin(), bad.arguments.end());
    const ProgramResult result = run_program(command.front(), arguments, folder, bad.environment);
    INFO(bad.name << ": " << result.err);
    CHECK(result.status == bad.status);
    CHECK(result.out.empty());
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK(result.err.rfind(fs::path(command.front()).filename().string() + ": ", 0) == 0);
    CHECK(result.err.back() == '\n');
    for (const std::string& word : bad.words) CHECK_THAT(result.err, contains(word));
    const bool unchanged = contents_of(folder) == before;
    CHECK(unchanged);
  }
}

}  // namespace glccl::tests
