#include "glccl/host/image.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

/// The samples of pixel `i` of an rgba8 image: 0..255, with low bytes 0..65535.
std::array<unsigned, 4> colour_at(const Image& image, std::size_t i) {
  std::array<unsigned, 4> samples{};
  for (std::size_t c = 0; c < 4; ++c) {
    samples[c] = image.bytes[4 * i + c];
    if (!image.low_bytes.empty()) samples[c] = samples[c] << 8U | image.low_bytes[4 * i + c];
  }
  return samples;
}

/// An image of u8 or, with low bytes, u16 whose samples are those that `grey_of` makes of colours.
template <class GreyOf>
Image map_colours(const Image& image, const GreyOf& grey_of) {
  const bool wide = !image.low_bytes.empty();
  Image grey{image.extent, wide ? PixelFormat::u16 : PixelFormat::u8, {}};
  grey.bytes.resize(image.bytes.size() / (wide ? 2 : 4));
  for (std::size_t i = 0; i < image.bytes.size() / 4; ++i) {
    const auto value = static_cast<std::uint16_t>(grey_of(colour_at(image, i)));
    if (wide) {
      std::memcpy(&grey.bytes[2 * i], &value, sizeof value);
    } else {
      grey.bytes[i] = static_cast<std::uint8_t>(value);
    }
  }
  return grey;
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

unsigned Image::white() const {
  if (format != PixelFormat::u16) return 255;
  unsigned bits = 255;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    std::uint16_t value = 0;
    std::memcpy(&value, &bytes[i], sizeof value);
    bits |= value;
  }
  return (1U << std::bit_width(bits)) - 1;
}

Image crop(const ImageView& image, const Rectangle& rectangle) {
  Image result{extent_of(rectangle), image.format, {}};
  const std::size_t pixel = bytes_per_pixel(image.format);
  const std::size_t row_bytes = static_cast<std::size_t>(result.extent.width) * pixel;
  for (int z = rectangle.z0; z < rectangle.z1; ++z) {
    for (int y = rectangle.y0; y < rectangle.y1; ++y) {
      const std::uint8_t* first = image.row(y, z) + static_cast<std::size_t>(rectangle.x0) * pixel;
      result.bytes.insert(result.bytes.end(), first, first + row_bytes);
    }
  }
  return result;
}

Image to_grey(Image image) {
  if (image.format != PixelFormat::rgba8) return image;
  return map_colours(image, [](const auto& rgba) { return (77 * rgba[0] + 150 * rgba[1] + 29 * rgba[2]) / 256; });
}

Image largest_of_colours(Image image) {
  if (image.format != PixelFormat::rgba8) return image;
  return map_colours(image, [](const auto& rgba) { return std::max({rgba[0], rgba[1], rgba[2]}); });
}

Image number_wide_colours(Image image) {
  if (image.low_bytes.empty()) return image;
  std::vector<std::uint64_t> colours(image.bytes.size() / 4);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    for (const unsigned sample : colour_at(image, i)) colours[i] = colours[i] << 16U | sample;
    if (image.opaque && colours[i] >> 16U == 0) colours[i] = 0;
  }
  std::vector<std::uint64_t> sorted = colours;
  sorted.push_back(0);  // The background has number 0 also where there is none.
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  image.format = PixelFormat::u32;
  image.low_bytes.clear();
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const auto number =
        static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), colours[i]) - sorted.begin());
    std::memcpy(&image.bytes[4 * i], &number, sizeof number);
  }
  return image;
}

std::optional<std::uint32_t> number_of_wide_colour(const Image& image, const PixelValue& colour) {
  for (std::size_t i = 0; i < image.bytes.size() / 4; ++i) {
    const std::array<unsigned, 4> samples = colour_at(image, i);
    if (!std::equal(samples.begin(), samples.end(), colour.begin())) continue;
    std::uint32_t number = 0;
    std::memcpy(&number, &number_wide_colours(image).bytes[4 * i], sizeof number);
    return number;
  }
  return std::nullopt;
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
