// The images and volumes that the viewer shows: one file, or the files of a folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"

namespace glccl::view {

/// A list of files, one of which is open. It holds at least one image.
class Album {
 public:
  /// Opens a file, or the first image by name of a folder; all files are read with these options. Errors: those of
  /// host::read_image(), and `file` for a folder without images.
  static Result<Album> open(const std::filesystem::path& path, const host::ReadOptions& options = {});

  /// Opens the file `by` places further in the list, which is a ring. Skips files that cannot be read. Error: the first
  /// such file's error, when no file of the list can be read; the open image stays.
  Result<void> go(int by);

  const host::Image& image() const { return image_; }
  std::string name() const { return files_[index_].filename().string(); }
  std::size_t index() const { return index_; }
  std::size_t count() const { return files_.size(); }

 private:
  host::ReadOptions options_;
  std::vector<std::filesystem::path> files_;
  std::size_t index_ = 0;
  host::Image image_;
};

}  // namespace glccl::view
