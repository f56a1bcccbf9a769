// The image files that the viewer goes through: one, or those of a folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"

namespace glccl::view {

/// A list of files of which one is open. Holds at least one image.
class Album {
 public:
  /// A file, or a folder with images, of which the first by name is opened. Errors: those of host::read_image(), and
  /// `file` for a folder without images.
  static Result<Album> open(const std::filesystem::path& path);

  /// Opens the file `by` places further in the list, which is a ring. Files that cannot be read are passed over.
  /// Error: why the first of those could not be read, when no other file can be; the open image stays.
  Status go(int by);

  const host::Image& image() const { return image_; }
  std::string name() const { return files_[index_].filename().string(); }
  std::size_t index() const { return index_; }
  std::size_t count() const { return files_.size(); }

 private:
  std::vector<std::filesystem::path> files_;
  std::size_t index_ = 0;
  host::Image image_;
};

}  // namespace glccl::view
