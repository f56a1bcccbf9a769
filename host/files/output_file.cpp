#include "glccl/host/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& path, const std::string& reason) {
  return {ErrorCode::file, "cannot write " + path.string() + ": " + reason};
}

std::string errno_text(int code) { return std::generic_category().message(code); }

/// A name in the folder of `target` that no other output of this or another process has. Long names are cut, so that a
/// name of the greatest length of the file system has a temporary name too.
fs::path name_beside(const fs::path& target, const char* what) {
  static std::atomic<unsigned> counter{0};
  const std::string name = target.filename().string().substr(0, 200);
  return target.parent_path() /
         ("." + name + "." + what + "-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
}

/// Checks before anything is written that `target` can be written.
Status check_target(const fs::path& path, const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (status.type() == fs::file_type::none) return cannot_write(path, error.message());
  if (fs::is_directory(status)) return cannot_write(path, "it is a folder; name a file in it");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return cannot_write(path, "it is a device or pipe; name a regular file");
  }
  if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0) {
    return cannot_write(path, errno_text(errno) + "; make it writable or name another file");
  }
  const fs::path folder = target.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    return cannot_write(path, "there is no folder " + folder.string() + "; create it or name a file elsewhere");
  }
  return {};
}

/// What undoes one rename: a second name for the former content.
struct Replaced {
  fs::path target;
  fs::path former;  ///< Empty where the target did not exist.
};

void undo(const std::vector<Replaced>& done) {
  std::error_code ignored;
  for (const Replaced& replaced : done) {
    if (replaced.former.empty()) {
      fs::remove(replaced.target, ignored);
    } else {
      fs::rename(replaced.former, replaced.target, ignored);
    }
  }
}

/// Gives the content of `target`, if it exists, a second name. Copies it where the file system has no hard links.
Result<fs::path> keep_former(const fs::path& target) {
  std::error_code error;
  if (!fs::exists(target, error)) return fs::path{};
  fs::path former = name_beside(target, "former");
  fs::create_hard_link(target, former, error);
  if (error) fs::copy_file(target, former, error);
  if (error) {
    std::error_code ignored;
    fs::remove(former, ignored);
    return Error{ErrorCode::file, error.message()};
  }
  return former;
}

}  // namespace

Result<OutputFile> OutputFile::create(const fs::path& path) {
  if (!path.has_filename()) {
    return Error{ErrorCode::invalid_argument, "cannot write \"" + path.string() + "\": this names no file"};
  }
  OutputFile file;
  file.path_ = path;
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  file.target_ = fs::weakly_canonical(absolute, error);
  if (error) file.target_ = absolute;
  if (Status status = check_target(path, file.target_); !status) return status.error();

  int descriptor = -1;
  do {
    file.temporary_ = name_beside(file.target_, "partial");
    descriptor = ::open(file.temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EEXIST);
  if (descriptor < 0) {
    file.temporary_.clear();
    return cannot_write(path, errno_text(errno) + "; name a file in a folder that can be written to");
  }
  // A file that is replaced keeps its permissions. Without them the output is still valid.
  const fs::file_status former = fs::status(file.target_, error);
  if (fs::exists(former)) fs::permissions(file.temporary_, former.permissions(), error);

  file.stream_ = ::fdopen(descriptor, "w+b");
  if (file.stream_ == nullptr) {
    const int code = errno;
    ::close(descriptor);
    return cannot_write(path, errno_text(code));
  }
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      stream_(std::exchange(other.stream_, nullptr)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    discard();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
    stream_ = std::exchange(other.stream_, nullptr);
  }
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() noexcept {
  if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

Error OutputFile::failure(const std::string& reason) const { return cannot_write(path_, reason); }

Status OutputFile::write(const void* data, std::size_t bytes) {
  if (stream_ == nullptr) return failure("it is closed already");
  if (bytes > 0 && std::fwrite(data, 1, bytes, stream_) != bytes) return failure(errno_text(errno));
  return {};
}

Status OutputFile::close() {
  if (stream_ == nullptr) return {};
  std::FILE* stream = std::exchange(stream_, nullptr);
  const bool flushed = std::fflush(stream) == 0;
  const int code = errno;
  if (std::fclose(stream) != 0 || !flushed) return failure(errno_text(flushed ? errno : code));
  return {};
}

Status OutputFile::commit() { return commit_all({this, 1}); }

Status commit_all(std::span<OutputFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (files[i].target_ == files[j].target_) {
        return Error{ErrorCode::invalid_argument,
                     "cannot write " + files[i].path_.string() + ": it is named for two outputs; name two files"};
      }
    }
    if (Status status = files[i].close(); !status) return status;
    if (files[i].temporary_.empty()) return files[i].failure("it is committed already");
  }

  std::vector<Replaced> done;
  for (std::size_t i = 0; i < files.size(); ++i) {
    OutputFile& file = files[i];
    // The last rename never has to be undone.
    Result<fs::path> former = i + 1 < files.size() ? keep_former(file.target_) : Result<fs::path>(fs::path{});
    std::error_code error;
    if (former) fs::rename(file.temporary_, file.target_, error);
    if (!former || error) {
      std::error_code ignored;
      if (former && !former->empty()) fs::remove(*former, ignored);
      undo(done);
      return file.failure(former ? error.message() : former.error().message);
    }
    done.push_back({file.target_, *former});
  }
  for (OutputFile& file : files) file.temporary_.clear();
  std::error_code ignored;
  for (const Replaced& replaced : done) {
    if (!replaced.former.empty()) fs::remove(replaced.former, ignored);
  }
  return {};
}

}  // namespace glccl::host
