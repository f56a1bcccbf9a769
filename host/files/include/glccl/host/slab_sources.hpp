// Files and rules (glccl/host/generate_slabs.hpp) whose planes can be read one by one, and files of labels that are
// written so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/generate_slabs.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// The most elements of an image or volume in files that are read in parts: file offsets count their bytes.
inline constexpr std::int64_t max_slab_elements = std::int64_t{1} << 59;

/// A file without a header as a source of slabs. Planes are read as they are asked for, without a mapping. The file is
/// open as long as a copy of the source lives. Errors: those of read_raw(), but for the limit of max_pixels: up to
/// max_slab_elements. Errors of reading name the place in the file.
Result<SlabSource> open_raw_slabs(const std::filesystem::path& path, const RawLayout& layout);

/// The same of a .npy file: the arrays that read_image() reads, but for colours without alpha. Errors: those of
/// read_image(), and `file` (colours without alpha).
Result<SlabSource> open_npy_slabs(const std::filesystem::path& path);

/// The same of an array of a .npz file, stored or deflated, by its name; with an empty one of the only array. Each pass
/// unpacks the array once, in order; in Fortran order each slab does. Errors: those of open_npy_slabs(), and `file` (no
/// such array, several and no name).
Result<SlabSource> open_npz_slabs(const std::filesystem::path& path, const std::string& array = {});

/// The pages of a TIFF or BigTIFF file as a source of slabs, in strips or in tiles: what read_image() reads of TIFF
/// with these options, but for colours of more than 8 bits and colours other than RGB and RGBA. Pages that are alike
/// are the slices of a volume. Beside what it reads, the source holds a compressed strip, or the pixels of a row of
/// tiles: a slab that ends inside of it leaves the rest to the next one. Strips without compression may have any size.
/// Errors: those of read_image(), and `file`. Errors of reading name the strip or tile, counted from 0, and its place
/// in the file.
Result<SlabSource> open_tiff_slabs(const std::filesystem::path& path, const ReadOptions& options = {});

/// A dataset of an HDF5 file as a source of slabs, read by hyperslabs: of shape (H, W) or (D, H, W), with integers of
/// 8, 16 or 32 bits, floats of 32 bits, or truth values as h5py stores them, in chunks or without. Beside what it
/// reads, the source holds the chunks that a plane crosses. `dataset` is the path in the file: "/scan/volume". Errors:
/// `file` (also a build without HDF5, with why_no_hdf5()), `too_large` (more than max_slab_elements). Errors of reading
/// name the chunk and its place in the file.
Result<SlabSource> open_hdf5_slabs(const std::filesystem::path& path, const std::string& dataset);

/// A NIfTI file as a source of slabs: what read_image() reads, converted as it converts. Each pass inflates a file
/// that gzip has compressed once, in order. Beside what it reads, the source holds the voxels of a plane that it
/// converts. Of several frames the options pick one. Errors: those of read_image(), but for the limit of max_pixels: up
/// to max_slab_elements. Errors of reading name the place in the file.
Result<SlabSource> open_nifti_slabs(const std::filesystem::path& path, const ReadOptions& options = {});

/// Why open_hdf5_slabs() opens nothing: built without HDF5. Empty where it does.
std::string why_no_hdf5();

/// The version of HDF5's library, "1.10.8"; empty in a build without HDF5.
std::string describe_hdf5();

/// A file and a dataset in it.
struct DatasetName {
  std::filesystem::path file;  ///< "scan.h5".
  std::string dataset;         ///< "/volume".
};

/// "scan.h5:/volume" in its parts; none where a file has this name or where it has no ":/".
std::optional<DatasetName> parse_dataset_name(const std::string& name);

/// Any of these sources that has a header: a file, of which the content decides, a dataset by parse_dataset_name(), or
/// an array by parse_npz_name(). Errors: those of open_npy_slabs(), open_npz_slabs(), open_tiff_slabs(),
/// open_nifti_slabs() and open_hdf5_slabs(), `file` (another format, or one that does not have what the options ask
/// for).
Result<SlabSource> open_slabs(const std::string& name, const ReadOptions& options = {});

/// Whether labels can be written slab by slab to a file of this ending: .npy, .raw, .tif and .tiff. Error
/// `invalid_argument`.
Result<void> check_slab_labels_path(const std::filesystem::path& path);

/// Writes to an empty file what comes before the labels of an image or volume of `extent`. The labels follow in raster
/// order by OutputFile::write(), and make the file that write_labels() would write: of TIFF a BigTIFF of the same
/// labels without compression. With `wide_labels` these have 64 bits. Errors: those of check_slab_labels_path(),
/// `invalid_argument` (a TIFF of more than 1048576 slices), `file`.
Result<void> begin_slab_labels(OutputFile& file, const Extent& extent, bool wide_labels = false);

}  // namespace glccl::host
