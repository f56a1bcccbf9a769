#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "host/files/decode.hpp"
#include "host/files/image_axes.hpp"
#include "host/files/other_formats.hpp"
#include "host/files/scalars.hpp"
#include "host/files/slabs/hdf5_handle.hpp"
#include "host/files/slabs/part_file.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// The type of elements of this type; null where no format holds them. Truth values of h5py are an enumeration, and
/// libhdf5 makes single floats of halves.
const ScalarType* scalar_of(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  const std::size_t bytes = H5Tget_size(type);
  if (kind == H5T_ENUM) return bytes == 1 ? find_scalar("u1") : nullptr;
  if (kind == H5T_FLOAT) return find_scalar(bytes <= 4 ? "f4" : bytes == 8 ? "f8" : "");
  if (kind != H5T_INTEGER) return nullptr;
  return find_scalar((H5Tget_sign(type) == H5T_SGN_2 ? "i" : "u") + std::to_string(bytes));
}

/// "(10, 20, 30)".
std::string describe(const std::vector<hsize_t>& places) {
  std::string text;
  for (const hsize_t place : places) text += (text.empty() ? "(" : ", ") + std::to_string(place);
  return text + ")";
}

/// The first filter that the chunks of a dataset have passed and that is not there, as "lzf (32000)"; else empty.
std::string missing_filter(hid_t made) {
  for (int i = 0; i < H5Pget_nfilters(made); ++i) {
    unsigned flags = 0;
    unsigned settings = 0;
    std::size_t values = 0;
    std::array<char, 64> name{};
    const H5Z_filter_t filter =
        H5Pget_filter2(made, static_cast<unsigned>(i), &flags, &values, nullptr, name.size(), name.data(), &settings);
    if (filter >= 0 && H5Zfilter_avail(filter) > 0) continue;
    const std::string number = std::to_string(filter);
    const std::string text(name.data(), strnlen(name.data(), name.size()));
    return text.empty() ? number : text + " (" + number + ")";
  }
  return {};
}

/// A dataset of which planes are read.
class Hdf5Slabs {
 public:
  Hdf5Slabs(fs::path path, std::string dataset) : path_(std::move(path)), name_(std::move(dataset)) {}
  Hdf5Slabs(const Hdf5Slabs&) = delete;
  Hdf5Slabs& operator=(const Hdf5Slabs&) = delete;
  ~Hdf5Slabs() {
    const Hdf5Quiet quiet;
    dataset_ = Hdf5Dataset();
    native_ = Hdf5Type();
    file_ = Hdf5File();
  }

