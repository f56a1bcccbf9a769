#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"
#include "host/files/gzip.hpp"
#include "host/files/nifti/nifti_fields.hpp"

namespace glccl::host {
namespace {

/// A header in the byte order of the machine, with the four bytes behind it that announce no extensions.
using NiftiStart = std::array<std::uint8_t, nifti::first_voxel>;

template <class Value>
void put(NiftiStart& start, std::size_t at, Value value) {
  std::memcpy(&start[at], &value, sizeof value);
}

NiftiStart header_of(const Extent& extent, PixelFormat format) {
  NiftiStart start{};
  put<std::int32_t>(start, 0, static_cast<std::int32_t>(nifti::header_bytes));
  const int dim[] = {3, extent.width, extent.height, extent.depth, 1, 1, 1, 1};
  for (std::size_t i = 0; i < std::size(dim); ++i) {
    put(start, nifti::dim + 2 * i, static_cast<std::int16_t>(dim[i]));
    put(start, nifti::pixdim + 4 * i, 1.0F);
  }
  put(start, nifti::type, static_cast<std::int16_t>(nifti_type(format)));
  put(start, nifti::bits, static_cast<std::int16_t>(8 * traits_of(format).bytes));
  put(start, nifti::offset, float{nifti::first_voxel});
  put(start, nifti::slope, 1.0F);
  std::memcpy(&start[nifti::magic], "n+1", 4);
  return start;
}

Error refused(const OutputFile& file, const std::string& what) {
  return {ErrorCode::invalid_argument, "cannot write " + file.path().string() + ": " + what + "; use .npy or .tif"};
}

Result<void> check_sides(const OutputFile& file, const Extent& extent) {
  constexpr int longest_side = 32767;
  if (std::max({extent.width, extent.height, extent.depth}) <= longest_side) return {};
  return refused(
      file, "its extent is " + to_string(extent) + " and sides of NIfTI-1 have up to " + std::to_string(longest_side));
}

Result<void> write_all(OutputFile& file, const NiftiStart& start, FileBytes voxels) {
  if (!ending_of(file.path()).ends_with(".gz")) {
    Result<void> status = file.write(start.data(), start.size());
    return status ? file.write(voxels.data(), voxels.size()) : status;
  }
  Gzip gzip(file);
  Result<void> status = gzip.write(start);
  if (status) status = gzip.write(voxels);
  return status ? gzip.finish() : status;
}

}  // namespace

Result<void> write_nifti(OutputFile& file, const Image& image) {
  if (Result<void> status = check_sides(file, image.extent); !status) return status;
  return write_all(file, header_of(image.extent, image.format), image.bytes);
}

Result<void> write_nifti(OutputFile& file, const LabelImage& labels, const std::optional<NiftiGeometry>& geometry) {
  if (Result<void> status = check_sides(file, labels.extent); !status) return status;
  constexpr std::uint32_t largest_label = 0x7FFFFFFF;
  const std::uint32_t largest = *std::max_element(labels.values.begin(), labels.values.end());
  if (largest > largest_label) {
    return refused(file, "there are labels up to " + std::to_string(largest) + " and int32 holds up to " +
                             std::to_string(largest_label));
  }
  NiftiStart start = header_of(labels.extent, PixelFormat::i32);
  constexpr std::int16_t label_intent = 1002;  // NIFTI_INTENT_LABEL
  put(start, nifti::intent, label_intent);
  if (geometry) {
    put(start, nifti::pixdim, geometry->pixdim);
    put(start, nifti::units, geometry->units);
    put(start, nifti::qform_code, geometry->qform_code);
    put(start, nifti::sform_code, geometry->sform_code);
    put(start, nifti::rotation, geometry->rotation);
    put(start, nifti::matrix, geometry->matrix);
  }
  return write_all(
      file, start,
      {reinterpret_cast<const std::uint8_t*>(labels.values.data()), labels.values.size() * sizeof(std::uint32_t)});
}

}  // namespace glccl::host
