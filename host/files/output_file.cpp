#include "glccl/host/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "host/files/temporary_name.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& path, const std::string& reason) {
  return {ErrorCode::file, "cannot write " + path.string() + ": " + reason};
}

std::string errno_text(int code) { return std::generic_category().message(code); }

/// A name in the folder of `target` that no other output has. It is random: a process that was killed may have left its
/// names behind, and the system gives numbers of processes again. Long names are cut, so that a name of the greatest
/// length of the file system has a temporary name too.
fs::path name_beside(const fs::path& target, const char* what) {
  const std::string name = target.filename().string().substr(0, 200);
  std::random_device random;
  std::string result(1, '.');
  result.append(name).append(1, '.').append(what);
  for (int part = 0; part < 2; ++part) result += "-" + std::to_string(random());
  return target.parent_path() / result;
}

/// Whether a path is the file that standard output or standard error goes to. It would be replaced, and what is printed
/// would be lost.
bool is_standard_stream(const fs::path& path) {
  struct stat file = {};
  if (::stat(path.c_str(), &file) != 0) return false;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat stream = {};
    if (::fstat(descriptor, &stream) == 0 && stream.st_dev == file.st_dev && stream.st_ino == file.st_ino) return true;
  }
  return false;
}

/// Checks before anything is written that `path` can be written. `target` is the file behind it.
Result<void> check_target(const fs::path& path, const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::none) return cannot_write(path, error.message());
  if (fs::is_directory(status)) return cannot_write(path, "it is a folder; name a file in it");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return cannot_write(path, "it is a device or pipe; name a regular file");
  }
  if (is_standard_stream(path)) {
    return cannot_write(path, "standard output or standard error goes to it; name another file");
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

/// The path that names the open file itself, also one without a name.
std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// Gives a file without a name its first name. False with errno, EEXIST where the name is taken.
bool give_name(int descriptor, const fs::path& name) {
  return ::linkat(AT_FDCWD, path_of(descriptor).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
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

fs::path file_behind(const fs::path& path) {
  constexpr int most_links = 40;  // as the kernel follows
  std::error_code error;
  fs::path file = fs::absolute(path, error);
  for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(file, error)); ++links) {
    const fs::path next = fs::read_symlink(file, error);
    if (error) break;
    file = file.parent_path() / next;
  }
  fs::path canonical = fs::weakly_canonical(file, error);
  return error ? file : canonical;
}

OutputFile::OutputFile() = default;

Result<OutputFile> OutputFile::create(const fs::path& path) { return create(path, false); }

Result<OutputFile> OutputFile::create_shared(const fs::path& path) { return create(path, true); }

Result<OutputFile> OutputFile::create(const fs::path& path, bool shared) {
  if (!path.has_filename()) {
    return Error{ErrorCode::invalid_argument, "cannot write \"" + path.string() + "\": this names no file"};
  }
  OutputFile file;
  file.path_ = path;
  file.target_ = file_behind(path);
  if (Result<void> status = check_target(path, file.target_); !status) return status.error();
  if (Result<void> status = file.open(shared); !status) return status.error();
  return file;
}

/// Opens a file without a name in the folder of the target. Returns a descriptor, or -1 where the file system has no
/// such files or the file could not get a name later.
int OutputFile::open_nameless() const {
  const int descriptor = ::open(target_.parent_path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(path_of(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

Result<void> OutputFile::open(bool shared) {
  nameless_ = shared ? -1 : open_nameless();
  // The stream has a descriptor of its own: this one keeps the file when the stream is closed.
  int descriptor = nameless_ < 0 ? -1 : ::fcntl(nameless_, F_DUPFD_CLOEXEC, 0);
  if (nameless_ >= 0 && descriptor < 0) return failure(errno_text(errno));
  if (descriptor < 0) {
    temporary_ = std::make_unique<TemporaryName>(name_beside(target_, "partial"));
    descriptor = ::open(temporary_->path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return failure(errno_text(errno) + "; name a file in a folder that can be written to");
  }
  // A file that is replaced keeps its permissions. Without them the output is still valid.
  struct stat former = {};
  if (::stat(target_.c_str(), &former) == 0) (void)::fchmod(descriptor, former.st_mode & 07777);
  stream_ = ::fdopen(descriptor, "w+b");
  if (stream_ != nullptr) return {};
  const int code = errno;
  ::close(descriptor);
  return failure(errno_text(code));
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      nameless_(std::exchange(other.nameless_, -1)),
      stream_(std::exchange(other.stream_, nullptr)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    discard();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::move(other.temporary_);
    nameless_ = std::exchange(other.nameless_, -1);
    stream_ = std::exchange(other.stream_, nullptr);
  }
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() noexcept {
  if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
  if (nameless_ >= 0) ::close(std::exchange(nameless_, -1));
  temporary_.reset();
}

Error OutputFile::failure(const std::string& reason) const { return cannot_write(path_, reason); }

Result<void> OutputFile::write(const void* data, std::size_t bytes) {
  if (stream_ == nullptr) return failure("it is closed already");
  if (bytes > 0 && std::fwrite(data, 1, bytes, stream_) != bytes) return failure(errno_text(errno));
  return {};
}

fs::path OutputFile::temporary_path() const { return temporary_ == nullptr ? fs::path() : temporary_->path(); }

Result<void> OutputFile::flush() {
  if (stream_ == nullptr) return failure("it is closed already");
  return std::fflush(stream_) == 0 ? Result<void>() : failure(errno_text(errno));
}

/// Flushes and closes the stream. Error `file`: accepted bytes could not be stored.
Result<void> OutputFile::close() {
  if (stream_ == nullptr) return {};
  std::FILE* stream = std::exchange(stream_, nullptr);
  const bool flushed = std::fflush(stream) == 0;
  const int code = errno;
  if (std::fclose(stream) != 0 || !flushed) return failure(errno_text(flushed ? errno : code));
  return {};
}

/// Gives the closed file the name `target_`.
Result<void> OutputFile::publish() {
  if (nameless_ >= 0) {
    // A name that is new is given in one step.
    if (give_name(nameless_, target_)) return {};
    if (errno != EEXIST) return failure(errno_text(errno));
    // linkat() does not replace a file, so the file gets a temporary name that is renamed. Only SIGKILL can come
    // between.
    temporary_ = std::make_unique<TemporaryName>(name_beside(target_, "partial"));
    if (!give_name(nameless_, temporary_->path())) return failure(errno_text(errno));
  }
  if (std::rename(temporary_->path().c_str(), target_.c_str()) != 0) return failure(errno_text(errno));
  return {};
}

Result<void> OutputFile::commit() { return commit_all({this, 1}); }

Result<void> commit_all(std::span<OutputFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (files[i].target_ == files[j].target_) {
        return Error{ErrorCode::invalid_argument,
                     "cannot write " + files[i].path_.string() + ": it is named for two outputs; name two files"};
      }
    }
    if (Result<void> status = files[i].close(); !status) return status;
    if (files[i].temporary_ == nullptr && files[i].nameless_ < 0) return files[i].failure("it is committed already");
  }

  const DeferSignals until_all_have_names;
  std::vector<Replaced> done;
  for (std::size_t i = 0; i < files.size(); ++i) {
    OutputFile& file = files[i];
    // The last rename never has to be undone.
    Result<fs::path> former = i + 1 < files.size() ? keep_former(file.target_) : Result<fs::path>(fs::path{});
    const Result<void> status = former ? file.publish() : file.failure(former.error().message);
    if (!status) {
      std::error_code ignored;
      if (former && !former->empty()) fs::remove(*former, ignored);
      undo(done);
      return status;
    }
    done.push_back({file.target_, *former});
  }
  for (OutputFile& file : files) file.discard();
  std::error_code ignored;
  for (const Replaced& replaced : done) {
    if (!replaced.former.empty()) fs::remove(replaced.former, ignored);
  }
  return {};
}

}  // namespace glccl::host
