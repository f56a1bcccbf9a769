// Files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

#include "glccl/result.hpp"

namespace glccl::host {

/// A file on its way to `path()`: written under a temporary name in the same folder, and renamed when it is committed.
/// Until then `path()` holds what it held before; without a commit the temporary file is removed by the destructor.
class OutputFile {
 public:
  /// Opens the temporary file. A symbolic link is followed, so that the file it points to is replaced and not the link.
  /// Errors: `invalid_argument` (empty path), `file` (a folder, a device, a read-only file, no such folder, no
  /// permission).
  static Result<OutputFile> create(const std::filesystem::path& path);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  OutputFile(OutputFile&& other) noexcept;
  /// Moves.
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// The name as the caller gave it; its ending decides the format of what is written.
  const std::filesystem::path& path() const { return path_; }

  /// Where the bytes are until the commit.
  const std::filesystem::path& temporary() const { return temporary_; }

  /// Appends bytes. Error `file`, for example when the disc is full.
  Status write(const void* data, std::size_t bytes);

  /// The open temporary file, for libraries that write through one; null once closed. It stays the property of this
  /// object.
  std::FILE* stream() { return stream_; }

  /// Flushes and closes the temporary file, once. Error `file` when bytes that were accepted could not be stored.
  Status close();

  /// Closes, and renames to `path()`. After an error `path()` is as it was.
  Status commit();

  /// The failure to write this file: "cannot write PATH: REASON".
  Error failure(const std::string& reason) const;

 private:
  OutputFile() = default;
  void discard() noexcept;
  friend Status commit_all(std::span<OutputFile> files);

  std::filesystem::path path_;
  std::filesystem::path target_;  ///< `path_`, absolute and behind symbolic links
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
};

/// Commits several files together: either all of them appear, or every path holds what it held before.
/// Errors: `invalid_argument` (one path named twice), `file`.
Status commit_all(std::span<OutputFile> files);

}  // namespace glccl::host
