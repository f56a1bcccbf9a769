#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "host/files/formats.hpp"

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

bool is_npy(FileBytes file) {
  return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
}

Result<Image> decode_npy(FileBytes file) {
  const Result<NpyHeader> header = parse_npy_header(file);
  if (!header) return header.error();
  const std::string kind = header->type.empty() ? "" : header->type.substr(1);
  const bool wide = kind == "u2";
  if (!wide && kind != "u1" && kind != "b1") {
    return Error{ErrorCode::file, "its values are of NumPy type '" + header->type +
                                      "'; uint8, bool and uint16 can be read (numpy.astype converts)"};
  }
  const std::vector<std::uint64_t>& shape = header->shape;
  const bool colour = shape.size() == 3 && (shape[2] == 3 || shape[2] == 4) && kind == "u1";
  if (shape.size() != 2 && !colour) {
    return Error{ErrorCode::file, "its shape is " + to_string(shape) + " of '" + header->type +
                                      "'; (H, W), or (H, W, 3) and (H, W, 4) of uint8, can be read"};
  }
  if (header->fortran_order) {
    return Error{ErrorCode::file, "it is in Fortran order; save numpy.ascontiguousarray of it"};
  }
  if (Status status = check_size(shape[1], shape[0]); !status) return status.error();

  const std::uint64_t pixels = shape[0] * shape[1];
  const std::uint64_t channels = colour ? shape[2] : 1;
  const std::uint64_t expected = pixels * channels * (wide ? 2 : 1);
  const FileBytes data = file.subspan(header->data);
  if (data.size() < expected) {
    return truncated("it holds " + std::to_string(data.size()) + " bytes of the array's " + std::to_string(expected));
  }
  Image image{{static_cast<int>(shape[1]), static_cast<int>(shape[0])}, PixelFormat::u8, {}};
  if (channels == 3) {
    image.format = PixelFormat::rgba8;
    image.bytes.assign(4 * pixels, 255);
    for (std::uint64_t i = 0; i < pixels; ++i) std::copy_n(&data[3 * i], 3, &image.bytes[4 * i]);
    return image;
  }
  image.format = colour ? PixelFormat::rgba8 : wide ? PixelFormat::u16 : PixelFormat::u8;
  image.bytes.assign(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(expected));
  if (wide && header->is_swapped()) {
    for (std::size_t i = 0; i < image.bytes.size(); i += 2) std::swap(image.bytes[i], image.bytes[i + 1]);
  }
  return image;
}

Status write_npy(OutputFile& file, Extent extent, int channels, int bytes_per_sample, const void* data, char kind) {
  std::vector<std::uint64_t> shape = {static_cast<std::uint64_t>(extent.height),
                                      static_cast<std::uint64_t>(extent.width)};
  if (channels > 1) shape.push_back(static_cast<std::uint64_t>(channels));
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
  if (Status status = file.write(header.data(), header.size()); !status) return status;
  return file.write(data, static_cast<std::size_t>(extent.elements() * channels * bytes_per_sample));
}

}  // namespace glccl::host
