#include "host/files/other_formats.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <system_error>

#include "glccl/host/slab_sources.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// The first bytes of a regular file; none of other files, which may not be read twice.
std::vector<std::uint8_t> beginning_of(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return {};
  std::array<char, 512> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return {bytes.begin(), bytes.begin() + file.gcount()};
}

bool has_at(FileBytes file, std::size_t place, const char* magic) {
  return file.size() > place && starts_with(file.subspan(place), magic);
}

/// "python3 -c "import numpy, zarr; numpy.save('scan.npy', zarr.open('scan.zarr')[:])"".
std::string python_line(const fs::path& path, const std::string& imports, const std::string& array) {
  return "python3 -c \"import numpy, " + imports + "; numpy.save('" + path.stem().string() + ".npy', " + array + ")\"";
}

std::string describe_zarr(const fs::path& path) {
  std::error_code ignored;
  const bool is_array = fs::exists(path / ".zarray", ignored);
  const bool is_group = fs::exists(path / ".zgroup", ignored);
  if (!is_array && !is_group && !fs::exists(path / "zarr.json", ignored)) return {};
  // A group of OME-Zarr has its largest array under the name 0.
  return "it is a Zarr " + std::string(is_group ? "group" : "array") + "; " +
         python_line(path, "zarr", "zarr.open('" + path.string() + "')" + (is_group ? "['0'][:]" : "[:]")) +
         " converts it";
}

std::string describe_hdf5(const fs::path& path) {
  constexpr std::size_t most = 4;
  if (const std::string reason = why_no_hdf5(); !reason.empty()) {
    return "it is an HDF5 file, and this program is " + reason;
  }
  const std::vector<std::string> datasets = list_datasets(path, most + 1);
  if (datasets.empty()) return "it is an HDF5 file without a dataset of an image or volume; name another file";
  std::string text = "it is an HDF5 file; name a dataset in it, as " + path.string() + ":" + datasets.front();
  for (std::size_t i = 1; i < datasets.size() && i < most; ++i) text += " or " + datasets[i];
  return text + (datasets.size() > most ? ", among others" : "");
}

/// A file of a known format by its beginning or its ending; empty: it is of none.
std::string describe_file(const fs::path& path, FileBytes begin) {
  const std::string ending = ending_of(path);
  const std::string name = path.string();
  const std::string as_nifti = "python3 -c \"import SimpleITK as s; s.WriteImage(s.ReadImage('" + name + "'), '" +
                               path.stem().string() + ".nii.gz')\" converts it";
  if (starts_with(begin, "\x89HDF\r\n\x1A\n")) return describe_hdf5(path);
  if (has_at(begin, 128, "DICM") || ending == ".dcm") {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
    return "it is a DICOM file; dcm2niix -z y -o . " + folder.string() +
           " converts the series in its folder to .nii.gz";
  }
  if (starts_with(begin, "NRRD0")) return "it is a NRRD file; " + as_nifti;
  if (starts_with(begin, "ObjectType =") || ending == ".mha" || ending == ".mhd") {
    return "it is a MetaImage file; " + as_nifti;
  }
  if (has_at(begin, 208, "MAP") || ending == ".mrc") {
    return "it is an MRC file; " + python_line(path, "mrcfile", "mrcfile.read('" + name + "')") + " converts it";
  }
  return {};
}

std::string describe_folder(const fs::path& path) {
  if (std::string zarr = describe_zarr(path); !zarr.empty()) return zarr;
  std::error_code ignored;
  const fs::directory_iterator first(path, ignored);
  if (ignored || first == fs::directory_iterator() || !has_at(beginning_of(first->path()), 128, "DICM")) return {};
  return "it is a folder of DICOM files; dcm2niix -z y -o . " + path.string() + " converts the series in it to .nii.gz";
}

}  // namespace

std::optional<Error> other_format(const fs::path& path) {
  std::error_code ignored;
  const std::vector<std::uint8_t> begin = beginning_of(path);
  if (is_image(begin)) return std::nullopt;
  const std::string reason = fs::is_directory(path, ignored) ? describe_folder(path)
                             : begin.empty()                 ? std::string()
                                                             : describe_file(path, begin);
  if (reason.empty()) return std::nullopt;
  return Error{ErrorCode::file, "cannot read " + path.string() + ": " + reason};
}

}  // namespace glccl::host