  Result<void> open() {
    const Hdf5Quiet quiet;
    file_ = Hdf5File(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
    if (!file_) return refuse("it is no HDF5 file, or it is damaged (" + Hdf5Quiet::error() + ")");
    dataset_ = Hdf5Dataset(H5Dopen2(file_.id(), name_.c_str(), H5P_DEFAULT));
    if (!dataset_) return refuse("it has no dataset " + name_ + " (" + Hdf5Quiet::error() + ")");
    const Hdf5Type type(H5Dget_type(dataset_.id()));
    scalar_ = scalar_of(type.id());
    if (scalar_ == nullptr) {
      return refuse(name_ + " has other elements than integers of 8 to 64 bits or floats of 16 to 64 bits; convert it");
    }
    const bool is_half = H5Tget_class(type.id()) == H5T_FLOAT && H5Tget_size(type.id()) < 4;
    native_ = Hdf5Type(is_half ? H5Tcopy(H5T_NATIVE_FLOAT) : H5Tget_native_type(type.id(), H5T_DIR_ASCEND));
    const Hdf5Space space(H5Dget_space(dataset_.id()));
    sides_.resize(static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(space.id()), 0)));
    H5Sget_simple_extent_dims(space.id(), sides_.data(), nullptr);
    axes_ = image_axes(sides_);
    if (axes_.empty()) {
      return refuse(name_ + " has the shape " + describe(sides_) +
                    "; (H, W), (D, H, W) and these with another axis of length 1 can be read");
    }
    const hsize_t depth = axes_.size() == 3 ? sides_[axes_[0]] : 1;
    const hsize_t height = sides_[axes_[axes_.size() - 2]];
    const hsize_t width = sides_[axes_.back()];
    if (Result<void> status = check_size(width, height, depth, max_slab_elements); !status) return status;
    extent_ = {static_cast<int>(width), static_cast<int>(height), static_cast<int>(depth)};
    return open_with_room();
  }

  const Extent& extent() const { return extent_; }
  PixelFormat format() const { return format_of(*scalar_); }

  /// Reads planes from plane `first` on. Numbers that are converted take the memory of one plane.
  Result<void> read(int first, int planes, std::uint8_t* elements) {
    if (scalar_->format) return read_stored(first, planes, elements);
    const auto plane = static_cast<std::size_t>(slab_of(extent_, 1).elements());
    std::vector<std::uint8_t> stored(plane * scalar_->bytes);
    for (int z = 0; z < planes; ++z, elements += plane * bytes_per_pixel(format())) {
      if (Result<void> status = read_stored(first + z, 1, stored.data()); !status) return status;
      const Result<void> status =
          convert_scalars(*scalar_, stored, static_cast<std::uint64_t>(first + z) * plane, elements);
      if (!status) return cannot_read(path_, status.error());
    }
    return {};
  }

 private:
  static Error refuse(const std::string& reason) { return {ErrorCode::file, reason}; }

  /// Reads planes as they are stored.
  Result<void> read_stored(int first, int planes, void* elements) const {
    const Hdf5Quiet quiet;
    std::vector<hsize_t> begin(sides_.size(), 0);
    std::vector<hsize_t> count = sides_;
    begin[axis()] = static_cast<hsize_t>(first);
    count[axis()] = static_cast<hsize_t>(planes);
    const std::string reason = read_box(begin, count, elements);
    if (reason.empty()) return {};
    return cannot_read(path_, damaged(name_ + describe_damage(begin, count) + " cannot be read (" + reason + ")"));
  }

  /// The axis that counts planes.
  std::size_t axis() const { return axes_[extent_.is_volume() ? 0 : axes_.size() - 2]; }

  /// Opens the dataset with a cache that holds the chunks that a plane crosses, so that the next slab finds them there.
  Result<void> open_with_room() {
    const Hdf5Properties made(H5Dget_create_plist(dataset_.id()));
    if (H5Pget_layout(made.id()) != H5D_CHUNKED) return {};
    if (const std::string filter = missing_filter(made.id()); !filter.empty()) {
      return refuse(name_ + " is stored through the filter " + filter +
                    ", which libhdf5 does not have here; name its plugin's folder in HDF5_PLUGIN_PATH, or write the "
                    "dataset again with compression=\"gzip\" of h5py");
    }
    chunk_.resize(sides_.size());
    H5Pget_chunk(made.id(), static_cast<int>(chunk_.size()), chunk_.data());
    std::size_t chunks = 1;
    std::size_t bytes = scalar_->bytes;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const std::size_t number = i == axis() ? 1 : (sides_[i] + chunk_[i] - 1) / chunk_[i];
      chunks *= number;
      bytes *= number * chunk_[i];
    }
    const Hdf5Properties access(H5Pcreate(H5P_DATASET_ACCESS));
    H5Pset_chunk_cache(access.id(), 10 * chunks + 1, bytes, 1.0);
    dataset_ = Hdf5Dataset();
    dataset_ = Hdf5Dataset(H5Dopen2(file_.id(), name_.c_str(), access.id()));
    return dataset_ ? Result<void>() : refuse("it has no dataset " + name_ + " (" + Hdf5Quiet::error() + ")");
  }

  /// Reads a box of elements. Returns the reason where that fails, else nothing.
  std::string read_box(const std::vector<hsize_t>& begin, const std::vector<hsize_t>& count, void* elements) const {
    const Hdf5Space file(H5Dget_space(dataset_.id()));
    const Hdf5Space memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr));
    const bool done =
        H5Sselect_hyperslab(file.id(), H5S_SELECT_SET, begin.data(), nullptr, count.data(), nullptr) >= 0 &&
        H5Dread(dataset_.id(), native_.id(), memory.id(), file.id(), H5P_DEFAULT, elements) >= 0;
    return done ? std::string() : Hdf5Quiet::error();  // before another call of libhdf5 forgets it
  }

  /// ", the chunk at (0, 64, 64), at byte 1234 of the file,": the first chunk of a box that cannot be read.
  std::string describe_damage(const std::vector<hsize_t>& begin, const std::vector<hsize_t>& count) const {
    if (chunk_.empty()) return "";
    std::vector<std::uint8_t> element(scalar_->bytes);
    std::vector<hsize_t> at = begin;
    for (std::size_t i = 0; i < at.size(); ++i) at[i] -= at[i] % chunk_[i];
    const std::vector<hsize_t> first = at;
    const std::vector<hsize_t> one(at.size(), 1);
    for (std::size_t i = at.size(); i > 0;) {
      if (!read_box(at, one, element.data()).empty()) {
        haddr_t place = HADDR_UNDEF;
        hsize_t bytes = 0;
        unsigned mask = 0;
        if (H5Dget_chunk_info_by_coord(dataset_.id(), at.data(), &mask, &place, &bytes) < 0) return "";
        return ", the chunk at " + describe(at) + ", at byte " + std::to_string(place) + " of the file,";
      }
      for (i = at.size(); i > 0; --i) {  // the next chunk in raster order
        at[i - 1] += chunk_[i - 1];
        if (at[i - 1] < begin[i - 1] + count[i - 1]) break;
        at[i - 1] = first[i - 1];
      }
    }
    return "";
  }

  fs::path path_;
  std::string name_;
  Hdf5File file_;
  Hdf5Dataset dataset_;
  Hdf5Type native_;
  std::vector<hsize_t> sides_;
  std::vector<std::size_t> axes_;  ///< Of sides_, those of the image or volume.
  std::vector<hsize_t> chunk_;     ///< Sides of a chunk; empty: the elements are stored without chunks.
  Extent extent_ = {};
  const ScalarType* scalar_ = nullptr;
};

}  // namespace

