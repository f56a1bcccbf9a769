// What the programs answer to bad input.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glccl::tests {

// Exit statuses of the programs.
inline constexpr int usage = 2;
inline constexpr int file = 3;
inline constexpr int no_device = 4;

/// Arguments that a program refuses.
struct BadInput {
  std::string name;
  std::vector<std::string> arguments;
  int status;                                 ///< Exit status.
  std::vector<std::string> words;             ///< Parts of the message.
  std::vector<std::string> environment = {};  ///< "NAME=value", added to this process's.
};

/// Runs a command, "glccl" or "glccl bench" as words, with each of the arguments in `folder`. Checks that it refuses:
/// the exit status, one line on standard error that begins with the program's name and has the words, nothing on
/// standard output, and no change below the folder.
void check_refusals(const std::vector<std::string>& command, const std::vector<BadInput>& cases,
                    const std::filesystem::path& folder);

}  // namespace glccl::tests
