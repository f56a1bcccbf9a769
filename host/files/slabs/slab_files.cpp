#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "glccl/host/slab_sources.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"
#include "host/files/slabs/part_file.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// The planes of an array that begins at byte `data`.
SlabSource source_of(std::shared_ptr<PartFile> file, const Extent& extent, PixelFormat format, std::uint64_t data,
                     bool swapped) {
  const std::uint64_t plane = static_cast<std::uint64_t>(slab_of(extent, 1).elements()) * bytes_per_pixel(format);
  return {extent, format, [=, file = std::move(file)](int first, int planes, void* elements) -> Status {
            const std::span to(static_cast<std::uint8_t*>(elements), static_cast<std::size_t>(planes) * plane);
            const Status status = file->read(data + static_cast<std::uint64_t>(first) * plane, to);
            if (status && swapped) swap_bytes(to, bytes_per_pixel(format));
            return status;
          }};
}

}  // namespace

Result<SlabSource> open_raw_slabs(const fs::path& path, const RawLayout& layout) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  if (Status status = check_raw((*file)->size(), layout, max_slab_elements); !status) {
    return cannot_read(path, status.error());
  }
  return source_of(*std::move(file), layout.extent, layout.format, 0, false);
}

Result<SlabSource> open_npy_slabs(const fs::path& path) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  const std::uint64_t size = (*file)->size();
  constexpr std::uint64_t longest_header = 1 << 20;
  std::vector<std::uint8_t> begin(std::min(size, longest_header));
  if (Status status = (*file)->read(0, begin); !status) return status.error();
  if (!is_npy(begin)) {
    return cannot_read(path, {ErrorCode::file, "it is no .npy file; name one"});
  }
  const Result<NpyHeader> header = parse_npy_header(begin);
  if (!header) return cannot_read(path, header.error());
  const Result<NpyImage> array = npy_image(*header, max_slab_elements);
  if (!array) return cannot_read(path, array.error());
  if (array->channels == 3) {
    return cannot_read(path,
                       {ErrorCode::file, "its colours have no alpha; slabs of colours are read with four channels"});
  }
  const std::uint64_t needed = static_cast<std::uint64_t>(array->extent.elements()) * array->stored_bytes();
  if (size - header->data < needed) {
    return cannot_read(path, truncated("it holds " + std::to_string(size - header->data) + " bytes of the array's " +
                                       std::to_string(needed)));
  }
  const bool swapped = array->format == PixelFormat::u16 && header->is_swapped();
  return source_of(*std::move(file), array->extent, array->format, header->data, swapped);
}

std::optional<DatasetName> parse_dataset_name(const std::string& name) {
  const std::size_t colon = name.find(":/");
  std::error_code ignored;
  if (colon == std::string::npos || colon == 0 || fs::exists(name, ignored)) return std::nullopt;
  return DatasetName{name.substr(0, colon), name.substr(colon + 1)};
}

Result<SlabSource> open_slabs(const std::string& name) {
  if (const std::optional<DatasetName> named = parse_dataset_name(name)) {
    return open_hdf5_slabs(named->file, named->dataset);
  }
  const fs::path path = name;
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  std::vector<std::uint8_t> begin(std::min<std::uint64_t>((*file)->size(), 16));
  if (Status status = (*file)->read(0, begin); !status) return status.error();
  if (is_tiff(begin)) return open_tiff_slabs(path);
  if (is_npy(begin)) return open_npy_slabs(path);
  if (is_nifti(begin)) return open_nifti_slabs(path);
  const std::string reason = starts_with(begin, "\x89HDF")
                                 ? "it is an HDF5 file; name a dataset in it, as " + name + ":/volume"
                                 : "it is neither .npy nor TIFF nor HDF5 nor NIfTI; slabs are read from these, and "
                                   "from files without a header "
                                   "by their shape and type";
  return cannot_read(path, {ErrorCode::file, reason});
}

Status check_slab_labels_path(const fs::path& path) {
  return check_ending(path, {".npy", ".raw", ".tif", ".tiff"}, "labels slab by slab");
}

Status begin_slab_labels(OutputFile& file, const Extent& extent, bool wide_labels) {
  if (Status status = check_slab_labels_path(file.path()); !status) return status;
  const std::string ending = ending_of(file.path());
  const int bytes = wide_labels ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  if (ending == ".npy") return write_npy_header(file, extent, 1, bytes);
  return ending == ".raw" ? Status() : write_big_tiff_header(file, extent, bytes);
}

}  // namespace glccl::host
