#include "tests/support/paths.hpp"

#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// The scratch directories of this process, below one that is removed with it.
class ScratchRoot {
 public:
  ScratchRoot() : root_(fs::temp_directory_path() / ("glccl-tests-" + std::to_string(getpid()))) {
    fs::create_directories(root_);
  }
  ~ScratchRoot() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  ScratchRoot(const ScratchRoot&) = delete;
  ScratchRoot& operator=(const ScratchRoot&) = delete;

  fs::path next() {
    fs::path directory = root_ / std::to_string(count_++);
    fs::create_directory(directory);
    return directory;
  }

 private:
  fs::path root_;
  int count_ = 0;
};

}  // namespace

fs::path test_data(const std::string& name) {
  const char* folder = std::getenv("GLCCL_TEST_DATA");
  return fs::path(folder == nullptr ? GLCCL_TEST_DATA : folder) / name;
}

fs::path scratch_directory() {
  static ScratchRoot scratch;
  return scratch.next();
}

fs::path scratch_file(const std::string& name) { return scratch_directory() / name; }

}  // namespace glccl::tests
