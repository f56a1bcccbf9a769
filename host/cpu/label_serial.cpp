// The oracle that every other engine is held against: kept short enough to trust by reading.
#include <algorithm>
#include <cstdlib>

#include "glccl/host/labeling.hpp"

namespace glccl::host {
namespace {

/// One pixel, its channels as integers; a grey pixel has one.
struct Pixel {
  int channel[4] = {0, 0, 0, 0};
};

Pixel pixel_at(const Image& image, int x, int y) {
  if (image.format != PixelFormat::rgba8) return {{static_cast<int>(image.grey_at(x, y)), 0, 0, 0}};
  const std::uint8_t* rgba =
      &image.bytes[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.size.width) +
                        static_cast<std::size_t>(x))];
  return {{rgba[0], rgba[1], rgba[2], rgba[3]}};
}

bool is_foreground(const Foreground& criterion, const Image& image, const Pixel& p) {
  int value = p.channel[0];
  if (image.format == PixelFormat::rgba8) {
    value = criterion.channel == Channel::any ? *std::max_element(p.channel, p.channel + 4)
                                              : p.channel[static_cast<int>(criterion.channel)];
  }
  return (static_cast<float>(value) > criterion.threshold) != criterion.inverted;
}
bool is_foreground(const Equal&, const Image&, const Pixel& p) {
  return std::any_of(p.channel, p.channel + 4, [](int value) { return value != 0; });
}
bool is_foreground(const Difference&, const Image&, const Pixel&) { return true; }

// Whether two neighbouring foreground pixels are linked.
bool are_linked(const Foreground&, const Pixel&, const Pixel&) { return true; }
bool are_linked(const Equal&, const Pixel& p, const Pixel& q) {
  return std::equal(p.channel, p.channel + 4, q.channel);
}
bool are_linked(const Difference& criterion, const Pixel& p, const Pixel& q) {
  int sum = 0;
  for (int c = 0; c < 4; ++c) sum += std::abs(p.channel[c] - q.channel[c]);
  return static_cast<float>(sum) <= criterion.largest;
}

/// A forest over the pixels in raster order: label i + 1 at pixel i makes it a root, a smaller label is that of its
/// parent, 0 is background. Parents come before their children in raster order.
class Forest {
 public:
  explicit Forest(std::vector<std::uint32_t>& labels) : labels_(labels) {}

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

template <class SomeCriterion>
LabelImage label(const Image& image, Connectivity connectivity, const SomeCriterion& criterion) {
  const auto [width, height] = image.size;
  LabelImage result{image.size, std::vector<std::uint32_t>(static_cast<std::size_t>(image.size.pixels()))};
  std::vector<std::uint32_t>& labels = result.values;
  Forest forest(labels);

  // First scan, the neighbours before a pixel in raster order (the paper's FS_8):  NW N NE
  //                                                                                 W p
  std::uint32_t i = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x, ++i) {
      const Pixel p = pixel_at(image, x, y);
      if (!is_foreground(criterion, image, p)) continue;
      labels[i] = i + 1;
      for (const auto& [dx, dy] : {std::pair{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}) {
        if (connectivity == Connectivity::four && dx != 0 && dy != 0) continue;
        if (x + dx < 0 || x + dx >= width || y + dy < 0) continue;
        const std::size_t neighbor = i + static_cast<std::size_t>(std::ptrdiff_t{dy} * width + dx);
        if (labels[neighbor] == 0 || !are_linked(criterion, p, pixel_at(image, x + dx, y + dy))) continue;
        forest.unite(i + 1, labels[neighbor]);
      }
    }
  }

  // Second scan: a root takes the next number, every other pixel the number its parent already has.
  std::uint32_t count = 0;
  for (i = 0; i < labels.size(); ++i) {
    if (labels[i] != 0) labels[i] = labels[i] == i + 1 ? ++count : labels[labels[i] - 1];
  }
  return result;
}

}  // namespace

LabelImage label_serial(const Image& image, Connectivity connectivity, const Criterion& criterion) {
  return std::visit([&](const auto& known) { return label(image, connectivity, known); }, criterion);
}

}  // namespace glccl::host
