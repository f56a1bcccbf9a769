// The oracle that every other engine is tested against, short enough to trust by reading.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "glccl/host/cpu.hpp"
#include "host/cpu/allocate_labels.hpp"

namespace glccl::host {
namespace {

/// A half float: a sign, 5 bits of exponent, 10 of fraction.
struct Half {
  std::uint16_t bits;

  operator float() const {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    float magnitude =
        std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction + 1024), std::max(exponent, 1) - 25);
    if (exponent == 31)
      magnitude = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    return std::copysign(magnitude, (bits & 0x8000) == 0 ? 1.0F : -1.0F);
  }
};

/// One pixel as it is stored.
template <class Sample, int channels>
struct StoredPixel {
  Sample channel[channels];
};

template <class Pixel>
Pixel pixel_at(const std::uint8_t* row, int x) {
  Pixel pixel;
  std::memcpy(&pixel, row + static_cast<std::size_t>(x) * sizeof pixel, sizeof pixel);
  return pixel;
}

/// What byte b stands for where bytes are fractions: the float b / 255.0F that a shader reads.
constexpr auto fractions = [] {
  std::array<float, 256> values{};
  for (int b = 0; b < 256; ++b) values[static_cast<std::size_t>(b)] = static_cast<float>(b) / 255.0F;
  return values;
}();

/// The number that Foreground compares.
template <class Sample>
double compared(Sample sample, bool is_fraction) {
  if constexpr (std::is_same_v<Sample, std::uint8_t>) {
    if (is_fraction) return double{fractions[sample]};
  }
  return static_cast<double>(sample);
}

// Whether a pixel is foreground. `is_fraction` tells whether a byte stands for a fraction.
template <class Sample, int channels>
bool is_foreground(const Foreground& criterion, const StoredPixel<Sample, channels>& p, bool is_fraction) {
  const auto is_in_range = [&](Sample sample) {
    const double value = compared(sample, is_fraction);
    return value > criterion.low && value <= criterion.high;
  };
  const int channel = channels == 1 ? 0 : static_cast<int>(criterion.channel);
  const bool inside = criterion.channel == Channel::any ? std::any_of(p.channel, p.channel + channels, is_in_range)
                                                        : is_in_range(p.channel[channel]);
  return inside != criterion.inverted;
}

/// Whether a pixel has the value of the background, as numbers.
template <class Sample, int channels>
bool is_background(const std::optional<PixelValue>& background, const StoredPixel<Sample, channels>& p) {
  if (!background) return false;
  using Number = std::conditional_t<std::is_integral_v<Sample>, Sample, float>;
  for (std::size_t c = 0; c < channels; ++c) {
    if (Number{p.channel[c]} != static_cast<Number>((*background)[c])) return false;
  }
  return true;
}
template <class Pixel>
bool is_foreground(const Equal& criterion, const Pixel& p, bool) {
  return !is_background(criterion.background, p);
}
template <class Pixel>
bool is_foreground(const Difference& criterion, const Pixel& p, bool) {
  return !is_background(criterion.background, p);
}

// Whether two neighbouring foreground pixels are connected.
template <class Pixel>
bool are_connected(const Foreground&, const Pixel&, const Pixel&) {
  return true;
}
template <class Sample, int channels>
bool are_connected(const Equal&, const StoredPixel<Sample, channels>& p, const StoredPixel<Sample, channels>& q) {
  return std::equal(p.channel, p.channel + channels, q.channel);
}
double luminance_of(const StoredPixel<std::uint8_t, 4>& p) {
  return (77 * p.channel[0] + 150 * p.channel[1] + 29 * p.channel[2]) / 256.0;
}
template <class Sample, int channels>
bool are_connected(const Difference& criterion, const StoredPixel<Sample, channels>& p,
                   const StoredPixel<Sample, channels>& q) {
  if constexpr (channels == 4 && std::is_same_v<Sample, std::uint8_t>) {
    if (criterion.measure == Measure::luminance) {
      return std::abs(luminance_of(p) - luminance_of(q)) <= criterion.largest;
    }
  }
  if (criterion.measure == Measure::largest) {
    return std::equal(p.channel, p.channel + channels, q.channel, [&](Sample a, Sample b) {
      return double{std::abs(static_cast<float>(a) - static_cast<float>(b))} <= criterion.largest;
    });
  }
  using Sum = std::conditional_t<std::is_integral_v<Sample>, std::int64_t, float>;
  Sum sum = 0;
  for (int c = 0; c < channels; ++c) sum += std::abs(Sum{p.channel[c]} - Sum{q.channel[c]});
  return static_cast<double>(sum) <= criterion.largest;
}

