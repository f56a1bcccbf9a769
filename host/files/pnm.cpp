#include <algorithm>
#include <cstring>
#include <optional>

#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

bool is_space(std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Reads the text and the samples of a file.
class PnmReader {
 public:
  explicit PnmReader(FileBytes file) : file_(file) {}

  /// The next number in the text, after white space and comments. None at the end of the file, at a character that is
  /// no digit, and for a number above `largest`.
  std::optional<std::uint64_t> number(std::uint64_t largest) {
    skip_space();
    if (position_ == file_.size() || !is_digit()) return std::nullopt;
    std::uint64_t value = 0;
    for (; position_ < file_.size() && is_digit(); ++position_) {
      value = 10 * value + (file_[position_] - std::uint64_t{'0'});
      if (value > largest) return std::nullopt;
    }
    return value;
  }

  /// The next pixel of a text bitmap: one digit, with or without white space before the next.
  std::optional<std::uint64_t> bit() {
    skip_space();
    if (position_ == file_.size() || (file_[position_] != '0' && file_[position_] != '1')) return std::nullopt;
    return file_[position_++] - std::uint64_t{'0'};
  }

  bool at_end() const { return position_ == file_.size(); }

  /// The bytes after the single white space that ends the header.
  FileBytes samples() const { return file_.subspan(std::min(position_ + 1, file_.size())); }

 private:
  bool is_digit() const { return file_[position_] >= '0' && file_[position_] <= '9'; }

  void skip_space() {
    for (; position_ < file_.size(); ++position_) {
      if (file_[position_] == '#') {
        while (position_ + 1 < file_.size() && file_[position_] != '\n' && file_[position_] != '\r') ++position_;
      } else if (!is_space(file_[position_])) {
        return;
      }
    }
  }

  FileBytes file_;
  std::size_t position_ = 2;  // After "P5".
};

/// Stores samples in an image: scales them and widens RGB to RGBA.
class PnmWriter {
 public:
  PnmWriter(Extent extent, PixelFormat format, std::uint64_t maximum)
      : image_{extent, format,
               std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements() * bytes_per_pixel(format)), 255)},
        maximum_(maximum) {}

  void put(std::uint64_t sample) {
    const std::uint64_t full = image_.format == PixelFormat::u16 ? 65535 : 255;
    const auto value = static_cast<std::uint16_t>((std::min(sample, maximum_) * full + maximum_ / 2) / maximum_);
    if (image_.format == PixelFormat::u16) {
      std::memcpy(&image_.bytes[position_], &value, 2);
      position_ += 2;
      return;
    }
    image_.bytes[position_++] = static_cast<std::uint8_t>(value);
    if (image_.format == PixelFormat::rgba8 && position_ % 4 == 3) ++position_;  // Alpha stays 255.
  }

  Image take() { return std::move(image_); }

 private:
  Image image_;
  std::uint64_t maximum_;
  std::size_t position_ = 0;
};

/// Reads binary samples. A sample has one byte, or two with the more significant first. Bitmaps have eight pixels per
/// byte, and every row starts a new byte.
Status read_binary(FileBytes data, Extent extent, bool bitmap, std::uint64_t samples, std::uint64_t maximum,
                   PnmWriter& writer) {
  const std::uint64_t row_bytes = (static_cast<std::uint64_t>(extent.width) + 7) / 8;
  const std::uint64_t sample_bytes = maximum > 255 ? 2 : 1;
  const std::uint64_t expected =
      bitmap ? row_bytes * static_cast<std::uint64_t>(extent.height) : samples * sample_bytes;
  if (data.size() < expected) {
    return truncated("it holds " + std::to_string(data.size()) + " bytes of the pixels' " + std::to_string(expected));
  }
  if (bitmap) {
    for (std::size_t row = 0; row < expected; row += row_bytes) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(extent.width); ++x) {
        writer.put(data[row + x / 8] >> (7 - x % 8) & 1U ? 0 : 1);
      }
    }
  } else {
    for (std::size_t i = 0; i < expected; i += sample_bytes) {
      writer.put(sample_bytes == 2 ? data[i] * std::uint64_t{256} + data[i + 1] : data[i]);
    }
  }
  return {};
}

Status read_text(PnmReader& reader, bool bitmap, std::uint64_t samples, std::uint64_t maximum, PnmWriter& writer) {
  for (std::uint64_t i = 0; i < samples; ++i) {
    const std::optional<std::uint64_t> sample = bitmap ? reader.bit() : reader.number(maximum);
    if (!sample) {
      if (reader.at_end()) {
        return truncated("it holds " + std::to_string(i) + " samples of " + std::to_string(samples));
      }
      return damaged("sample " + std::to_string(i) + " is no number from 0 to " + std::to_string(maximum));
    }
    writer.put(bitmap ? 1 - *sample : *sample);
  }
  return {};
}

}  // namespace

bool is_pnm(FileBytes file) {
  return file.size() >= 3 && file[0] == 'P' && file[1] >= '1' && file[1] <= '6' &&
         (is_space(file[2]) || file[2] == '#');
}

Result<Image> decode_pnm(FileBytes file) {
  const int kind = file[1] - '0';
  const bool bitmap = kind % 3 == 1;
  const bool colour = kind % 3 == 0;
  PnmReader reader(file);
  const auto width = reader.number(max_pixels);
  const auto height = width ? reader.number(max_pixels) : std::nullopt;
  const auto maximum = bitmap ? 1 : height ? reader.number(65535) : std::nullopt;
  if (!width || !height || !maximum || *maximum == 0) {
    if (reader.at_end()) return truncated("its PNM header is not complete");
    return damaged("its PNM header does not give a width, a height and a maximum from 1 to 65535");
  }
  if (Status status = check_size(*width, *height); !status) return status.error();
  // Text needs at least a byte per sample and bitmaps a bit. A file that is too short for its header is refused before
  // memory is allocated for its pixels.
  const std::uint64_t samples = *width * *height * (colour ? 3 : 1);
  if (samples / 8 > file.size())
    return truncated("it holds " + std::to_string(file.size()) + " bytes for " + std::to_string(samples) + " samples");

  const Extent extent{static_cast<int>(*width), static_cast<int>(*height)};
  const PixelFormat format = colour ? PixelFormat::rgba8 : *maximum > 255 ? PixelFormat::u16 : PixelFormat::u8;
  PnmWriter writer(extent, format, *maximum);
  const Status status = kind > 3 ? read_binary(reader.samples(), extent, bitmap, samples, *maximum, writer)
                                 : read_text(reader, bitmap, samples, *maximum, writer);
  if (!status) return status.error();
  return writer.take();
}

}  // namespace glccl::host
