// The oracle that every other engine is tested against, short enough to trust by reading.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "host/cpu/allocate_labels.hpp"
#include "host/image/stored_number.hpp"

namespace glccl::host {
namespace {

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

/// A forest over the provisional labels 1, 2, ... Parents are smaller than their children.
class SerialForest {
 public:
  /// Whether there is no label left: labels have 32 bits.
  bool is_full() const { return parents_.size() > std::numeric_limits<std::uint32_t>::max(); }

  /// A new label, which is a root.
  std::uint32_t add() {
    parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    return parents_.back();
  }

  /// Unites two trees and returns their root.
  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    return parents_[std::max(a, b)] = std::min(a, b);
  }

  /// The final labels 1, 2, ... by provisional label: a root takes the next one, others that of their parent.
  std::vector<std::uint32_t> number() {
    std::uint32_t count = 0;
    for (std::size_t label = 1; label < parents_.size(); ++label) {
      parents_[label] = parents_[label] == label ? ++count : parents_[parents_[label]];
    }
    return std::move(parents_);
  }

 private:
  std::uint32_t find(std::uint32_t label) {
    while (parents_[label] != label) label = parents_[label] = parents_[parents_[label]];  // path halving
    return label;
  }

  std::vector<std::uint32_t> parents_ = {0};  ///< Label 0 is background.
};

Error too_many_labels(const Extent& extent) {
  return {ErrorCode::too_large, "cpu-serial has no labels of 32 bits left for " + to_string(extent) +
                                    " elements that few neighbours connect: label it in parts"};
}

/// A neighbour of an element, from which it is this far away.
struct Neighbor {
  int x = 0;
  int y = 0;
  int z = 0;
  std::ptrdiff_t elements = 0;  ///< Distance in raster order.
  std::ptrdiff_t bytes = 0;     ///< Distance in the image.
};

/// The neighbours before element p in raster order. Of these 13, connectivity 4 and 6 take those that differ in one
/// coordinate, 8 and 18 in at most two, 26 all. An image has no slice before: 4 and 8 are left of 6 and of 18 and 26.
///
///     slice before    slice of p
///     o  o  o         o  o  o
///     o  o  o         o  p
///     o  o  o
std::vector<Neighbor> neighbors_before(const ImageView& image, Connectivity connectivity) {
  const bool faces = connectivity == Connectivity::four || connectivity == Connectivity::six;
  const int most = faces ? 1 : connectivity == Connectivity::twenty_six ? 3 : 2;
  const std::ptrdiff_t width = image.extent.width;
  std::vector<Neighbor> neighbors;
  for (int place = 0; place < 13; ++place) {  // of 27 around the element, which is the 14th
    const int x = place % 3 - 1;
    const int y = place / 3 % 3 - 1;
    const int z = place / 9 - 1;
    if (std::abs(x) + std::abs(y) + std::abs(z) > most) continue;
    neighbors.push_back({x, y, z, (std::ptrdiff_t{z} * image.extent.height + y) * width + x,
                         z * static_cast<std::ptrdiff_t>(image.slice_pitch()) +
                             y * static_cast<std::ptrdiff_t>(image.row_pitch()) +
                             x * static_cast<std::ptrdiff_t>(bytes_per_pixel(image.format))});
  }
  return neighbors;
}

/// A coordinate of a neighbour on an axis of `size` elements: beyond an end of a periodic axis it is one at the other
/// end.
int wrapped(int coordinate, int size, bool periodic) { return periodic ? (coordinate + size) % size : coordinate; }

/// Unites the labels of elements at the beginning of a periodic axis with those of their neighbours, wherever these
/// are: each pair across a seam has one such element. Pairs that are not across a seam are united already.
template <class Pixel, class SomeCriterion>
void unite_across_seams(const ImageView& image, const LabelingSpec& spec, const SomeCriterion& criterion,
                        const std::vector<std::uint32_t>& labels, SerialForest& forest) {
  const auto& [width, height, depth] = image.extent;
  const auto& [in_x, in_y, in_z] = spec.periodic;
  const std::vector<Neighbor> before = neighbors_before(image, spec.connectivity);
  for (std::size_t place = 0; place < labels.size(); ++place) {
    const Position p = position_of(place, image.extent);
    const bool at_seam = (in_x && p.x == 0) || (in_y && p.y == 0) || (in_z && p.z == 0);
    if (!at_seam || labels[place] == 0) continue;
    for (std::size_t i = 0; i < 2 * before.size(); ++i) {
      const Neighbor& n = before[i / 2];
      const int sign = i % 2 == 0 ? 1 : -1;  // the neighbours behind an element lie opposite to those before it
      const Position q{wrapped(p.x + sign * n.x, width, in_x), wrapped(p.y + sign * n.y, height, in_y),
                       wrapped(p.z + sign * n.z, depth, in_z)};
      if (q.x < 0 || q.y < 0 || q.z < 0 || q.x >= width || q.y >= height || q.z >= depth) continue;
      const std::uint32_t other = labels[place_of(q, image.extent)];
      if (other == 0 || !are_connected(criterion, pixel_at<Pixel>(image.row(p.y, p.z), p.x),
                                       pixel_at<Pixel>(image.row(q.y, q.z), q.x))) {
        continue;
      }
      forest.unite(labels[place], other);
    }
  }
}

template <class Pixel, class SomeCriterion>
Result<void> label(const ImageView& image, const LabelingSpec& spec, const SomeCriterion& criterion,
                   const ImageView* mask, std::vector<std::uint32_t>& labels) {
  const Extent extent = image.extent;
  const bool is_fraction = traits_of(image.format).scale != 1.0F;
  const std::vector<Neighbor> before = neighbors_before(image, spec.connectivity);
  std::vector<Neighbor> in_volume;  // those whose rows lie in the volume
  SerialForest forest;

  // First scan: an element takes the label of the connected neighbours before it, which it unites, or else a new one.
  std::uint32_t* at = labels.data();
  for (int z = 0; z < extent.depth; ++z) {
    for (int y = 0; y < extent.height; ++y) {
      in_volume.clear();
      std::copy_if(before.begin(), before.end(), std::back_inserter(in_volume),
                   [&](const Neighbor& n) { return z + n.z >= 0 && y + n.y >= 0 && y + n.y < extent.height; });
      const std::uint8_t* const row = image.row(y, z);
      const std::uint8_t* const mask_row = mask != nullptr ? mask->row(y, z) : nullptr;
      for (int x = 0; x < extent.width; ++x, ++at) {
        if (mask_row != nullptr && mask_row[x] == 0) continue;
        const auto p = pixel_at<Pixel>(row, x);
        if (!is_foreground(criterion, p, is_fraction)) continue;
        for (const Neighbor& n : in_volume) {
          if (x + n.x < 0 || x + n.x >= extent.width) continue;
          const std::uint32_t label = at[n.elements];
          if (label == 0 || !are_connected(criterion, p, pixel_at<Pixel>(row + n.bytes, x))) continue;
          *at = *at == 0 ? label : forest.unite(*at, label);
        }
        if (*at != 0) continue;
        if (forest.is_full()) return too_many_labels(extent);
        *at = forest.add();
      }
    }
  }

  if (spec.periodic.any()) unite_across_seams<Pixel>(image, spec, criterion, labels, forest);

  // Second scan. A root is the label of the component's first element, so final labels are in raster order.
  const std::vector<std::uint32_t> numbers = forest.number();
  for (std::uint32_t& label : labels) label = numbers[label];
  return {};
}

/// Labels an image whose channels are stored as `Sample`.
template <class Sample, int channels>
Result<void> label_stored(const ImageView& image, const LabelingSpec& spec, const ImageView* mask,
                          std::vector<std::uint32_t>& labels) {
  const auto label_by = [&](const auto& criterion) {
    return label<StoredPixel<Sample, channels>>(image, spec, criterion, mask, labels);
  };
  return std::visit(label_by, spec.criterion);
}

Result<void> label_any(const ImageView& image, const LabelingSpec& spec, const ImageView* mask,
                       std::vector<std::uint32_t>& labels) {
  switch (image.format) {
    case PixelFormat::u16:
      return label_stored<std::uint16_t, 1>(image, spec, mask, labels);
    case PixelFormat::u32:
      return label_stored<std::uint32_t, 1>(image, spec, mask, labels);
    case PixelFormat::i8:
      return label_stored<std::int8_t, 1>(image, spec, mask, labels);
    case PixelFormat::i16:
      return label_stored<std::int16_t, 1>(image, spec, mask, labels);
    case PixelFormat::i32:
      return label_stored<std::int32_t, 1>(image, spec, mask, labels);
    case PixelFormat::rg32u:
      return label_stored<std::uint32_t, 2>(image, spec, mask, labels);
    case PixelFormat::f32:
      return label_stored<float, 1>(image, spec, mask, labels);
    case PixelFormat::rgba8:
      return label_stored<std::uint8_t, 4>(image, spec, mask, labels);
    case PixelFormat::f16:
      return label_stored<Half, 1>(image, spec, mask, labels);
    case PixelFormat::rg16f:
      return label_stored<Half, 2>(image, spec, mask, labels);
    case PixelFormat::rg32f:
      return label_stored<float, 2>(image, spec, mask, labels);
    case PixelFormat::rgba16f:
      return label_stored<Half, 4>(image, spec, mask, labels);
    default:  // u8 and unorm8
      return label_stored<std::uint8_t, 1>(image, spec, mask, labels);
  }
}

}  // namespace

Capabilities serial_capabilities() {
  return {.engine = "cpu-serial",
          .connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                             Connectivity::twenty_six},
          .formats = {},                              // all that have bytes in memory
          .largest_elements = std::int64_t{1} << 34,  // so that sums of coordinates fit 64 bits
          .needs = {Need::mask, Need::periodic}};
}

Result<LabelImage> label_serial(const ImageView& image, const LabelingSpec& asked, const ImageView* mask) {
  if (Result<void> status = check(asked, image.format, image.extent, serial_capabilities()); !status)
    return status.error();
  if (Result<void> status = check_mask(asked, mask, image.extent, serial_capabilities()); !status)
    return status.error();
  const LabelingSpec spec = spec_in(image.extent, asked);
  Result<LabelImage> result = allocate_labels(image.extent);
  if (!result) return result;
  try {
    if (Result<void> status = label_any(image, spec, mask, result->values); !status) return status.error();
  } catch (const std::bad_alloc&) {
    return no_memory_for_labels(image.extent);
  }
  return result;
}

}  // namespace glccl::host
