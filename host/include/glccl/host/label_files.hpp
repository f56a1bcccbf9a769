// Labels as files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Writes labels as .npy (uint32, C order), .tif or .tiff (32-bit grey, a page for each slice), .nii or .nii.gz
/// (NIfTI-1, int32), .raw (uint32 in the byte order of the machine, without a header) or .png (16-bit grey, one slice),
/// by the ending of the file's path. The file is neither closed nor committed. Errors: `invalid_argument` (an unknown
/// ending; values that do not match the extent; a volume, or labels above 65535, in a .png; labels above 2^31 - 1, or a
/// side above 32767, in NIfTI: the message names the other formats), `file`.
Status write_labels(OutputFile& file, const LabelImage& labels);

/// The same through a temporary file that is renamed, so that the path holds a whole file or its former content.
Status write_labels(const std::filesystem::path& path, const LabelImage& labels);

/// Whether write_labels() knows the ending, and such a file holds labels of this extent. Error `invalid_argument`: the
/// message lists the endings.
Status check_labels_path(const std::filesystem::path& path, const Extent& extent = {1, 1});

/// Labels that another program has made, of any numbering.
struct LabelFile {
  Extent extent;                     ///< Width, height and depth in elements.
  std::vector<std::int64_t> values;  ///< One per element, in raster order.
  friend bool operator==(const LabelFile&, const LabelFile&) = default;
};

/// Reads labels as they are stored, row 0 first: NumPy .npy of shape (H, W), (D, H, W) or (D, H, W, 1) with integers of
/// 8 to 64 bits, signed or not, with bool or with floats that are whole numbers, in C or Fortran order; TIFF with one
/// channel of such integers or floats, each page a slice; NIfTI-1, scaled where its header says so; and every other
/// file that read_image() reads, with one channel of 8 or 16 bits.
///
/// Errors: those of read_image(), and `file` (colours, other types and shapes, values that are no whole numbers or
/// above 2^63 - 1: the message says where).
Result<LabelFile> read_labels(const std::filesystem::path& path);

/// Reads labels from a file without a header: u8, u16, u32, i8, i16, i32, or f32 with whole numbers. Errors: those of
/// read_raw() and read_labels().
Result<LabelFile> read_raw_labels(const std::filesystem::path& path, const RawLayout& layout);

}  // namespace glccl::host
