// Labels made by other programs: integers of any width, and floats that are whole numbers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glccl/host/label_files.hpp"
#include "host/files/formats.hpp"
#include "host/files/numpy/npz.hpp"
#include "host/files/other_formats.hpp"

namespace glccl::host {
namespace {

constexpr const char* readable = "integers of 8 to 64 bits and floats that are whole numbers can be read";

/// "(3, 5)", in a volume "(3, 5, 2)".
std::string to_string(const Position& at, const Extent& extent) {
  std::string text = std::string("(").append(std::to_string(at.x)).append(", ").append(std::to_string(at.y));
  if (extent.is_volume()) text.append(", ").append(std::to_string(at.z));
  return text + ")";
}

/// Whether a number is whole and 64 bits with a sign hold it; of floats up to 9.2e18.
bool is_label(const ScalarType& type, long double value) {
  if (type.name[0] == 'f') return std::trunc(value) == value && std::abs(value) < 9.2e18L;  // false for NaN
  return value <= static_cast<long double>(std::numeric_limits<std::int64_t>::max());
}

/// The type of that name; null where labels cannot have it.
const ScalarType* find_label_type(std::string_view name) {
  const ScalarType* type = find_scalar(name);
  return type == nullptr || type->value == nullptr ? nullptr : type;
}

Result<LabelFile> labels_of(const StoredChannel& channel) {
  LabelFile labels{channel.extent, {}};
  const auto elements = static_cast<std::uint64_t>(channel.extent.elements());
  labels.values.reserve(elements);
  for (std::uint64_t place = 0; place < elements; ++place) {
    const long double value = channel.type->value(&channel.bytes[place * channel.type->bytes]);
    if (!is_label(*channel.type, value)) {
      return Error{ErrorCode::file, "its value at " + to_string(position_of(place, channel.extent), channel.extent) +
                                        " is " + to_text(*channel.type, value) + ", no label: " + readable};
    }
    labels.values.push_back(static_cast<std::int64_t>(value));
  }
  return labels;
}

Result<LabelFile> decode_npy_labels(FileBytes file) {
  const Result<NpyHeader> header = parse_npy_header(file);
  if (!header) return header.error();
  const ScalarType* type = header->type.empty() ? nullptr : find_label_type(std::string_view(header->type).substr(1));
  if (type == nullptr) {
    return Error{ErrorCode::file, "its values are of NumPy type '" + header->type + "'; " + readable};
  }
  const Result<Extent> extent = header->extent();
  if (!extent) return extent.error();
  Result<std::vector<std::uint8_t>> elements = npy_elements(file, *header, *extent, type->bytes, type->bytes);
  if (!elements) return elements.error();
  return labels_of({*extent, type, *std::move(elements)});
}

}  // namespace

Result<LabelFile> decode_labels(FileBytes file, const ReadOptions& options) {
  if (is_npz(file)) {
    const Result<std::vector<std::uint8_t>> bytes = read_npz(file, options.array);
    return bytes ? decode_npy_labels(*bytes) : bytes.error();
  }
  if (is_npy(file)) return decode_npy_labels(file);
  if (is_tiff(file)) {
    const Result<StoredChannel> channel = decode_tiff_channel(file, options);
    if (channel) return labels_of(*channel);
  }
  if (is_nifti(file)) {
    const Result<StoredChannel> channel = decode_nifti_channel(file, options);
    return channel ? labels_of(*channel) : channel.error();
  }
  Result<Image> image = decode_image(file, options);
  if (!image) return image.error();
  if (image->format == PixelFormat::rgba8) {
    return Error{ErrorCode::file, "it has colours, an alpha channel or a palette; labels of one channel can be read"};
  }
  const ScalarType* type = find_scalar(image->format == PixelFormat::u16 ? "u2" : "u1");
  return labels_of({image->extent, type, std::move(image->bytes)});
}

Result<LabelFile> read_raw_labels(const std::filesystem::path& path, const RawLayout& layout) {
  Result<Image> image = read_raw(path, layout);
  if (!image) return image.error();
  const FormatTraits& format = traits_of(layout.format);
  const bool stored = format.channels == 1 && format.scale == 1.0F;
  const std::string name = (format.has_floats() ? "f" : format.is_signed ? "i" : "u") + std::to_string(format.bytes);
  const ScalarType* type = find_label_type(name);
  if (!stored || type == nullptr) {
    return cannot_read(path, {ErrorCode::file, "its elements are " + std::string(format.name) + "; " + readable});
  }
  Result<LabelFile> labels = labels_of({image->extent, type, std::move(image->bytes)});
  return labels ? labels : cannot_read(path, labels.error());
}

Result<LabelFile> read_labels(const std::filesystem::path& path, const ReadOptions& options) {
  const std::optional<NpzName> named = parse_npz_name(path.string());
  const std::filesystem::path file = named ? named->file : path;
  if (const std::optional<Error> other = other_format(file)) return *other;
  ReadOptions all = options;
  if (named) all.array = named->array;
  return read_file(file, [&](FileBytes bytes) { return decode_labels(bytes, all); });
}

}  // namespace glccl::host
