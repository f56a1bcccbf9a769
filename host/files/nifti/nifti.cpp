// NIfTI: a header of 348 bytes, in NIfTI-2 of 540, in either byte order, then voxels with x fastest (R. W. Cox et al.,
// A (Sort of) New Image Data Format Standard: NIfTI-1, 2004). gzip may have compressed the file.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <utility>

#include "host/files/formats.hpp"
#include "host/files/gzip.hpp"
#include "host/files/nifti/nifti_volume.hpp"
#include "host/files/picks.hpp"

namespace glccl::host {
namespace {

/// A type of voxels: its code in the header, and NumPy's name.
struct NiftiType {
  int code;
  const char* name;
};

constexpr NiftiType nifti_types[] = {{2, "u1"}, {256, "i1"},  {512, "u2"},  {4, "i2"},  {768, "u4"},
                                     {8, "i4"}, {1280, "u8"}, {1024, "i8"}, {16, "f4"}, {64, "f8"}};

/// Reads the fields of a header.
class NiftiFields {
 public:
  explicit NiftiFields(FileBytes header)
      : header_(header),
        big_(little_endian(header, 0, 4) > 0xFFFF),
        wide_(header.size() == nifti::version_2.header),
        at_(wide_ ? nifti::version_2 : nifti::version_1) {}

  bool big() const { return big_; }
  bool is_version_2() const { return wide_; }
  const nifti::NiftiLayout& at() const { return at_; }

  int code(std::size_t at) const { return static_cast<std::int16_t>(bits(at, 2)); }
  /// qform_code or sform_code.
  int form(std::size_t at) const { return wide_ ? static_cast<std::int32_t>(bits(at, 4)) : code(at); }
  /// The number of axes, or the length of one, from 1.
  std::int64_t side(int axis) const {
    const auto index = static_cast<std::size_t>(axis);
    return wide_ ? static_cast<std::int64_t>(bits(at_.dim + 8 * index, 8)) : code(at_.dim + 2 * index);
  }
  /// Number `index` of those that begin at a place.
  double number(std::size_t at, std::size_t index = 0) const {
    if (wide_) return std::bit_cast<double>(bits(at + 8 * index, 8));
    return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits(at + 4 * index, 4)))};
  }
  double offset() const {
    return wide_ ? static_cast<double>(static_cast<std::int64_t>(bits(at_.offset, 8))) : number(at_.offset);
  }

 private:
  std::uint64_t bits(std::size_t at, int bytes) const {
    if (bytes <= 4) return big_ ? big_endian(header_, at, bytes) : little_endian(header_, at, bytes);
    const std::uint64_t first = bits(at, 4);
    const std::uint64_t second = bits(at + 4, 4);
    return big_ ? first << 32U | second : second << 32U | first;
  }

  FileBytes header_;
  bool big_;
  bool wide_;  ///< NIfTI-2.
  const nifti::NiftiLayout& at_;
};

/// The bytes of a file one after the other, decompressed where it is compressed.
class NiftiBytes {
 public:
  explicit NiftiBytes(FileBytes file) : file_(file) {
    if (is_gzip(file)) gunzip_.emplace(file);
  }

  /// Whether the file can hold as many bytes. Error `file`.
  Result<void> check_room(std::uint64_t bytes) const {
    return host::check_room(file_, bytes, gunzip_ ? deflate_expansion : 1);
  }

  Result<void> read(std::span<std::uint8_t> to, const std::string& what) {
    if (gunzip_) return gunzip_->read(to, what);
    if (file_.size() - position_ < to.size()) return cut_off("NIfTI file", what, file_);
    std::copy_n(file_.begin() + static_cast<std::ptrdiff_t>(position_), to.size(), to.begin());
    position_ += to.size();
    return {};
  }

  Result<void> skip(std::uint64_t bytes, const std::string& what) {
    std::array<std::uint8_t, 4096> block;
    for (std::uint64_t left = bytes; left > 0;) {
      const std::uint64_t count = std::min<std::uint64_t>(left, block.size());
      if (Result<void> status = read(std::span(block).first(count), what); !status) return status;
      left -= count;
    }
    return {};
  }

