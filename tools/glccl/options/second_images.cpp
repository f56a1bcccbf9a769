#include "tools/glccl/options/second_images.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "glccl/host/image_files.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"

namespace glccl::tools {
namespace {

Result<std::optional<host::Image>> read_second(const char* option, const std::optional<std::string>& path,
                                               const host::ReadOptions& options, const Extent& extent,
                                               const std::string& image) {
  if (!path) return std::optional<host::Image>();
  Result<host::Image> read = host::read_image(*path, options);
  if (!read) return read.error();
  if (read->extent == extent) return std::optional<host::Image>(*std::move(read));
  return Error{ErrorCode::invalid_argument, std::string(option) + " " + *path + " is " + to_string(read->extent) +
                                                " and " + image + " is " + to_string(extent) +
                                                ": both have to be of one size"};
}

/// The mask as bytes.
Result<host::Image> to_mask(const host::Image& read, const std::string& path) {
  const FormatTraits& format = traits_of(read.format);
  if (format.channels != 1 || format.has_floats()) {
    return Error{ErrorCode::invalid_argument, "--mask " + path + " is " + std::string(format.name) +
                                                  ": pass an image of one channel of integers, 0 outside of the mask"};
  }
  const auto bytes = static_cast<std::size_t>(format.bytes);
  host::Image mask{read.extent, PixelFormat::u8, std::vector<std::uint8_t>(read.bytes.size() / bytes)};
  for (std::size_t i = 0; i < mask.bytes.size(); ++i) {
    const auto* first = read.bytes.data() + i * bytes;
    const bool inside = std::any_of(first, first + bytes, [](std::uint8_t byte) { return byte != 0; });
    mask.bytes[i] = inside ? 255 : 0;
  }
  return mask;
}

}  // namespace

Result<void> check_second_images(const SecondPaths& paths, const std::vector<Property>& properties) {
  const auto needed = std::find_if(properties.begin(), properties.end(),
                                   [](const Property& one) { return (one.columns & table_column_intensity) != 0; });
  if (needed != properties.end() && !paths.intensity) {
    return Error{ErrorCode::invalid_argument,
                 "the property " + std::string(needed->name) + " is of a second image: pass it as --intensity IMAGE"};
  }
  if (needed == properties.end() && paths.intensity) {
    return Error{ErrorCode::invalid_argument,
                 "--intensity " + *paths.intensity + " is not asked for: pass --properties intensity_mean or others"};
  }
  return {};
}

Result<SecondFiles> read_second_images(const SecondPaths& paths, const host::ReadOptions& read, const Extent& extent,
                                       const std::string& image) {
  const host::ReadOptions options = read.of_second();
  SecondFiles files;
  const Result<std::optional<host::Image>> mask = read_second("--mask", paths.mask, options, extent, image);
  if (!mask) return mask.error();
  if (*mask) {
    Result<host::Image> bytes = to_mask(**mask, *paths.mask);
    if (!bytes) return bytes.error();
    files.mask = *std::move(bytes);
  }
  Result<std::optional<host::Image>> intensity = read_second("--intensity", paths.intensity, options, extent, image);
  if (!intensity) return intensity.error();
  files.intensity = *std::move(intensity);
  if (!files.intensity) return files;
  const ImageView view = files.intensity->view();
  if (const Result<void> status = check_intensity({.columns = table_column_intensity}, &view, extent); !status) {
    return Error{status.error().code, "--intensity " + *paths.intensity + ": " + status.error().message};
  }
  return files;
}

}  // namespace glccl::tools
