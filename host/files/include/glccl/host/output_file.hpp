// Files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "glccl/result.hpp"

namespace glccl::host {

class TemporaryName;

/// A file that is written without a name, and that commit() gives the name path(). Until then path() keeps its former
/// content, and however the process ends, nothing is left behind: a file without a name is gone with the process.
/// Where the file system has no files without names (O_TMPFILE), the file has a temporary name beside path(), which the
/// destructor removes, and signals do after remove_outputs_on_signals().
class OutputFile {
 public:
  /// Opens the file. A symbolic link is followed: the file that it points to, which need not exist, is written, and the
  /// link stays. Errors: `invalid_argument` (empty path), `file` (a folder, a device, standard output, a read-only
  /// file, no such folder, no permission).
  static Result<OutputFile> create(const std::filesystem::path& path);

  /// The same with a temporary name from the beginning, by which other processes can open the file and write to it:
  /// temporary_path(). Errors: those of create().
  static Result<OutputFile> create_shared(const std::filesystem::path& path);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  OutputFile(OutputFile&& other) noexcept;
  /// Moves.
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// The path as the caller gave it. Its ending decides the format of what is written.
  const std::filesystem::path& path() const { return path_; }

  /// The absolute path of a file of create_shared(), until it is committed.
  std::filesystem::path temporary_path() const;

  /// Appends bytes. Error `file`: the disc is full, or the file is closed.
  Result<void> write(const void* data, std::size_t bytes);

  /// Hands written bytes on to the system, so that other processes see them. Error `file`.
  Result<void> flush();

  /// The open file, for libraries that write through a FILE; null once closed. This object keeps its ownership.
  std::FILE* stream() { return stream_; }

  /// Stores what is written and gives the file the name path(). After an error path() keeps its former content. Error
  /// `file`: accepted bytes could not be stored, or path() cannot be replaced.
  Result<void> commit();

  /// An error for this file: "cannot write PATH: REASON".
  Error failure(const std::string& reason) const;

 private:
  OutputFile();
  static Result<OutputFile> create(const std::filesystem::path& path, bool shared);
  int open_nameless() const;
  Result<void> open(bool shared);
  Result<void> close();
  Result<void> publish();
  void discard() noexcept;
  friend Result<void> commit_all(std::span<OutputFile> files);

  std::filesystem::path path_;
  std::filesystem::path target_;              ///< file_behind(path_)
  std::unique_ptr<TemporaryName> temporary_;  ///< Null for a file without a name, and after a commit.
  int nameless_ = -1;                         ///< Descriptor of the file without a name, else -1.
  std::FILE* stream_ = nullptr;
};

/// Commits several files together: all of them appear, or every path keeps its former content. Errors:
/// `invalid_argument` (one path named twice), `file`.
Result<void> commit_all(std::span<OutputFile> files);

/// The file that writing to a path would write: absolute, with symbolic links resolved, also where the file or the last
/// link's target does not exist.
std::filesystem::path file_behind(const std::filesystem::path& path);

/// From now on, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU and SIGXFSZ, where they would end this process,
/// first remove the temporary files of every OutputFile, and wait while files are given their names. They then end the
/// process as before. Signals that are ignored or handled stay so. Call it once, before there are other threads.
void remove_outputs_on_signals();

}  // namespace glccl::host