  /// Whether compressed data is whole. What follows the voxels of a file without compression does not count.
  Result<void> finish() { return gunzip_ ? gunzip_->finish() : Result<void>(); }

 private:
  FileBytes file_;
  std::size_t position_ = 0;
  std::optional<Gunzip> gunzip_;
};

Error unreadable(const std::string& what) {
  return {ErrorCode::file, what + "; NIfTI-1 and NIfTI-2 in one file (.nii or .nii.gz) can be read"};
}

Result<std::vector<std::uint8_t>> read_header_bytes(NiftiBytes& bytes) {
  std::vector<std::uint8_t> header(4);
  if (Result<void> status = bytes.read(header, "its header"); !status) return status.error();
  const std::size_t size = nifti_header_bytes(header);
  if (size == 0) return unreadable("it is compressed by gzip and no NIfTI file");
  header.resize(size);
  if (Result<void> status = bytes.read(std::span(header).subspan(4), "its header"); !status) return status.error();
  return header;
}

/// Reads the axes of the header: x, y, z and time; further axes have one place each.
Result<void> read_axes(const NiftiFields& fields, std::uint64_t most, NiftiHeader& header) {
  const std::int64_t axes = fields.side(0);
  if (axes < 1 || axes > 7) return damaged("its NIfTI header has " + std::to_string(axes) + " axes");
  std::uint64_t sides[4] = {1, 1, 1, 1};
  for (int axis = 1; axis <= axes; ++axis) {
    const std::int64_t side = fields.side(axis);
    if (side < 0) return damaged("axis " + std::to_string(axis) + " of its NIfTI header is " + std::to_string(side));
    if (axis <= 4) {
      sides[axis - 1] = std::max<std::uint64_t>(static_cast<std::uint64_t>(side), axis == 4 ? 1 : 0);
    } else if (side > 1) {
      return Error{ErrorCode::file, "its axis " + std::to_string(axis) + " has " + std::to_string(side) +
                                        " places, as of directions; volumes of three axes and of times can be read"};
    }
  }
  if (Result<void> status = check_size(sides[0], sides[1], sides[2], most); !status) return status.error();
  header.extent = {static_cast<int>(sides[0]), static_cast<int>(sides[1]), static_cast<int>(sides[2])};
  header.frames = sides[3];
  return {};
}

Result<const ScalarType*> read_type(const NiftiFields& fields) {
  const int code = fields.code(fields.at().type);
  const int bits = fields.code(fields.at().bits);
  const auto* type = std::find_if(std::begin(nifti_types), std::end(nifti_types),
                                  [&](const NiftiType& known) { return known.code == code; });
  if (type == std::end(nifti_types)) {
    return Error{ErrorCode::file, "its voxels are of NIfTI type " + std::to_string(code) +
                                      "; integers of 8 to 64 bits and floats of 32 or 64 bits can be read"};
  }
  const ScalarType* scalar = find_scalar(type->name);
  if (bits != static_cast<int>(8 * scalar->bytes)) {
    return damaged("its NIfTI type " + std::to_string(code) + " has " + std::to_string(8 * scalar->bytes) +
                   " bits, and its header says " + std::to_string(bits));
  }
  return scalar;
}

/// A header and the voxels as they are stored, in the byte order of the machine.
struct NiftiVolume {
  NiftiHeader header;
  std::vector<std::uint8_t> voxels;

  std::size_t count() const { return static_cast<std::size_t>(header.extent.elements()); }
};

