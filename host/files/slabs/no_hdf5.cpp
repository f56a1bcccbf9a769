// What a build without libhdf5 has of HDF5.
#include "glccl/host/slab_sources.hpp"
#include "host/files/decode.hpp"
#include "host/files/other_formats.hpp"

namespace glccl::host {

Result<SlabSource> open_hdf5_slabs(const std::filesystem::path& path, const std::string& dataset) {
  return cannot_read(path, {ErrorCode::file, "its dataset " + dataset + " is not read: " + why_no_hdf5()});
}

std::vector<std::string> list_datasets(const std::filesystem::path&, std::size_t) { return {}; }

std::string why_no_hdf5() { return "built without HDF5; install libhdf5-dev and configure with GLCCL_HDF5=ON"; }

std::string describe_hdf5() { return {}; }

}  // namespace glccl::host
