// Labels made by other programs: integers of any width, and floats that are whole numbers.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "glccl/host/label_files.hpp"
#include "host/files/formats.hpp"
#include "host/files/other_formats.hpp"

namespace glccl::host {
namespace {

constexpr const char* readable = "integers of 8 to 64 bits and floats that are whole numbers can be read";

/// Samples of one type in memory.
struct LabelSamples {
  FileBytes bytes;
  bool swapped = false;  ///< In the other byte order than this machine's.
  bool x_last = false;   ///< The place of an element is z + depth * (y + height * x): NumPy's Fortran order.
};

template <class Sample>
Sample sample_at(const LabelSamples& samples, std::size_t element) {
  std::uint8_t bytes[sizeof(Sample)];
  std::copy_n(&samples.bytes[element * sizeof(Sample)], sizeof(Sample), bytes);
  if (samples.swapped) swap_bytes(bytes, sizeof bytes);
  Sample sample;
  std::memcpy(&sample, bytes, sizeof sample);
  return sample;
}

/// "(3, 5)", in a volume "(3, 5, 2)".
std::string to_string(const Position& at, const Extent& extent) {
  std::string text = std::string("(").append(std::to_string(at.x)).append(", ").append(std::to_string(at.y));
  if (extent.is_volume()) text.append(", ").append(std::to_string(at.z));
  return text + ")";
}

/// Whether a sample is a whole number that 64 bits with a sign hold.
template <class Sample>
bool is_label(Sample sample) {
  if constexpr (std::is_floating_point_v<Sample>) {
    return std::trunc(sample) == sample && std::abs(sample) < static_cast<Sample>(9.2e18);  // false for NaN
  } else {
    return std::in_range<std::int64_t>(sample);
  }
}

template <class Sample>
Status read_samples(const LabelSamples& samples, LabelFile& labels) {
  const Extent& extent = labels.extent;
  const Extent turned{extent.depth, extent.height, extent.width};
  const auto elements = static_cast<std::uint64_t>(extent.elements());
  labels.values.reserve(elements);
  for (std::uint64_t place = 0; place < elements; ++place) {
    std::uint64_t element = place;
    if (samples.x_last) {
      const Position at = position_of(place, extent);
      element = place_of({at.z, at.y, at.x}, turned);
    }
    const auto sample = sample_at<Sample>(samples, element);
    if (!is_label(sample)) {
      return Error{ErrorCode::file, "its value at " + to_string(position_of(place, extent), extent) + " is " +
                                        std::to_string(sample) + ", no label: " + readable};
    }
    labels.values.push_back(static_cast<std::int64_t>(sample));
  }
  return {};
}

/// A type of samples: NumPy's name for it without the byte order, and its reader.
struct LabelType {
  std::string_view name;
  std::size_t bytes;
  Status (*read)(const LabelSamples&, LabelFile&);
};

constexpr LabelType label_types[] = {
    {"b1", 1, read_samples<std::uint8_t>},  {"u1", 1, read_samples<std::uint8_t>},
    {"u2", 2, read_samples<std::uint16_t>}, {"u4", 4, read_samples<std::uint32_t>},
    {"u8", 8, read_samples<std::uint64_t>}, {"i1", 1, read_samples<std::int8_t>},
    {"i2", 2, read_samples<std::int16_t>},  {"i4", 4, read_samples<std::int32_t>},
    {"i8", 8, read_samples<std::int64_t>},  {"f4", 4, read_samples<float>},
    {"f8", 8, read_samples<double>},
};

/// The type of that name; null where labels cannot have it.
const LabelType* find_type(std::string_view name) {
  const auto* found = std::find_if(std::begin(label_types), std::end(label_types),
                                   [&](const LabelType& type) { return type.name == name; });
  return found == std::end(label_types) ? nullptr : found;
}

Result<LabelFile> decode_npy_labels(FileBytes file) {
  const Result<NpyHeader> header = parse_npy_header(file);
  if (!header) return header.error();
  const LabelType* type = header->type.empty() ? nullptr : find_type(std::string_view(header->type).substr(1));
  if (type == nullptr) {
    return Error{ErrorCode::file, "its values are of NumPy type '" + header->type + "'; " + readable};
  }
  const Result<Extent> extent = header->extent();
  if (!extent) return extent.error();
  const auto elements = static_cast<std::uint64_t>(extent->elements());
  const Result<FileBytes> array = npy_array(file, *header, elements * type->bytes);
  if (!array) return array.error();
  LabelFile labels{*extent, {}};
  if (Status status = type->read({*array, header->is_swapped(), header->fortran_order}, labels); !status) {
    return status.error();
  }
  return labels;
}

/// Labels of samples without gaps in the byte order of this machine, of a type that labels can have.
Result<LabelFile> labels_of(const StoredChannel& channel) {
  LabelFile labels{channel.extent, {}};
  if (Status status = find_type(channel.type)->read({channel.bytes}, labels); !status) return status.error();
  return labels;
}

}  // namespace

Result<LabelFile> decode_labels(FileBytes file) {
  if (is_npy(file)) return decode_npy_labels(file);
  if (is_tiff(file)) {
    const Result<StoredChannel> channel = decode_tiff_channel(file);
    if (channel) return labels_of(*channel);
  }
  if (is_nifti(file)) {
    const Result<StoredChannel> channel = decode_nifti_channel(file);
    return channel ? labels_of(*channel) : channel.error();
  }
  Result<Image> image = decode_image(file);
  if (!image) return image.error();
  if (image->format == PixelFormat::rgba8) {
    return Error{ErrorCode::file, "it has colours, an alpha channel or a palette; labels of one channel can be read"};
  }
  return labels_of({image->extent, image->format == PixelFormat::u16 ? "u2" : "u1", std::move(image->bytes)});
}

Result<LabelFile> read_raw_labels(const std::filesystem::path& path, const RawLayout& layout) {
  Result<Image> image = read_raw(path, layout);
  if (!image) return image.error();
  const FormatTraits& format = traits_of(layout.format);
  const bool stored = format.channels == 1 && format.scale == 1.0F;
  const std::string type = (format.has_floats() ? "f" : format.is_signed ? "i" : "u") + std::to_string(format.bytes);
  if (!stored || find_type(type) == nullptr) {
    return cannot_read(path, {ErrorCode::file, "its elements are " + std::string(format.name) + "; " + readable});
  }
  Result<LabelFile> labels = labels_of({image->extent, type, std::move(image->bytes)});
  return labels ? labels : cannot_read(path, labels.error());
}

Result<LabelFile> read_labels(const std::filesystem::path& path) {
  if (const std::optional<Error> other = other_format(path)) return *other;
  return read_file(path, decode_labels);
}

}  // namespace glccl::host
