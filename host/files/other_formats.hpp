// Formats that are not read, and what converts them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "glccl/result.hpp"

namespace glccl::host {

/// Why a file or folder of a known format is not read, with the line that converts it: DICOM, Zarr, MRC, NRRD,
/// MetaImage, and an HDF5 file without the name of a dataset. None where it is of a format that is read, or of an
/// unknown one. Looks at the beginning alone.
std::optional<Error> other_format(const std::filesystem::path& path);

/// The paths of the first datasets in an HDF5 file that open_hdf5_slabs() could open, at most `most`. Empty also where
/// it cannot be opened, and in a build without HDF5.
std::vector<std::string> list_datasets(const std::filesystem::path& path, std::size_t most);

}  // namespace glccl::host
