// The outputs of programs that a limit ends, and standard streams that are closed or full.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/processes/small_disc.hpp"
#include "tests/tools/bad_input.hpp"
#include "tools/glccl/process.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Every command that writes a file, without that file's name.
const std::vector<Words>& writers() {
  static const std::string coins = test_data("coins.png").string();
  static const std::vector<Words> all = [] {
    std::vector<Words> list;
    const Words label = {"label", coins, "--engine", "cpu-serial", "--threshold", "otsu"};
    const auto add = [&](Words words, const Words& more) {
      words.insert(words.end(), more.begin(), more.end());
      list.push_back(words);
    };
    for (const char* name : {"out.npy", "out.tif", "out.png"}) add(label, {"--labels", name});
    for (const char* name : {"out.csv", "out.json"}) add(label, {"--components", name});
    add(label, {"--overlay", "out.png"});
    for (const char* name : {"out.npy", "out.tif", "out.png"}) {
      add({"generate", "noise", "--size", "99x99", "-o"}, {name});
    }
    add({"generate", "noise", "--size", "21x22x23", "-o"}, {"out.nii"});
    add({"validate", coins, "--engines", "cpu-fast", "--connectivity", "4", "--threshold", "otsu"},
        {"--report", "out"});
    const Words bench = {"bench", "--engines", "cpu-serial", "--sizes", "9", "--repetitions", "1"};
    add(bench, {"--json", "out"});
    add(bench, {"--plot", "out.png"});
    return list;
  }();
  return all;
}

/// A folder where every output exists already.
fs::path make_outputs() {
  const fs::path folder = scratch_directory();
  for (const char* name : {"out", "out.npy", "out.tif", "out.nii", "out.png", "out.csv", "out.json"}) {
    std::ofstream(folder / name) << "what was here before";
  }
  return folder;
}

bool are_untouched(const fs::path& folder) {
  const auto begin = fs::directory_iterator(folder);
  return std::distance(begin, fs::directory_iterator()) == 7 &&
         std::all_of(fs::directory_iterator(folder), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) { return read_file(entry) == "what was here before"; });
}

bool is_one_line(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

}  // namespace

TEST_CASE("every writer says that the disc is full and leaves what was there", "[tools][cli]") {
  const fs::path folder = make_outputs();
  for (const Words& words : writers()) {
    const SmallDisc disc(300);
    const ProgramResult result = run_glccl(words, folder);
    INFO(words.front() << " " << words.back() << ": " << result.err);
    CHECK(result.status == file);
    CHECK(result.out.empty());
    CHECK(is_one_line(result.err));
    CHECK_THAT(result.err, contains(words.back()) && contains("File too large"));
    CHECK(are_untouched(folder));
  }
}

TEST_CASE("a limit that ends a writer leaves what was there", "[tools][cli]") {
  const fs::path folder = make_outputs();
  for (const Words& words : writers()) {
    const ProgramResult result = [&] {
      const SmallDisc disc(300, SIG_DFL);
      return run_glccl(words, folder);
    }();
    INFO(words.front() << " " << words.back() << ": " << result.err);
    CHECK(result.status == -SIGXFSZ);
    CHECK(are_untouched(folder));
  }
}

TEST_CASE("programs say that standard output is full", "[tools][cli]") {
  const std::string coins = test_data("coins.png").string();
  std::vector<Words> commands = {{"glccl", "--help"},
                                 {"glccl", "--version"},
                                 {"glccl", "label", "--help"},
                                 {"glccl", "label", coins, "--engine", "cpu-serial", "--threshold", "otsu"},
                                 {"glccl", "generate", "full", "--size", "8x8", "-o", "full.png"},
                                 {"glccl", "validate", "--fuzz", "1", "--max-size", "8x8", "--engines", "cpu-fast"},
                                 {"glccl", "bench", "--engines", "cpu-serial", "--sizes", "8", "--repetitions", "1"},
                                 {"glccl", "info"},
                                 {"glccl", "info", "--plan", "8x8"},
                                 {"glccl", "demo", "--image", coins}};
  if (has_program("glccl-view")) {
    commands.insert(commands.end(), {{"glccl-view", "--help"}, {"glccl-view", "--version"}});
  }
  const fs::path folder = scratch_directory();
  for (const Words& command : commands) {
    const ProgramResult result =
        run_program(command.front(), {command.begin() + 1, command.end()}, folder, {}, "/dev/full");
    INFO(command[0] << " " << command[1] << ": " << result.err);
    CHECK(result.status == file);
    CHECK(is_one_line(result.err));
    CHECK_THAT(result.err, contains("cannot write to standard output"));
  }
}

TEST_CASE("an output that standard output goes to is refused", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const Words words = {"validate", "--fuzz", "1", "--max-size", "8x8", "--engines", "cpu-fast", "--report"};
  for (const std::string name : {"out.txt", "/dev/stdout"}) {
    Words command = words;
    command.push_back(name);
    const ProgramResult result = run_program("glccl", command, folder, {}, folder / "out.txt");
    INFO(result.err);
    CHECK(result.status == file);
    CHECK(is_one_line(result.err));
    CHECK_THAT(result.err, contains("cannot write " + name + ": standard output"));
  }
}

TEST_CASE("no file takes the place of a closed standard stream", "[tools]") {
  ChildProcess child([] {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
    tools::prepare_process();
    if (::open("/dev/null", O_RDWR) <= STDERR_FILENO) return 1;
    char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) >= 0) return 2;
    if (::write(STDOUT_FILENO, &byte, 1) >= 0) return 3;
    if (::write(STDERR_FILENO, &byte, 1) >= 0) return 4;
    return 0;
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("drivers print nothing beside the program's line", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const Words words = {"label", test_data("coins.png").string(), "--threshold", "otsu", "--engine", "raster"};
  // Mesa finds no driver there. Other drivers do not listen.
  const std::vector<std::string> nowhere = {"LIBGL_DRIVERS_PATH=/nonexistent", "GALLIUM_DRIVER=nonexistent"};
  const ProgramResult quiet = run_glccl(words, folder, nowhere);
  INFO(quiet.err);
  CHECK(std::count(quiet.err.begin(), quiet.err.end(), '\n') == (quiet.status == 0 ? 0 : 1));
  if (quiet.status == 0) return;
  std::vector<std::string> loudly = nowhere;
  loudly.emplace_back("EGL_LOG_LEVEL=debug");
  CHECK(run_glccl(words, folder, loudly).err.size() > quiet.err.size());
}

}  // namespace glccl::tests
