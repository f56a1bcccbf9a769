// Outputs of processes that end before they are complete. Every case runs on a file system that has files without names
// and as on one that has none.
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "glccl/host/output_file.hpp"
#include "host/files/temporary_name.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/processes/small_disc.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::OutputFile;

/// A folder with a file "old" and a link "link" to "new", which does not exist.
fs::path make_folder() {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "old") << "what was here before";
  fs::create_symlink("new", folder / "link");
  return folder;
}

std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    contents[entry.path().filename()] = entry.exists() ? read_file(entry.path()) : "";
  }
  return contents;
}

/// Writes to files in `folder` until a signal comes, after a byte to `ready`.
int write_forever(const fs::path& folder, int ready) {
  host::remove_outputs_on_signals();
  std::vector<OutputFile> files;
  for (const char* name : {"old", "link", "other"}) {
    Result<OutputFile> file = OutputFile::create(folder / name);
    if (!file || !file->write("half", 4)) return 1;
    std::fflush(file->stream());
    files.push_back(*std::move(file));
  }
  if (::write(ready, "", 1) != 1) return 1;
  for (;;) ::pause();
}

/// Whether a child process can do without files without names; says why not.
bool can_forbid_nameless_files() {
  if (ChildProcess([] { return forbid_nameless_files() ? 0 : 1; }).wait() == 0) return true;
  WARN("skipped: this kernel has no seccomp filters, so no file system without O_TMPFILE can be tried");
  return false;
}

std::vector<bool> kinds_of_file_systems() {
  return can_forbid_nameless_files() ? std::vector<bool>{true, false} : std::vector<bool>{true};
}

}  // namespace

TEST_CASE("a signal that ends the process leaves no output", "[host][output]") {
  for (const bool nameless : kinds_of_file_systems()) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ}) {
      CAPTURE(nameless, signal);
      const fs::path folder = make_folder();
      const auto before = contents_of(folder);
      std::array<int, 2> ready = {};
      REQUIRE(::pipe(ready.data()) == 0);
      ChildProcess child([&] {
        if (!nameless && !forbid_nameless_files()) return 1;
        return write_forever(folder, ready[1]);
      });
      ::close(ready[1]);
      char byte = 0;
      CHECK(::read(ready[0], &byte, 1) == 1);
      ::close(ready[0]);
      CHECK(contents_of(folder).size() == before.size() + (nameless ? 0 : 3));
      child.send(signal);
      CHECK(child.wait() == -signal);
      CHECK(contents_of(folder) == before);
    }
  }
}

TEST_CASE("a file without a name is gone however the process ends", "[host][output]") {
  const fs::path folder = make_folder();
  const auto before = contents_of(folder);
  ChildProcess child([&] {
    const Result<OutputFile> file = OutputFile::create(folder / "old");
    return file ? ::kill(::getpid(), SIGKILL) : 1;
  });
  CHECK(child.wait() == -SIGKILL);
  CHECK(contents_of(folder) == before);
}

TEST_CASE("signals wait while outputs get their names", "[host][output]") {
  const fs::path folder = scratch_directory();
  ChildProcess child([&] {
    host::remove_outputs_on_signals();
    const host::TemporaryName name(folder / "temporary");
    std::ofstream(name.path()) << "half";
    {
      const host::DeferSignals until_here;
      const host::DeferSignals also_nested;
      std::raise(SIGTERM);
      fs::copy_file(name.path(), folder / "committed");
    }
    return 0;
  });
  CHECK(child.wait() == -SIGTERM);
  CHECK(contents_of(folder) == std::map<std::string, std::string>{{"committed", "half"}});
}

TEST_CASE("signals that are ignored do not end the process", "[host][output]") {
  const fs::path folder = scratch_directory();
  ChildProcess child([&] {
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    host::remove_outputs_on_signals();
    std::raise(SIGHUP);
    return 7;
  });
  CHECK(child.wait() == 7);
}

TEST_CASE("outputs are replaced and created on every kind of file system", "[host][output]") {
  for (const bool nameless : kinds_of_file_systems()) {
    CAPTURE(nameless);
    const fs::path folder = make_folder();
    ChildProcess child([&] {
      if (!nameless && !forbid_nameless_files()) return 1;
      std::vector<OutputFile> files;
      for (const char* name : {"old", "link", "other"}) {
        Result<OutputFile> file = OutputFile::create(folder / name);
        if (!file || !file->write("whole", 5)) return 2;
        files.push_back(*std::move(file));
      }
      return host::commit_all(files) ? 0 : 3;
    });
    CHECK(child.wait() == 0);
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(contents_of(folder) == std::map<std::string, std::string>{
                                     {"link", "whole"}, {"new", "whole"}, {"old", "whole"}, {"other", "whole"}});
  }
}

TEST_CASE("a full disc leaves what was there on every kind of file system", "[host][output]") {
  for (const bool nameless : kinds_of_file_systems()) {
    CAPTURE(nameless);
    const fs::path folder = make_folder();
    const auto before = contents_of(folder);
    ChildProcess child([&] {
      if (!nameless && !forbid_nameless_files()) return 1;
      Result<OutputFile> file = OutputFile::create(folder / "old");
      const SmallDisc disc(3);
      if (!file || !file->write("whole", 5)) return 2;
      const Result<void> status = file->commit();  // the five bytes are in the stream's buffer until now
      return !status && status.error().message.ends_with(": File too large") ? 0 : 3;
    });
    CHECK(child.wait() == 0);
    CHECK(contents_of(folder) == before);
  }
}

}  // namespace glccl::tests
