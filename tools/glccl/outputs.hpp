// The files that a labeling is written to: either all of them or none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// Paths of the outputs; an output without a path is not written.
struct OutputPaths {
  std::optional<std::string> labels = {};
  std::optional<std::string> components = {};
  std::optional<std::string> overlay = {};
};

/// Checks the endings of the paths, and that none is the input or named twice. Error `invalid_argument`.
Status check_outputs(const OutputPaths& paths, const std::string& input);

/// Checks before the work that files of these endings hold the labels of such an image or volume. Error
/// `invalid_argument`: a volume in a .png.
Status check_extent(const OutputPaths& paths, const Extent& extent);

/// Checks before the work that each output can be written. Leaves no file behind. Error `file`.
Status try_outputs(const OutputPaths& paths);

/// Writes under temporary names, then renames: either every path holds its new content, or each holds its former one.
/// Errors: `invalid_argument` (too many labels for a .png), `file`.
Status write_outputs(const OutputPaths& paths, const host::Image& source, const LabelImage& labels,
                     const std::vector<Component>& components);

/// Checks that a file can be written there. Leaves no file behind. Error `file`.
Status try_output(const std::optional<std::string>& path);

/// Writes a text under a temporary name, then renames. Does nothing without a path. Error `file`.
Status write_text(const std::optional<std::string>& path, const std::string& text);

}  // namespace glccl::tools
