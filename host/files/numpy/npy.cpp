#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "host/files/formats.hpp"
#include "host/files/image_axes.hpp"

namespace glccl::host {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr char native = std::endian::native == std::endian::little ? '<' : '>';

/// The text after `'key':` in the dictionary.
std::optional<std::string_view> value_of(std::string_view dictionary, std::string_view key) {
  const std::size_t found = dictionary.find(std::string("'").append(key).append("'"));
  if (found == std::string_view::npos) return std::nullopt;
  const std::size_t start = dictionary.find_first_not_of(" :", found + key.size() + 2);
  if (start == std::string_view::npos) return std::nullopt;
  return dictionary.substr(start);
}

/// Whether the last axis of an array of bytes can hold the channels of a colour.
bool is_colour_axis(std::uint64_t length) { return length == 3 || length == 4; }

/// Copies elements of `bytes` bytes that lie with z, or in an image y, fastest.
void to_raster_order(FileBytes elements, const Extent& extent, std::size_t bytes, std::uint8_t* to) {
  const auto width = static_cast<std::size_t>(extent.width);
  const auto height = static_cast<std::size_t>(extent.height);
  const auto depth = static_cast<std::size_t>(extent.depth);
  for (std::size_t z = 0; z < depth; ++z) {
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x, to += bytes) {
        std::copy_n(&elements[(z + depth * (y + height * x)) * bytes], bytes, to);
      }
    }
  }
}

std::optional<std::vector<std::uint64_t>> parse_shape(std::string_view text) {
  std::vector<std::uint64_t> shape;
  if (text.empty() || text[0] != '(') return std::nullopt;
  for (;;) {
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return std::nullopt;
    if (text[0] == ')') return shape;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    shape.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty() || (text[0] != ',' && text[0] != ')')) return std::nullopt;
    if (text[0] == ')') return shape;
  }
}

}  // namespace

