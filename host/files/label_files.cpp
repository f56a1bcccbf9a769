#include "glccl/host/label_files.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

/// Writes labels as 16-bit grey, the widest samples of PNG.
Result<void> write_labels_png(OutputFile& file, const LabelImage& labels) {
  const std::uint32_t largest = *std::max_element(labels.values.begin(), labels.values.end());
  if (largest > 65535) {
    return Error{ErrorCode::invalid_argument, "cannot write " + file.path().string() + ": there are labels up to " +
                                                  std::to_string(largest) +
                                                  " and PNG holds up to 65535; use .npy or .tif"};
  }
  Image image{labels.extent, PixelFormat::u16, std::vector<std::uint8_t>(2 * labels.values.size())};
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    const auto value = static_cast<std::uint16_t>(labels.values[i]);
    std::memcpy(&image.bytes[2 * i], &value, sizeof value);
  }
  return write_png(file, image);
}

}  // namespace

Result<void> check_labels_path(const std::filesystem::path& path, const Extent& extent) {
  Result<void> status = check_ending(path, {".npy", ".tif", ".tiff", ".nii", ".nii.gz", ".raw", ".png"}, "labels");
  return status ? check_slices(path, extent) : status;
}

Result<void> write_labels(OutputFile& file, const LabelImage& labels, const std::optional<NiftiGeometry>& geometry) {
  if (Result<void> status = check_labels_path(file.path(), labels.extent); !status) return status;
  if (labels.values.empty() || labels.values.size() != static_cast<std::size_t>(labels.extent.elements())) {
    return Error{ErrorCode::invalid_argument, "cannot write " + file.path().string() + ": there are " +
                                                  std::to_string(labels.values.size()) + " labels for " +
                                                  to_string(labels.extent) + " pixels"};
  }
  const std::string ending = ending_of(file.path());
  if (ending == ".png") return write_labels_png(file, labels);
  if (ending == ".npy") return write_npy(file, labels.extent, 1, 4, labels.values.data());
  if (ending == ".raw") return file.write(labels.values.data(), labels.values.size() * sizeof(std::uint32_t));
  if (ending.starts_with(".nii")) return write_nifti(file, labels, geometry);
  return write_tiff(file, labels.extent, 1, 32, labels.values.data());
}

Result<void> write_labels(const std::filesystem::path& path, const LabelImage& labels) {
  return write_and_commit(path, check_labels_path(path, labels.extent),
                          [&](OutputFile& file) { return write_labels(file, labels); });
}

}  // namespace glccl::host
