#include "album.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <system_error>

namespace glccl::view {
namespace {

namespace fs = std::filesystem;

/// Whether a file of a folder is worth trying: the endings of what host::read_image() reads.
bool looks_like_image(const fs::path& path) {
  constexpr std::array<std::string_view, 13> endings = {".png", ".jpg", ".jpeg", ".bmp", ".gif",  ".pbm", ".pgm",
                                                        ".ppm", ".pnm", ".tif",  ".npy", ".tiff", ".pam"};
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

Result<std::vector<fs::path>> images_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code unreadable;
    if (entry->is_regular_file(unreadable) && looks_like_image(entry->path())) files.push_back(entry->path());
  }
  if (error) return Error{ErrorCode::file, "cannot read the folder " + folder.string() + ": " + error.message()};
  if (files.empty()) {
    return Error{ErrorCode::file, "no images in the folder " + folder.string() +
                                      ": PNG, JPEG, BMP, GIF, PNM, TIFF and NumPy .npy files are read"};
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<Album> Album::open(const fs::path& path) {
  Album album;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    Result<host::Image> image = host::read_image(path);
    if (!image) return image.error();
    album.files_ = {path};
    album.image_ = *std::move(image);
    return album;
  }
  Result<std::vector<fs::path>> files = images_in(path);
  if (!files) return files.error();
  album.files_ = *std::move(files);
  album.index_ = album.files_.size() - 1;
  if (const Status status = album.go(1); !status) return status.error();
  return album;
}

Status Album::go(int by) {
  const std::size_t count = files_.size();
  const std::size_t stride = by < 0 ? count - 1 : 1;
  std::optional<Error> first_error;
  for (std::size_t tried = 0; tried < count; ++tried) {
    const std::size_t index = (index_ + (tried + 1) * stride) % count;
    Result<host::Image> image = host::read_image(files_[index]);
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