Result<SlabSource> open_hdf5_slabs(const fs::path& path, const std::string& dataset) {
  // libhdf5 does not say what is wrong with a path.
  const Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  const auto slabs = std::make_shared<Hdf5Slabs>(path, dataset);
  if (Result<void> status = slabs->open(); !status) return cannot_read(path, status.error());
  return SlabSource{slabs->extent(), slabs->format(), [slabs](int first, int planes, void* elements) {
                      return slabs->read(first, planes, static_cast<std::uint8_t*>(elements));
                    }};
}

std::vector<std::string> list_datasets(const fs::path& path, std::size_t most) {
  const Hdf5Quiet quiet;
  const Hdf5File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (!file) return {};
  struct Found {
    std::vector<std::string> datasets;
    std::size_t most;
  } found{{}, most};
  H5Lvisit(
      file.id(), H5_INDEX_NAME, H5_ITER_INC,
      [](hid_t group, const char* name, const auto*, void* data) {
        auto& all = *static_cast<Found*>(data);
        const Hdf5Dataset dataset(H5Dopen2(group, name, H5P_DEFAULT));
        if (!dataset) return herr_t{0};  // a group, a type, or a link that leads nowhere
        const Hdf5Space space(H5Dget_space(dataset.id()));
        const Hdf5Type type(H5Dget_type(dataset.id()));
        const int sides = H5Sget_simple_extent_ndims(space.id());
        if ((sides == 2 || sides == 3) && scalar_of(type.id()) != nullptr)
          all.datasets.push_back("/" + std::string(name));
        return static_cast<herr_t>(all.datasets.size() >= all.most);
      },
      &found);
  return found.datasets;
}

std::string why_no_hdf5() { return {}; }

std::string describe_hdf5() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

}  // namespace glccl::host
