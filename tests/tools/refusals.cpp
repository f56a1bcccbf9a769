// The programs with bad input: every case of tests/data/refusals.txt.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// The words of a command line; an argument in quotes may be empty or have spaces.
std::vector<std::string> split_command(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const bool quoted = line[at] == '"';
    const std::size_t begin = at + (quoted ? 1 : 0);
    const std::size_t end = std::min(line.find(quoted ? '"' : ' ', begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    at = end + (quoted ? 2 : 1);
  }
  return words;
}

std::vector<std::string> split_parts(const std::string& line) {
  std::vector<std::string> parts;
  const std::string separator = " | ";
  for (std::size_t at = line.find_first_not_of(' '); at < line.size();) {
    const std::size_t end = std::min(line.find(separator, at), line.size());
    parts.push_back(line.substr(at, end - at));
    at = end + separator.size();
  }
  return parts;
}

/// A case of the file, and its command.
struct Refusal {
  std::vector<std::string> command;
  BadInput input;
};

std::vector<Refusal> read_refusals() {
  std::vector<Refusal> all;
  std::ifstream file(test_data("refusals.txt"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == ' ') {
      REQUIRE_FALSE(all.empty());
      for (const std::string& part : split_parts(line)) all.back().input.words.push_back(part);
      continue;
    }
    const std::string command = line.substr(2);
    all.push_back(
        {{}, {.name = command, .arguments = split_command(command), .status = line.front() - '0', .words = {}}});
    all.back().command = {all.back().input.arguments.front()};
    all.back().input.arguments.erase(all.back().input.arguments.begin());
  }
  return all;
}

/// The folder that refusals.txt describes.
fs::path make_inputs() {
  const fs::path folder = scratch_directory();
  const auto write = [&](const char* name, const std::string& content) {
    std::ofstream(folder / name, std::ios::binary) << content;
    REQUIRE(fs::file_size(folder / name) == content.size());
  };
  const std::string coins = read_file(test_data("coins.png"));
  write("coins.png", coins);
  write("truncated.png", coins.substr(0, coins.size() / 2));
  write("shopping.png", "bread, milk, two coins\n");
  write("broken.png", "no image");
  write("empty.png", "");
  write("small.pgm", "P2 1 1 1\n1\n");
  write("out.npy", "what was here before");
  for (const char* name : {"noise.npy", "noise.png"}) {
    REQUIRE(host::write_image(folder / name, make_image("noise", {20, 15})));
  }
  for (const char* name : {"folder", "folder.tif", "empty"}) fs::create_directory(folder / name);
  fs::create_symlink("coins.png", folder / "link.png");
  fs::create_symlink("/dev/null", folder / "device.npy");
  return folder;
}

}  // namespace

TEST_CASE("the programs refuse bad input with one line, and leave every file as it was", "[tools][cli][errors]") {
  const std::vector<Refusal> refusals = read_refusals();
  REQUIRE(refusals.size() > 300);
  const fs::path folder = make_inputs();
  for (const Refusal& one : refusals) {
    REQUIRE_FALSE(one.input.words.empty());
    check_refusals(one.command, {one.input}, folder);
  }
}

}  // namespace glccl::tests
