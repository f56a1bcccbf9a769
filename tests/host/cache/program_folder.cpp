// Binaries of programs in a folder: what comes back, what is deleted, what fails in silence.
#include "glccl/host/program_folder.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

/// A folder for one test, which is not there when the test begins.
struct FreshFolder {
  FreshFolder() : path(fs::temp_directory_path() / ("glccl_program_folder_" + std::to_string(getpid()))) {
    fs::remove_all(path);
  }
  ~FreshFolder() { fs::remove_all(path); }
  FreshFolder(const FreshFolder&) = delete;
  FreshFolder& operator=(const FreshFolder&) = delete;

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  fs::path path;
};

/// While it lives, a variable of the environment has this value.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { setenv(name_, before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

}  // namespace

TEST_CASE("a folder keeps binaries of programs, each in a whole file", "[host][programs]") {
  const FreshFolder folder;
  const ProgramBinaries kept = host::keep_programs_in(folder.path / "a" / "b");
  CHECK(kept.load("one").empty());
  CHECK_FALSE(fs::exists(folder.path));
  const Bytes first(1000, 1);
  const Bytes second(2000, 2);
  kept.store("one", first);
  kept.store("two", second);
  CHECK(kept.load("one") == first);
  kept.store("one", second);
  CHECK(host::keep_programs_in(folder.path / "a" / "b").load("one") == second);
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path / "a" / "b")) {
    names.push_back(entry.path().filename().string());
  }
  CHECK(names.size() == 2);  // no part of a file is left
}

TEST_CASE("a folder of binaries deletes those that were not used for the longest time", "[host][programs]") {
  const FreshFolder folder;
  const ProgramBinaries kept = host::keep_programs_in(folder.path, 3000);
  const auto hours_old = [&](const char* name, int hours) {
    fs::last_write_time(folder.path / name, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  for (const char* name : {"one", "two", "three"}) kept.store(name, Bytes(1000));
  CHECK(folder.files() == 3);
  hours_old("one", 3);
  hours_old("two", 2);
  hours_old("three", 1);
  CHECK(kept.load("one").size() == 1000);
  kept.store("four", Bytes(1000));
  CHECK(folder.files() == 3);
  CHECK(kept.load("two").empty());
  for (const char* name : {"one", "three", "four"}) CHECK(kept.load(name).size() == 1000);
  kept.store("five", Bytes(5000));  // there is no room for it, and the others stay
  CHECK(kept.load("five").empty());
  CHECK(folder.files() == 3);
}

TEST_CASE("a folder of binaries that cannot be written fails in silence", "[host][programs][bad-input]") {
  const FreshFolder folder;
  std::ofstream(folder.path) << "no folder";
  for (const fs::path& path : {folder.path, folder.path / "below"}) {
    const ProgramBinaries kept = host::keep_programs_in(path);
    kept.store("one", Bytes(1000));
    CHECK(kept.load("one").empty());
  }
  CHECK(fs::file_size(folder.path) == 9);
}

TEST_CASE("binaries of a user's programs are in the cache folder, unless the environment says no", "[host][programs]") {
  const FreshFolder folder;
  const Variable cache("XDG_CACHE_HOME", folder.path.string());
  const Variable home("HOME", (folder.path / "home").string());
  {
    const Variable off("GLCCL_PROGRAM_CACHE", "0");
    CHECK((!host::keep_programs_of_user().load && !host::keep_programs_of_user().store));
  }
  const Variable on("GLCCL_PROGRAM_CACHE", "");
  host::keep_programs_of_user().store("one", Bytes(10));
  CHECK(fs::file_size(folder.path / "glccl" / "programs" / "one") == 10);
  const Variable relative("XDG_CACHE_HOME", "relative");
  host::keep_programs_of_user().store("two", Bytes(20));
  CHECK(fs::file_size(folder.path / "home" / ".cache" / "glccl" / "programs" / "two") == 20);
  const Variable homeless("HOME", "");
  CHECK_FALSE(host::keep_programs_of_user().store);
}

}  // namespace glccl::tests
