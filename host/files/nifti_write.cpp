#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"
#include "host/files/gzip.hpp"
#include "host/files/nifti_fields.hpp"

namespace glccl::host {
namespace {

/// A header in the byte order of the machine, with the four bytes behind it that announce no extensions.
using NiftiStart = std::array<std::uint8_t, nifti::first_voxel>;

template <class Value>
void put(NiftiStart& start, std::size_t at, Value value) {
  std::memcpy(&start[at], &value, sizeof value);
}

NiftiStart header_of(const Extent& extent) {
  constexpr std::int16_t int32 = 8;
  constexpr std::int16_t labels = 1002;  // NIFTI_INTENT_LABEL
  NiftiStart start{};
  put<std::int32_t>(start, 0, static_cast<std::int32_t>(nifti::header_bytes));
  const int dim[] = {3, extent.width, extent.height, extent.depth, 1, 1, 1, 1};
  for (std::size_t i = 0; i < std::size(dim); ++i) {
    put(start, nifti::dim + 2 * i, static_cast<std::int16_t>(dim[i]));
    put(start, nifti::pixdim + 4 * i, 1.0F);
  }
  put(start, nifti::intent, labels);
  put(start, nifti::type, int32);
  put<std::int16_t>(start, nifti::bits, 32);
  put(start, nifti::offset, float{nifti::first_voxel});
  put(start, nifti::slope, 1.0F);
  std::memcpy(&start[nifti::magic], "n+1", 4);
  return start;
}

}  // namespace

Status write_nifti(OutputFile& file, const LabelImage& labels) {
  const auto refused = [&](const std::string& what) {
    return Error{ErrorCode::invalid_argument,
                 "cannot write " + file.path().string() + ": " + what + "; use .npy or .tif"};
  };
  constexpr int longest_side = 32767;
  const Extent& extent = labels.extent;
  if (std::max({extent.width, extent.height, extent.depth}) > longest_side) {
    return refused("its extent is " + to_string(extent) + " and sides of NIfTI-1 have up to " +
                   std::to_string(longest_side));
  }
  constexpr std::uint32_t largest_label = 0x7FFFFFFF;
  const std::uint32_t largest = *std::max_element(labels.values.begin(), labels.values.end());
  if (largest > largest_label) {
    return refused("there are labels up to " + std::to_string(largest) + " and int32 holds up to " +
                   std::to_string(largest_label));
  }
  const NiftiStart start = header_of(extent);
  const FileBytes voxels(reinterpret_cast<const std::uint8_t*>(labels.values.data()),
                         labels.values.size() * sizeof(std::uint32_t));
  if (!ending_of(file.path()).ends_with(".gz")) {
    Status status = file.write(start.data(), start.size());
    return status ? file.write(voxels.data(), voxels.size()) : status;
  }
  Gzip gzip(file);
  Status status = gzip.write(start);
  if (status) status = gzip.write(voxels);
  return status ? gzip.finish() : status;
}

}  // namespace glccl::host
