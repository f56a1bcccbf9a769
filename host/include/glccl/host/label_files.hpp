// Labels as files.
#pragma once

#include <filesystem>

#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Writes labels as .npy (uint32, C order), .tif or .tiff (32-bit grey) or .png (16-bit grey), by the ending of the
/// file's path. The file is neither closed nor committed. Errors: `invalid_argument` (an unknown ending; labels above
/// 65535 in a .png: the message names the other formats; values that do not match the extent), `file`.
Status write_labels(OutputFile& file, const LabelImage& labels);

/// The same through a temporary file that is renamed, so that the path holds a whole file or its former content.
Status write_labels(const std::filesystem::path& path, const LabelImage& labels);

/// Whether write_labels() knows the ending. Error `invalid_argument`: the message lists the endings.
Status check_labels_path(const std::filesystem::path& path);

}  // namespace glccl::host
