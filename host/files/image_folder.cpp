#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "glccl/host/image_files.hpp"
#include "host/files/file_ending.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 15> endings = {".png", ".jpg", ".jpeg", ".bmp", ".gif", ".pbm", ".pgm",   ".ppm",
                                                      ".pnm", ".tif", ".tiff", ".npy", ".npz", ".nii", ".nii.gz"};

}  // namespace

Result<std::vector<fs::path>> list_images(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;
    const bool known = std::find(endings.begin(), endings.end(), ending_of(entry->path())) != endings.end();
    if (known && entry->is_regular_file(unreadable)) files.push_back(entry->path());
  }
  if (error) return Error{ErrorCode::file, "cannot read the folder " + folder.string() + ": " + error.message()};
  if (files.empty()) {
    return Error{ErrorCode::file, "there is no image in the folder " + folder.string() +
                                      ": images are known by their endings (.png, .jpg, .bmp, .gif, .pgm, .tif, .npy, "
                                      ".nii and the like), and folders inside are not searched"};
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace glccl::host
