#include "tests/support/paths.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// A new directory for temporary files. Its name was never that of another one: a process that was killed leaves its
/// directory behind, and the system gives numbers of processes again.
fs::path new_directory() {
  std::string path = fs::temp_directory_path() / "glccl-tests-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) throw fs::filesystem_error(path, std::error_code(errno, std::system_category()));
  return path;
}

/// The scratch directories of this process, below one that is removed with it.
class ScratchRoot {
 public:
  ScratchRoot() : root_(new_directory()) {}
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