Result<NiftiVolume> read_volume(FileBytes file, const ReadOptions& options) {
  NiftiBytes bytes(file);
  const Result<std::vector<std::uint8_t>> first = read_header_bytes(bytes);
  if (!first) return first.error();
  const Result<NiftiHeader> header = read_nifti_header(*first);
  if (!header) return header.error();
  const Result<std::uint64_t> begin = pick_frame(*header, options);
  if (!begin) return begin.error();
  if (Result<void> status = bytes.check_room(header->end()); !status) return status.error();
  if (Result<void> status = bytes.skip(header->offset - first->size(), "its extensions"); !status)
    return status.error();
  if (Result<void> status = bytes.skip(*begin - header->offset, "its voxels"); !status) return status.error();
  NiftiVolume volume{*header, std::vector<std::uint8_t>(header->voxel_bytes())};
  Result<void> status = bytes.read(volume.voxels, "its voxels");
  if (status) status = bytes.skip(header->end() - *begin - volume.voxels.size(), "its voxels");
  if (status) status = bytes.finish();
  if (!status) return status.error();
  if (header->swapped) swap_bytes(volume.voxels, header->type->bytes);
  return volume;
}

/// The scaled value of a voxel.
double scaled(const NiftiHeader& header, const std::uint8_t* voxel) {
  return header.slope * static_cast<double>(header.type->value(voxel)) + header.intercept;
}

}  // namespace

std::size_t nifti_header_bytes(FileBytes begin) {
  if (begin.size() < 4) return 0;
  for (const std::size_t size : {little_endian(begin, 0, 4), big_endian(begin, 0, 4)}) {
    if (size == nifti::version_1.header || size == nifti::version_2.header) return size;
  }
  return 0;
}

Result<NiftiHeader> read_nifti_header(FileBytes bytes, std::uint64_t most) {
  const NiftiFields fields(bytes);
  const nifti::NiftiLayout& at = fields.at();
  const bool wide = fields.is_version_2();
  const std::string version = wide ? "2" : "1";
  // NIfTI-2 adds what transfers as text would change.
  const std::string rest = wide ? std::string("\0\r\n\x1A\n", 5) : std::string(1, '\0');
  const std::string magic(reinterpret_cast<const char*>(&bytes[at.magic]), 3 + rest.size());
  if (magic == "ni" + version + rest) {
    return unreadable("it is the header of a pair of NIfTI files (.hdr and .img)");
  }
  if (magic != "n+" + version + rest) {
    return unreadable("its header has the size of NIfTI-" + version + ", but not its magic n+" + version);
  }
  NiftiHeader header;
  if (Result<void> status = read_axes(fields, most, header); !status) return status.error();
  const Result<const ScalarType*> type = read_type(fields);
  if (!type) return type.error();
  header.type = *type;
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 62U;  // of all frames, which 64 bits count
  if (header.frames > most_bytes / header.voxel_bytes()) {
    return damaged("axis 4 of its NIfTI header is " + std::to_string(header.frames));
  }
  header.swapped = fields.big() == (std::endian::native == std::endian::little);
  const double offset = fields.offset();
  const std::size_t first_voxel = at.header + 4;  // behind the bytes that tell of extensions
  if (!(offset >= static_cast<double>(first_voxel)) || offset > 1e15 || std::trunc(offset) != offset) {
    return damaged("its voxels begin at byte " + std::to_string(offset) + ", and " + std::to_string(first_voxel) +
                   " is the first that can be");
  }
  header.offset = static_cast<std::uint64_t>(offset);
  // Some programs write NaN where there is no slope.
  const double slope = fields.number(at.slope);
  const double intercept = fields.number(at.intercept);
  if (!std::isfinite(slope) || slope == 0.0 || (slope == 1.0 && intercept == 0.0)) return header;
  if (!std::isfinite(intercept)) return damaged("its voxels have a slope, but no intercept that is a number");
  header.slope = slope;
  header.intercept = intercept;
  return header;
}

Result<std::uint64_t> pick_frame(const NiftiHeader& header, const ReadOptions& options) {
  const PickedAxis frame{"frame", header.frames, options.frame};
  ReadOptions others = options;
  others.frame.reset();
  if (Result<void> status = check_options(others, false); !status) return status.error();
  const Result<std::uint64_t> place = pick_place(frame, options);
  if (!place) return place.error();
  if (header.frames > 1 && !options.frame) {
    return Error{ErrorCode::file, "its axis 4 has " + std::to_string(header.frames) + " places, as of times; " +
                                      ways_to_pick({{frame}}, options)};
  }
  return header.offset + *place * header.voxel_bytes();
}

