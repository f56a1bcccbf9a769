#include "tools/view/album.hpp"

#include <optional>
#include <system_error>

#include "glccl/host/image_files.hpp"

namespace glccl::view {

namespace fs = std::filesystem;

Result<Album> Album::open(const fs::path& path, const host::ReadOptions& options) {
  Album album;
  album.options_ = options;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    Result<host::Image> image = host::read_image(path, options);
    if (!image) return image.error();
    album.files_ = {path};
    album.image_ = *std::move(image);
    return album;
  }
  Result<std::vector<fs::path>> files = host::list_images(path);
  if (!files) return files.error();
  album.files_ = *std::move(files);
  album.index_ = album.files_.size() - 1;
  if (const Result<void> status = album.go(1); !status) return status.error();
  return album;
}

Result<void> Album::go(int by) {
  const std::size_t count = files_.size();
  const std::size_t stride = by < 0 ? count - 1 : 1;
  std::optional<Error> first_error;
  for (std::size_t tried = 0; tried < count; ++tried) {
    const std::size_t index = (index_ + (tried + 1) * stride) % count;
    Result<host::Image> image = host::read_image(files_[index], options_);
    if (image) {
      index_ = index;
      image_ = *std::move(image);
      return {};
    }
    if (!first_error) first_error = image.error();
  }
  return *first_error;
}

}  // namespace glccl::view
