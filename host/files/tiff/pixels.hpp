// From the samples that a TIFF page stores to pixels in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "host/files/tiff/pages.hpp"

namespace glccl::host {

/// Puts stored samples of a page into a slice in memory. Requires is_stored_as_wanted().
class TiffPixels {
 public:
  TiffPixels(const TiffPage& page, std::uint8_t* slice)
      : page_(page),
        slice_(slice),
        channels_(page.image_channels()),
        wide_(page.bits > 8),
        largest_(page.bits <= 16 ? (1U << page.bits) - 1 : 0) {}

  /// Stores the samples of `count` pixels from column x of row y on. `samples` begins with the first of them; `plane`
  /// is the sample that they are of where these are stored apart.
  void put(std::size_t x, std::size_t y, std::size_t count, const std::uint8_t* samples, std::size_t plane) {
    const std::size_t together = page_.samples_together();
    if (channels_ == 1 && page_.bits % 8 == 0 && page_.photometric == PHOTOMETRIC_MINISBLACK) {
      const std::size_t sample_bytes = page_.bits / 8;
      std::memcpy(slice_ + (y * page_.width + x) * sample_bytes, samples, count * sample_bytes);
      return;
    }
    std::size_t index = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t to = (y * page_.width + x + i) * channels_;
      for (std::size_t s = 0; s < together; ++s) put_sample(to, together == 1 ? plane : s, sample(samples, index++));
    }
  }

 private:
  /// Sample `index` of a row: 16 bits in the byte order of the machine, else bits from the most significant on.
  unsigned sample(const std::uint8_t* samples, std::size_t index) const {
    if (page_.bits == 8) return samples[index];
    if (page_.bits == 16) {
      std::uint16_t value = 0;
      std::memcpy(&value, samples + 2 * index, sizeof value);
      return value;
    }
    unsigned value = 0;
    for (std::size_t bit = index * page_.bits; bit < (index + 1) * page_.bits; ++bit) {
      value = value << 1 | (samples[bit / 8] >> (7 - bit % 8) & 1U);
    }
    return value;
  }

  /// Stores the sample of a channel of the file for the pixel whose samples begin at `to`.
  void put_sample(std::size_t to, std::size_t channel, unsigned value) {
    if (page_.photometric == PHOTOMETRIC_MINISWHITE && channel == 0) value = largest_ - value;
    if (page_.bits < 8 && !page_.indices) value = (value * 255 + largest_ / 2) / largest_;
    if (channels_ == 1) return store(to, value);
    if (!page_.is_grey()) return store(to + channel, value);
    if (channel == 1) return store(to + 3, value);
    for (std::size_t c = 0; c < 3; ++c) store(to + c, value);
  }

  void store(std::size_t to, unsigned value) {
    if (!wide_) {
      slice_[to] = static_cast<std::uint8_t>(value);
      return;
    }
    const auto sample = static_cast<std::uint16_t>(value);
    std::memcpy(slice_ + 2 * to, &sample, sizeof sample);
  }

  const TiffPage& page_;
  std::uint8_t* slice_;
  std::size_t channels_;
  bool wide_;
  unsigned largest_;
};

/// Mirrors rows of `width` pixels of `pixel` bytes so that the first row is the top row and the first column the left
/// column, if the page has this orientation.
void put_upright(std::span<std::uint8_t> rows, std::size_t width, std::size_t pixel, std::uint16_t orientation);

/// Whether the first stored row of a page of this orientation is the bottom row.
inline bool is_upside_down(std::uint16_t orientation) {
  return orientation == ORIENTATION_BOTLEFT || orientation == ORIENTATION_BOTRIGHT;
}

/// Whether decode_tiff() reads such a page. Error `file`.
Result<void> check_pixels(const TiffPage& page);

/// The error of a page whose samples are not of a readable kind.
Error other_samples(const TiffPage& page, const char* readable);

}  // namespace glccl::host
