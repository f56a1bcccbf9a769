// Files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

#include "glccl/result.hpp"

namespace glccl::host {

/// A file that is written under a temporary name in the folder of path() and renamed by commit(). Until then path()
/// keeps its former content. Without a commit the destructor removes the temporary file.
class OutputFile {
 public:
  /// Opens the temporary file. A symbolic link is followed: the file that it points to is replaced, not the link.
  /// Errors: `invalid_argument` (empty path), `file` (a folder, a device, a read-only file, no such folder, no
  /// permission).
  static Result<OutputFile> create(const std::filesystem::path& path);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  OutputFile(OutputFile&& other) noexcept;
  /// Moves.
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// The path as the caller gave it. Its ending decides the format of what is written.
  const std::filesystem::path& path() const { return path_; }

  /// The path of the temporary file.
  const std::filesystem::path& temporary() const { return temporary_; }

  /// Appends bytes. Error `file`: the disc is full, or the file is closed.
  Status write(const void* data, std::size_t bytes);

  /// The open temporary file, for libraries that write through a FILE; null once closed. This object keeps its
  /// ownership.
  std::FILE* stream() { return stream_; }

  /// Flushes and closes the temporary file; does nothing the second time. Error `file`: accepted bytes could not be
  /// stored.
  Status close();

  /// Closes the temporary file and renames it to path(). After an error path() keeps its former content. Error `file`.
  Status commit();

  /// An error for this file: "cannot write PATH: REASON".
  Error failure(const std::string& reason) const;

 private:
  OutputFile() = default;
  void discard() noexcept;
  friend Status commit_all(std::span<OutputFile> files);

  std::filesystem::path path_;
  std::filesystem::path target_;  ///< `path_`, absolute and with symbolic links resolved.
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
};

/// Commits several files together: all of them appear, or every path keeps its former content. Errors:
/// `invalid_argument` (one path named twice), `file`.
Status commit_all(std::span<OutputFile> files);

}  // namespace glccl::host
