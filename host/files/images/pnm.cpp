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

/// Stores samples in an image and widens RGB to RGBA.
class PnmWriter {
 public:
  PnmWriter(Extent extent, bool colour, bool wide) : colour_(colour), wide_(wide) {
    image_.extent = extent;
    image_.format = colour ? PixelFormat::rgba8 : wide_ ? PixelFormat::u16 : PixelFormat::u8;
    image_.opaque = colour;
    image_.bytes.resize(static_cast<std::size_t>(extent.elements()) * (colour ? 4 : 1) * (wide_ ? 2 : 1), 255);
  }

  void put(std::uint64_t sample) {
    if (wide_) {
      const auto value = static_cast<std::uint16_t>(sample);
      std::memcpy(&image_.bytes[2 * position_++], &value, sizeof value);
    } else {
      image_.bytes[position_++] = static_cast<std::uint8_t>(sample);
    }
    if (colour_ && position_ % 4 == 3) ++position_;  // Alpha stays the largest value.
  }

  Image take() {
    if (colour_ && wide_) split_samples(image_);
    return std::move(image_);
  }

 private:
  Image image_;
  bool colour_;
  bool wide_;
  std::size_t position_ = 0;
};

/// Pixels of a bitmap, as u8.
constexpr std::uint64_t ink = 0;
constexpr std::uint64_t paper = 255;

Error too_few_bytes(FileBytes data, std::uint64_t expected) {
  return truncated("it holds " + std::to_string(data.size()) + " bytes of the pixels' " + std::to_string(expected));
}

Error no_sample(std::uint64_t i, std::uint64_t maximum) {
  return damaged("sample " + std::to_string(i) + " is no number from 0 to " + std::to_string(maximum));
}

/// Reads a binary bitmap: eight pixels per byte, and every row starts a new byte.
Result<void> read_bits(FileBytes data, Extent extent, PnmWriter& writer) {
  const std::size_t width = static_cast<std::size_t>(extent.width);
  const std::size_t row_bytes = (width + 7) / 8;
  const std::size_t expected = row_bytes * static_cast<std::size_t>(extent.height);
  if (data.size() < expected) return too_few_bytes(data, expected);
  for (std::size_t row = 0; row < expected; row += row_bytes) {
    for (std::size_t x = 0; x < width; ++x) writer.put(data[row + x / 8] >> (7 - x % 8) & 1U ? ink : paper);
  }
  return {};
}

/// Reads binary samples of one byte, or of two with the more significant first.
Result<void> read_binary(FileBytes data, std::uint64_t samples, std::uint64_t maximum, PnmWriter& writer) {
  const std::uint64_t sample_bytes = maximum > 255 ? 2 : 1;
  if (data.size() < samples * sample_bytes) return too_few_bytes(data, samples * sample_bytes);
  for (std::size_t i = 0; i < samples; ++i) {
    const std::uint32_t sample = big_endian(data, i * sample_bytes, static_cast<int>(sample_bytes));
    if (sample > maximum) return no_sample(i, maximum);
    writer.put(sample);
  }
  return {};
}

Result<void> read_text(PnmReader& reader, bool bitmap, std::uint64_t samples, std::uint64_t maximum,
                       PnmWriter& writer) {
  for (std::uint64_t i = 0; i < samples; ++i) {
    const std::optional<std::uint64_t> sample = bitmap ? reader.bit() : reader.number(maximum);
    if (!sample) {
      if (!reader.at_end()) return no_sample(i, maximum);
      return truncated("it holds " + std::to_string(i) + " samples of " + std::to_string(samples));
    }
    writer.put(!bitmap ? *sample : *sample == 1 ? ink : paper);
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
  if (Result<void> status = check_size(*width, *height); !status) return status.error();
  const bool binary = kind > 3;
  const bool wide = *maximum > 255;
  const std::uint64_t samples = *width * *height * (colour ? 3 : 1);
  const Result<void> room = check_room(file, samples * (binary && wide ? 2 : 1), binary && bitmap ? 8 : 1);
  if (!room) return room.error();

  const Extent extent{static_cast<int>(*width), static_cast<int>(*height)};
  PnmWriter writer(extent, colour, wide);
  const Result<void> status = !binary  ? read_text(reader, bitmap, samples, *maximum, writer)
                              : bitmap ? read_bits(reader.samples(), extent, writer)
                                       : read_binary(reader.samples(), samples, *maximum, writer);
  if (!status) return status.error();
  return writer.take();
}

}  // namespace glccl::host