PixelFormat format_of(const NiftiHeader& header) {
  return header.slope != 0.0 ? PixelFormat::f32 : format_of(*header.type);
}

Result<void> convert_voxels(const NiftiHeader& header, FileBytes voxels, std::uint64_t first, std::uint8_t* elements) {
  if (header.slope == 0.0) return convert_scalars(*header.type, voxels, first, elements);
  const std::size_t bytes = header.type->bytes;
  for (std::size_t i = 0; i < voxels.size() / bytes; ++i) {
    const double value = scaled(header, &voxels[i * bytes]);
    const auto element = static_cast<float>(value);
    if (std::isfinite(value) && !std::isfinite(element)) return does_not_hold(PixelFormat::f32, first + i, value);
    std::memcpy(elements + i * sizeof element, &element, sizeof element);
  }
  return {};
}

int nifti_type(PixelFormat format) {
  const auto* type = std::find_if(std::begin(nifti_types), std::end(nifti_types),
                                  [&](const NiftiType& known) { return find_scalar(known.name)->format == format; });
  return type == std::end(nifti_types) ? 0 : type->code;
}

bool is_nifti(FileBytes file) { return is_gzip(file) || nifti_header_bytes(file) != 0; }

std::optional<NiftiGeometry> read_geometry(const std::filesystem::path& path) {
  std::vector<std::uint8_t> start(65536);  // enough for the header, also of a compressed file
  std::ifstream stream(path, std::ios::binary);
  stream.read(reinterpret_cast<char*>(start.data()), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  if (!is_nifti(start)) return std::nullopt;
  NiftiBytes bytes(start);
  const Result<std::vector<std::uint8_t>> header = read_header_bytes(bytes);
  if (!header || !read_nifti_header(*header)) return std::nullopt;
  const NiftiFields fields(*header);
  const nifti::NiftiLayout& at = fields.at();
  const auto read = [&](std::size_t place, auto& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(fields.number(place, i));
  };
  const std::size_t units =
      fields.is_version_2() && fields.big() ? at.units + 3 : at.units;  // of its four bytes the low
  NiftiGeometry geometry{.units = (*header)[units],
                         .qform_code = static_cast<std::int16_t>(fields.form(at.qform_code)),
                         .sform_code = static_cast<std::int16_t>(fields.form(at.sform_code))};
  read(at.pixdim, geometry.pixdim);
  read(at.rotation, geometry.rotation);
  read(at.matrix, geometry.matrix);
  return geometry;
}

Result<Image> decode_nifti(FileBytes file, const ReadOptions& options) {
  Result<NiftiVolume> volume = read_volume(file, options);
  if (!volume) return volume.error();
  const NiftiHeader& header = volume->header;
  const PixelFormat format = format_of(header);
  if (header.slope == 0.0 && header.type->format == format) {
    return Image{header.extent, format, std::move(volume->voxels)};
  }
  Image image{header.extent, format, std::vector<std::uint8_t>(volume->count() * bytes_per_pixel(format))};
  if (Result<void> status = convert_voxels(header, volume->voxels, 0, image.bytes.data()); !status)
    return status.error();
  return image;
}

Result<StoredChannel> decode_nifti_channel(FileBytes file, const ReadOptions& options) {
  Result<NiftiVolume> volume = read_volume(file, options);
  if (!volume) return volume.error();
  StoredChannel channel{volume->header.extent, volume->header.type, {}};
  if (volume->header.slope == 0.0) {
    channel.bytes = std::move(volume->voxels);
    return channel;
  }
  channel.type = find_scalar("f8");
  channel.bytes.resize(volume->count() * sizeof(double));
  for (std::size_t i = 0; i < volume->count(); ++i) {
    const double value = scaled(volume->header, &volume->voxels[i * volume->header.type->bytes]);
    std::memcpy(&channel.bytes[i * sizeof value], &value, sizeof value);
  }
  return channel;
}

}  // namespace glccl::host