std::string to_string(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (const std::uint64_t side : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(side);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

bool NpyHeader::is_swapped() const { return !type.empty() && (type[0] == '<' || type[0] == '>') && type[0] != native; }

Result<NpyHeader> parse_npy_header(FileBytes file) {
  const Error too_short = truncated("its " + std::to_string(file.size()) + " bytes end within the .npy header");
  if (file.size() < 12) return too_short;
  // The length of the header has two bytes in version 1, and four in versions 2 and 3.
  const int version = file[6];
  if (version < 1 || version > 3) {
    return Error{ErrorCode::file, "it is .npy version " + std::to_string(version) + "; versions 1 to 3 can be read"};
  }
  const std::size_t start = version == 1 ? 10 : 12;
  std::size_t length = file[8] | std::size_t{file[9]} << 8;
  if (version > 1) length |= std::size_t{file[10]} << 16 | std::size_t{file[11]} << 24;
  if (file.size() - start < length) return too_short;

  const std::string_view dictionary(reinterpret_cast<const char*>(file.data()) + start, length);
  const auto type = value_of(dictionary, "descr");
  const auto order = value_of(dictionary, "fortran_order");
  const auto shape = value_of(dictionary, "shape");
  if (!type || !order || !shape) return damaged("its .npy header lacks descr, fortran_order or shape");
  if (type->front() != '\'') {
    return Error{ErrorCode::file, "it is a structured array; arrays of numbers can be read"};
  }
  auto sizes = parse_shape(*shape);
  if (!sizes) return damaged("the shape in its .npy header is no tuple of sizes");
  return NpyHeader{std::string(type->substr(1, type->find('\'', 1) - 1)), order->starts_with("True"), std::move(*sizes),
                   start + length};
}

Result<Extent> NpyHeader::extent(std::uint64_t most) const {
  const std::vector<std::size_t> axes = image_axes(shape);
  if (axes.empty()) {
    return Error{ErrorCode::file,
                 "its shape is " + to_string(shape) + " of '" + type +
                     "'; (H, W), (D, H, W) and these with another axis of length 1 can be read, and images "
                     "of uint8 whose last axis of 3 or 4 has colours"};
  }
  const std::uint64_t depth = axes.size() == 2 ? 1 : shape[axes[0]];
  const std::uint64_t height = shape[axes[axes.size() - 2]];
  const std::uint64_t width = shape[axes.back()];
  if (Result<void> status = check_size(width, height, depth, most); !status) return status.error();
  return Extent{static_cast<int>(width), static_cast<int>(height), static_cast<int>(depth)};
}

Result<std::vector<std::uint8_t>> npy_elements(FileBytes file, const NpyHeader& header, const Extent& extent,
                                               std::size_t bytes, std::size_t number) {
  const FileBytes data = file.subspan(header.data);
  const std::uint64_t needed = static_cast<std::uint64_t>(extent.elements()) * bytes;
  if (data.size() < needed) {
    return truncated("it holds " + std::to_string(data.size()) + " bytes of the array's " + std::to_string(needed));
  }
  std::vector<std::uint8_t> elements(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(needed));
  if (header.fortran_order) to_raster_order(data, extent, bytes, elements.data());
  if (header.is_swapped()) swap_bytes(elements, number);
  return elements;
}

bool is_npy(FileBytes file) {
  return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
}

Result<NpyImage> npy_image(NpyHeader header, std::uint64_t most) {
  NpyImage image;
  image.type = header.type.empty() ? nullptr : find_scalar(std::string_view(header.type).substr(1));
  if (image.type == nullptr) {
    return Error{ErrorCode::file, "its values are of NumPy type '" + header.type +
                                      "'; bool, integers and floats of 16 to 64 bits can be read (numpy.astype "
                                      "converts)"};
  }
  image.format = format_of(*image.type);
  if (header.type.ends_with("u1") && header.shape.size() > 2 && is_colour_axis(header.shape.back())) {
    if (header.fortran_order) {
      return Error{ErrorCode::file, "its colours are in Fortran order; save numpy.ascontiguousarray of it"};
    }
    image.format = PixelFormat::rgba8;
    image.channels = static_cast<int>(header.shape.back());
    header.shape.pop_back();
  }
  const Result<Extent> extent = header.extent(most);
  if (!extent) return extent.error();
  image.extent = *extent;
  return image;
}

Result<Image> decode_npy(FileBytes file) {
  const Result<NpyHeader> header = parse_npy_header(file);
  if (!header) return header.error();
  const Result<NpyImage> array = npy_image(*header);
  if (!array) return array.error();
  const auto elements = static_cast<std::uint64_t>(array->extent.elements());
  Result<std::vector<std::uint8_t>> stored =
      npy_elements(file, *header, array->extent, array->stored_bytes(), array->type->bytes);
  if (!stored) return stored.error();
  Image image{array->extent, array->format, {}};
  if (array->channels == 3) {
    image.opaque = true;
    image.bytes.assign(4 * elements, 255);
    for (std::uint64_t i = 0; i < elements; ++i) std::copy_n(&(*stored)[3 * i], 3, &image.bytes[4 * i]);
    return image;
  }
  if (array->type->format || array->channels > 1) {
    image.bytes = *std::move(stored);
    return image;
  }
  image.bytes.resize(elements * bytes_per_pixel(image.format));
  if (Result<void> status = convert_scalars(*array->type, *stored, 0, image.bytes.data()); !status)
    return status.error();
  return image;
}

Result<void> write_npy_header(OutputFile& file, Extent extent, int channels, int bytes_per_sample, char kind) {
  std::vector<std::uint64_t> shape = {static_cast<std::uint64_t>(extent.height),
                                      static_cast<std::uint64_t>(extent.width)};
  if (extent.is_volume()) shape.insert(shape.begin(), static_cast<std::uint64_t>(extent.depth));
  const bool like_colours = bytes_per_sample == 1 && extent.is_volume() && is_colour_axis(shape.back());
  if (channels > 1 || like_colours) shape.push_back(static_cast<std::uint64_t>(channels));
  std::string dictionary = "{'descr': '";
  dictionary += bytes_per_sample == 1 ? '|' : native;
  dictionary.append(1, kind).append(std::to_string(bytes_per_sample));
  dictionary.append("', 'fortran_order': False, 'shape': ").append(to_string(shape)).append(", }");
  // Ten bytes come before the dictionary and a newline after it. The array starts at a multiple of 64.
  dictionary.append(63 - (10 + dictionary.size()) % 64, ' ');
  dictionary += '\n';

  std::string header(magic);
  header += {'\x01', '\x00', static_cast<char>(dictionary.size() & 0xFF), static_cast<char>(dictionary.size() >> 8)};
  header += dictionary;
  return file.write(header.data(), header.size());
}

Result<void> write_npy(OutputFile& file, Extent extent, int channels, int bytes_per_sample, const void* data,
                       char kind) {
  if (Result<void> status = write_npy_header(file, extent, channels, bytes_per_sample, kind); !status) return status;
  return file.write(data, static_cast<std::size_t>(extent.elements() * channels * bytes_per_sample));
}

}  // namespace glccl::host
