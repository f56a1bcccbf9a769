#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "glccl/host/slab_sources.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"
#include "host/files/numpy/npz.hpp"
#include "host/files/other_formats.hpp"
#include "host/files/slabs/part_file.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// The bytes of a .npy file or of one without a header. Errors of reading have the name of the file.
struct ArrayFile {
  std::uint64_t size = 0;
  std::function<Result<void>(std::uint64_t offset, std::span<std::uint8_t> to)> read;
  std::function<Result<void>()> finish =
      {};  ///< Called when the last plane has been read. Null: there is nothing to check.
  fs::path path;
};

/// An array in a file that begins at byte `data`.
struct StoredArray {
  Extent extent;
  const ScalarType* type = nullptr;  ///< Of numbers that are converted to the elements' format; null: they are stored.
  PixelFormat format = PixelFormat::u8;
  std::size_t element = 1;  ///< Bytes of an element in the file.
  std::size_t number = 1;   ///< Bytes of each of its numbers.
  std::uint64_t data = 0;
  bool swapped = false;        ///< Numbers are in the other byte order than this machine's.
  bool fortran_order = false;  ///< Elements of a column through all planes lie side by side.

  std::size_t plane() const { return static_cast<std::size_t>(slab_of(extent, 1).elements()); }
};

/// Reads planes of an array in Fortran order: columns by blocks that lie side by side, of which it keeps its part.
Result<void> read_columns(const ArrayFile& file, const StoredArray& array, int first, int planes,
                          std::span<std::uint8_t> elements) {
  const std::uint64_t column = static_cast<std::uint64_t>(planes_of(array.extent)) * array.element;
  const std::size_t part = static_cast<std::size_t>(planes) * array.element;
  const auto rows = array.extent.is_volume() ? static_cast<std::size_t>(array.extent.height) : 1;
  const std::size_t columns = array.plane();
  const auto width = static_cast<std::size_t>(array.extent.width);
  const std::size_t at_once = std::max<std::size_t>((std::size_t{4} << 20) / column, 1);
  std::vector<std::uint8_t> block;
  for (std::size_t begin = 0; begin < columns; begin += at_once) {
    const std::size_t count = std::min(at_once, columns - begin);
    block.resize((count - 1) * column + part);
    const std::uint64_t place = begin * column + static_cast<std::uint64_t>(first) * array.element;
    if (Result<void> status = file.read(array.data + place, block); !status) return status;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t in_plane = (begin + i) % rows * width + (begin + i) / rows;
      for (std::size_t z = 0; z < static_cast<std::size_t>(planes); ++z) {
        std::copy_n(&block[i * column + z * array.element], array.element,
                    &elements[(z * columns + in_plane) * array.element]);
      }
    }
  }
  return {};
}

/// Reads planes as they are stored.
Result<void> read_stored(const ArrayFile& file, const StoredArray& array, int first, int planes,
                         std::span<std::uint8_t> elements) {
  const std::uint64_t place = static_cast<std::uint64_t>(first) * array.plane() * array.element;
  const Result<void> status = array.fortran_order ? read_columns(file, array, first, planes, elements)
                                                  : file.read(array.data + place, elements);
  if (status && array.swapped) swap_bytes(elements, array.number);
  return status;
}

/// Reads planes as elements of the array's format.
Result<void> read_elements(const ArrayFile& file, const StoredArray& array, int first, int planes, std::uint8_t* to) {
  const std::size_t bytes = static_cast<std::size_t>(planes) * array.plane() * array.element;
  if (array.type == nullptr) return read_stored(file, array, first, planes, {to, bytes});
  // Numbers that are converted take the memory of one plane, where planes are stored one by one.
  const int at_once = array.fortran_order ? planes : 1;
  std::vector<std::uint8_t> stored(static_cast<std::size_t>(at_once) * array.plane() * array.element);
  for (int z = 0; z < planes; z += at_once) {
    if (Result<void> status = read_stored(file, array, first + z, at_once, stored); !status) return status;
    const std::size_t place = static_cast<std::size_t>(z) * array.plane();
    const Result<void> status =
        convert_scalars(*array.type, stored, static_cast<std::uint64_t>(first) * array.plane() + place,
                        to + place * bytes_per_pixel(array.format));
    if (!status) return cannot_read(file.path, status.error());
  }
  return {};
}

SlabSource source_of(ArrayFile file, const StoredArray& array) {
  return {array.extent, array.format,
          [=, file = std::move(file)](int first, int planes, void* elements) -> Result<void> {
            const Result<void> status = read_elements(file, array, first, planes, static_cast<std::uint8_t*>(elements));
            if (!status || !file.finish || first + planes < planes_of(array.extent)) return status;
            return file.finish();
          }};
}

/// A file that is read in parts.
Result<ArrayFile> open_parts(const fs::path& path) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  const std::uint64_t size = (*file)->size();
  const auto read = [file = *std::move(file)](std::uint64_t offset, std::span<std::uint8_t> to) {
    return file->read(offset, to);
  };
  return ArrayFile{.size = size, .read = read, .path = path};
}

