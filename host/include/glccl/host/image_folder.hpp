// Folders of images.
#pragma once

#include <filesystem>
#include <vector>

#include "glccl/result.hpp"

namespace glccl::host {

/// The files directly in a folder whose endings are those of what read_image() reads, whatever their letters' case,
/// sorted by their paths. Error `file`: the folder cannot be read, or there is no image in it.
Result<std::vector<std::filesystem::path>> list_images(const std::filesystem::path& folder);

}  // namespace glccl::host
