// Headers and voxels of NIfTI, for the reader of whole files and for that of slabs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glccl/host/image_files.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "host/files/decode.hpp"
#include "host/files/nifti/nifti_fields.hpp"
#include "host/files/scalars.hpp"

namespace glccl::host {

/// What the header says.
struct NiftiHeader {
  Extent extent;             ///< Of a frame.
  std::uint64_t frames = 1;  ///< Points in time, the places on axis 4: their voxels follow each other.
  const ScalarType* type = nullptr;
  bool swapped = false;
  std::uint64_t offset = 0;  ///< Where the voxels of the first frame begin.
  double slope = 0.0;        ///< Of values: slope * voxel + intercept. 0: values are the voxels.
  double intercept = 0.0;

  /// Bytes of a frame.
  std::uint64_t voxel_bytes() const { return static_cast<std::uint64_t>(extent.elements()) * type->bytes; }
  /// Where the voxels of the last frame end.
  std::uint64_t end() const { return offset + frames * voxel_bytes(); }
};

/// The bytes of the header by its first four: 348 in NIfTI-1, 540 in NIfTI-2; else 0.
std::size_t nifti_header_bytes(FileBytes begin);

/// Reads a header, of which `bytes` has nifti_header_bytes(). Errors `file`, `too_large` (a frame of more than `most`
/// voxels).
Result<NiftiHeader> read_nifti_header(FileBytes bytes, std::uint64_t most = max_pixels);

/// Where the voxels of the frame begin that the options pick, or of the only one. Error `file`: several frames and none
/// is picked, a pick that the file does not have, or an option for other formats.
Result<std::uint64_t> pick_frame(const NiftiHeader& header, const ReadOptions& options);

/// The format of the images that decode_nifti() makes of such voxels.
PixelFormat format_of(const NiftiHeader& header);

/// Writes the elements of format_of() that voxels stand for, which are in the byte order of the machine. `first` is the
/// place of the first one in the file. Error `file`: a value that the format does not hold.
Result<void> convert_voxels(const NiftiHeader& header, FileBytes voxels, std::uint64_t first, std::uint8_t* elements);

}  // namespace glccl::host