/// A forest over the pixels in raster order. Label i + 1 at pixel i makes the pixel a root, a smaller label is that of
/// its parent, and 0 is background. Parents come before their children in raster order.
class SerialForest {
 public:
  explicit SerialForest(std::vector<std::uint32_t>& labels) : labels_(labels) {}

  std::uint32_t find(std::uint32_t label) {
    while (labels_[label - 1] != label) {
      labels_[label - 1] = labels_[labels_[label - 1] - 1];  // path halving
      label = labels_[label - 1];
    }
    return label;
  }

  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    labels_[std::max(a, b) - 1] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t>& labels_;
};

template <class Pixel, class SomeCriterion>
void label(const ImageView& image, Connectivity connectivity, const SomeCriterion& criterion,
           std::vector<std::uint32_t>& labels) {
  const int width = image.extent.width;
  const bool is_fraction = traits_of(image.format).scale != 1.0F;
  SerialForest forest(labels);

  // First scan, over the neighbours before a pixel in raster order (the paper's FS_8):  NW N NE
  //                                                                                      W p
  std::uint32_t i = 0;
  const std::uint8_t* above = nullptr;
  for (int y = 0; y < image.extent.height; ++y) {
    const std::uint8_t* row = image.row(y);
    for (int x = 0; x < width; ++x, ++i) {
      const auto p = pixel_at<Pixel>(row, x);
      if (!is_foreground(criterion, p, is_fraction)) continue;
      labels[i] = i + 1;
      for (const auto& [dx, dy] : {std::pair{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}) {
        if (connectivity == Connectivity::four && dx != 0 && dy != 0) continue;
        if (x + dx < 0 || x + dx >= width || y + dy < 0) continue;
        const std::size_t neighbor = i + static_cast<std::size_t>(std::ptrdiff_t{dy} * width + dx);
        if (labels[neighbor] == 0) continue;
        if (!are_connected(criterion, p, pixel_at<Pixel>(dy == 0 ? row : above, x + dx))) continue;
        forest.unite(i + 1, labels[neighbor]);
      }
    }
    above = row;
  }

  // Second scan: a root takes the next number, every other pixel the number that its parent already has.
  std::uint32_t count = 0;
  for (i = 0; i < labels.size(); ++i) {
    if (labels[i] != 0) labels[i] = labels[i] == i + 1 ? ++count : labels[labels[i] - 1];
  }
}

/// Labels an image whose channels are stored as `Sample`.
template <class Sample, int channels>
void label_stored(const ImageView& image, const LabelingSpec& spec, std::vector<std::uint32_t>& labels) {
  const auto label_by = [&](const auto& criterion) {
    label<StoredPixel<Sample, channels>>(image, spec.connectivity, criterion, labels);
  };
  std::visit(label_by, spec.criterion);
}

}  // namespace

Capabilities serial_capabilities() {
  return {.engine = "cpu-serial", .formats = {}};  // all that have bytes in memory
}

Result<LabelImage> label_serial(const ImageView& image, const LabelingSpec& spec) {
  if (Status status = check(spec, image.format, image.extent, serial_capabilities()); !status) return status.error();
  Result<LabelImage> result = allocate_labels(image.extent);
  if (!result) return result;
  switch (image.format) {
    case PixelFormat::u16:
      label_stored<std::uint16_t, 1>(image, spec, result->values);
      break;
    case PixelFormat::u32:
      label_stored<std::uint32_t, 1>(image, spec, result->values);
      break;
    case PixelFormat::i8:
      label_stored<std::int8_t, 1>(image, spec, result->values);
      break;
    case PixelFormat::i16:
      label_stored<std::int16_t, 1>(image, spec, result->values);
      break;
    case PixelFormat::i32:
      label_stored<std::int32_t, 1>(image, spec, result->values);
      break;
    case PixelFormat::rg32u:
      label_stored<std::uint32_t, 2>(image, spec, result->values);
      break;
    case PixelFormat::f32:
      label_stored<float, 1>(image, spec, result->values);
      break;
    case PixelFormat::rgba8:
      label_stored<std::uint8_t, 4>(image, spec, result->values);
      break;
    case PixelFormat::f16:
      label_stored<Half, 1>(image, spec, result->values);
      break;
    case PixelFormat::rg16f:
      label_stored<Half, 2>(image, spec, result->values);
      break;
    case PixelFormat::rg32f:
      label_stored<float, 2>(image, spec, result->values);
      break;
    case PixelFormat::rgba16f:
      label_stored<Half, 4>(image, spec, result->values);
      break;
    default:  // u8 and unorm8
      label_stored<std::uint8_t, 1>(image, spec, result->values);
      break;
  }
  return result;
}

}  // namespace glccl::host