/// An array of a .npz file, which is unpacked in order, once in each pass.
Result<ArrayFile> open_packed(const fs::path& path, const std::string& name) {
  const Result<std::shared_ptr<NpzArray>> array = NpzArray::open(path, name);
  if (!array) return cannot_read(path, array.error());
  const auto with_path = [path](const Result<void>& status) {
    return status ? status : cannot_read(path, status.error());
  };
  return ArrayFile{
      .size = (*array)->size(),
      .read = [=, array = *array](std::uint64_t offset,
                                  std::span<std::uint8_t> to) { return with_path(array->read(offset, to)); },
      .finish = [=, array = *array] { return with_path(array->finish()); },
      .path = path};
}

/// The array of a .npy file as a source of slabs.
Result<SlabSource> open_array(ArrayFile file) {
  constexpr std::uint64_t longest_header = 1 << 20;
  std::vector<std::uint8_t> begin(std::min(file.size, longest_header));
  if (Result<void> status = file.read(0, begin); !status) return status.error();
  if (!is_npy(begin)) {
    return cannot_read(file.path, {ErrorCode::file, "it is no .npy file; name one"});
  }
  const Result<NpyHeader> header = parse_npy_header(begin);
  if (!header) return cannot_read(file.path, header.error());
  const Result<NpyImage> array = npy_image(*header, max_slab_elements);
  if (!array) return cannot_read(file.path, array.error());
  if (array->channels == 3) {
    return cannot_read(file.path,
                       {ErrorCode::file, "its colours have no alpha; slabs of colours are read with four channels"});
  }
  const std::uint64_t needed = static_cast<std::uint64_t>(array->extent.elements()) * array->stored_bytes();
  if (file.size - header->data < needed) {
    return cannot_read(file.path, truncated("it holds " + std::to_string(file.size - header->data) +
                                            " bytes of the array's " + std::to_string(needed)));
  }
  return source_of(std::move(file), {.extent = array->extent,
                                     .type = array->type->format ? nullptr : array->type,
                                     .format = array->format,
                                     .element = array->stored_bytes(),
                                     .number = array->type->bytes,
                                     .data = header->data,
                                     .swapped = header->is_swapped(),
                                     .fortran_order = header->fortran_order});
}

}  // namespace

Result<SlabSource> open_raw_slabs(const fs::path& path, const RawLayout& layout) {
  Result<ArrayFile> file = open_parts(path);
  if (!file) return file.error();
  if (Result<void> status = check_raw(file->size, layout, max_slab_elements); !status) {
    return cannot_read(path, status.error());
  }
  return source_of(*std::move(file),
                   {.extent = layout.extent, .format = layout.format, .element = bytes_per_pixel(layout.format)});
}

Result<SlabSource> open_npy_slabs(const fs::path& path) {
  Result<ArrayFile> file = open_parts(path);
  return file ? open_array(*std::move(file)) : file.error();
}

Result<SlabSource> open_npz_slabs(const fs::path& path, const std::string& array) {
  Result<ArrayFile> file = open_packed(path, array);
  return file ? open_array(*std::move(file)) : file.error();
}

std::optional<DatasetName> parse_dataset_name(const std::string& name) {
  const std::size_t colon = name.find(":/");
  std::error_code ignored;
  if (colon == std::string::npos || colon == 0 || fs::exists(name, ignored)) return std::nullopt;
  return DatasetName{name.substr(0, colon), name.substr(colon + 1)};
}

Result<SlabSource> open_slabs(const std::string& name, const ReadOptions& options) {
  if (const std::optional<DatasetName> named = parse_dataset_name(name)) {
    if (Result<void> status = check_options(options, false); !status) return cannot_read(name, status.error());
    return open_hdf5_slabs(named->file, named->dataset);
  }
  const std::optional<NpzName> array = parse_npz_name(name);
  const fs::path path = array ? array->file : fs::path(name);
  if (const std::optional<Error> other = other_format(path)) return *other;
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  std::vector<std::uint8_t> begin(std::min<std::uint64_t>((*file)->size(), 16));
  if (Result<void> status = (*file)->read(0, begin); !status) return status.error();
  if (is_tiff(begin)) return open_tiff_slabs(path, options);
  if (is_nifti(begin)) return open_nifti_slabs(path, options);
  if (Result<void> status = check_options(options, false); !status) return cannot_read(path, status.error());
  if (is_npy(begin)) return open_npy_slabs(path);
  if (is_npz(begin)) return open_npz_slabs(path, array ? array->array : options.array);
  return cannot_read(
      path, {ErrorCode::file,
             "it is neither .npy nor TIFF nor HDF5 nor NIfTI nor .npz; slabs are read from these, and from files "
             "without a header by their shape and type"});
}

Result<void> check_slab_labels_path(const fs::path& path) {
  return check_ending(path, {".npy", ".raw", ".tif", ".tiff"}, "labels slab by slab");
}

Result<void> begin_slab_labels(OutputFile& file, const Extent& extent, bool wide_labels) {
  if (Result<void> status = check_slab_labels_path(file.path()); !status) return status;
  const std::string ending = ending_of(file.path());
  const int bytes = wide_labels ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  if (ending == ".npy") return write_npy_header(file, extent, 1, bytes);
  return ending == ".raw" ? Result<void>() : write_big_tiff_header(file, extent, bytes);
}

}  // namespace glccl::host
