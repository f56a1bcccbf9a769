// --mask and --intensity: images beside the labeled one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/properties.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace glccl::tools {

/// The files of the second images.
struct SecondPaths {
  std::optional<std::string> mask;
  std::optional<std::string> intensity;
};

/// The second images on the CPU.
struct SecondFiles {
  std::optional<host::Image> mask;
  std::optional<host::Image> intensity;
};

/// The options --mask and --intensity.
void add_second_image_options(CLI::App& app, SecondPaths& paths);

/// Whether --intensity and the properties that need it come together. Error `invalid_argument`.
Result<void> check_second_images(const SecondPaths& paths, const std::vector<Property>& properties);

/// Reads the files, of those with several channels or frames the ones that `read` picks of the labeled image. Values of
/// a mask other than 0 become 255. Errors: those of host::read_image(), and `invalid_argument` (another extent than
/// `extent`, which is that of the file `image`; a mask of colours or floats; intensities of several channels).
Result<SecondFiles> read_second_images(const SecondPaths& paths, const host::ReadOptions& read, const Extent& extent,
                                       const std::string& image);

}  // namespace glccl::tools
