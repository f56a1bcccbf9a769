#include "glccl/host/image.hpp"

#include <cstring>

namespace glccl::host {
namespace {

// A product of two sums over 2^31 pixels of 16 bits needs 78 bits.
__extension__ using Int128 = __int128;

std::vector<std::int64_t> histogram(const Image& grey) {
  const bool wide = grey.format == PixelFormat::u16;
  std::vector<std::int64_t> counts(wide ? 65536 : 256);
  const std::size_t step = wide ? 2 : 1;
  for (std::size_t i = 0; i < grey.bytes.size(); i += step) {
    std::uint16_t value = grey.bytes[i];
    if (wide) std::memcpy(&value, &grey.bytes[i], sizeof value);
    ++counts[value];
  }
  return counts;
}

}  // namespace

unsigned Image::grey_at(int x, int y) const {
  const std::size_t index =
      static_cast<std::size_t>(y) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(x);
  if (format != PixelFormat::u16) return bytes[index];
  std::uint16_t value = 0;
  std::memcpy(&value, &bytes[2 * index], sizeof value);
  return value;
}

Image to_grey(Image image) {
  if (image.format != PixelFormat::rgba8) return image;
  Image grey{image.extent, PixelFormat::u8, std::vector<std::uint8_t>(image.bytes.size() / 4)};
  for (std::size_t i = 0; i < grey.bytes.size(); ++i) {
    const std::uint8_t* pixel = &image.bytes[4 * i];
    grey.bytes[i] = static_cast<std::uint8_t>((77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) / 256);
  }
  return grey;
}

unsigned otsu_threshold(const Image& grey) {
  if (grey.format == PixelFormat::rgba8) return otsu_threshold(to_grey(grey));
  const std::vector<std::int64_t> counts = histogram(grey);
  std::int64_t total = 0;
  std::int64_t total_sum = 0;
  unsigned brightest = 0;
  for (unsigned value = 0; value < counts.size(); ++value) {
    total += counts[value];
    total_sum += counts[value] * value;
    if (counts[value] > 0) brightest = value;
  }

  // With w pixels of sum s in the dark class, the variance between the classes times total^2 is
  // (s * total - w * total_sum)^2 / (w * (total - w)). The differences are exact, so equal
  // variances compare equal and the smallest threshold wins.
  unsigned best = brightest;  // The result for a constant image, which no threshold divides.
  double best_variance = 0.0;
  std::int64_t dark = 0;
  std::int64_t dark_sum = 0;
  for (unsigned value = 0; value < brightest; ++value) {
    dark += counts[value];
    dark_sum += counts[value] * value;
    if (dark == 0) continue;
    const double difference = static_cast<double>(Int128{dark_sum} * total - Int128{dark} * total_sum);
    const double variance = difference * difference / (static_cast<double>(dark) * static_cast<double>(total - dark));
    if (variance > best_variance) {
      best = value;
      best_variance = variance;
    }
  }
  return best;
}

}  // namespace glccl::host
