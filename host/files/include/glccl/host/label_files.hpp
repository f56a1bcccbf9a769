// Labels as files.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Where the voxels of a NIfTI file lie in space: fields of its header (R. W. Cox et al., NIfTI-1, 2004).
struct NiftiGeometry {
  std::array<float, 4> pixdim = {};    ///< qfac, then the lengths of a voxel along x, y and z.
  std::uint8_t units = 0;              ///< xyzt_units: the units of these lengths.
  std::int16_t qform_code = 0;         ///< The space of the rotation; 0: there is none.
  std::int16_t sform_code = 0;         ///< The space of the matrix; 0: there is none.
  std::array<float, 6> rotation = {};  ///< quatern_b, _c, _d and qoffset_x, _y, _z.
  std::array<float, 12> matrix = {};   ///< srow_x, srow_y, srow_z.
};

/// The geometry of a NIfTI file that read_image() reads; none of files of other formats.
std::optional<NiftiGeometry> read_geometry(const std::filesystem::path& path);

/// Writes labels as .npy (uint32, C order), .tif or .tiff (32-bit grey, a page for each slice), .nii or .nii.gz
/// (NIfTI-1, int32, with the geometry if there is one), .raw (uint32 in the byte order of the machine, without a
/// header) or .png (16-bit grey, one slice), by the ending of the file's path. The file is neither closed nor
/// committed. Errors: `invalid_argument` (an unknown ending; values that do not match the extent; a volume, or labels
/// above 65535, in a .png; labels above 2^31 - 1, or a side above 32767, in NIfTI: the message names the other
/// formats), `file`.
Result<void> write_labels(OutputFile& file, const LabelImage& labels,
                          const std::optional<NiftiGeometry>& geometry = std::nullopt);

/// The same through a temporary file that is renamed, so that the path holds a whole file or its former content.
Result<void> write_labels(const std::filesystem::path& path, const LabelImage& labels);

/// Whether write_labels() knows the ending, and such a file holds labels of this extent. Error `invalid_argument`: the
/// message lists the endings.
Result<void> check_labels_path(const std::filesystem::path& path, const Extent& extent = {1, 1});

/// Labels that another program has made, of any numbering.
struct LabelFile {
  Extent extent;                     ///< Width, height and depth in elements.
  std::vector<std::int64_t> values;  ///< One per element, in raster order.
  friend bool operator==(const LabelFile&, const LabelFile&) = default;
};

/// Reads labels as they are stored, row 0 first: NumPy .npy of shape (H, W), (D, H, W), or four axes of which one
/// has length 1, with integers of 8 to 64 bits, signed or not, with bool or with floats that are whole numbers, in C or
/// Fortran order; such an array of a .npz file, the only one or that of parse_npz_name(); TIFF with one channel of such
/// integers or floats, each page a slice; NIfTI, scaled where its header says so; and every other file that
/// read_image() reads, with one channel of 8 or 16 bits.
///
/// Errors: those of read_image(), and `file` (colours, other types and shapes, values that are no whole numbers or
/// above 2^63 - 1: the message says where).
Result<LabelFile> read_labels(const std::filesystem::path& path, const ReadOptions& options = {});

/// Reads labels from a file without a header: u8, u16, u32, i8, i16, i32, or f32 with whole numbers. Errors: those of
/// read_raw() and read_labels().
Result<LabelFile> read_raw_labels(const std::filesystem::path& path, const RawLayout& layout);

}  // namespace glccl::host
