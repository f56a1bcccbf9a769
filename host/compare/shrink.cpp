#include "glccl/host/shrink.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace glccl::host {
namespace {

/// The sides of an extent, in the order in which their elements lie in memory.
constexpr int Extent::*sides[] = {&Extent::width, &Extent::height, &Extent::depth};

/// The image without columns, rows or slices `from` to `to` - 1.
Image without(const Image& image, int Extent::*side, int from, int to) {
  Image result{image.extent, image.format, {}};
  result.extent.*side -= to - from;
  // From a column, row or slice to the next, in bytes.
  auto step = static_cast<std::ptrdiff_t>(bytes_per_pixel(image.format));
  for (const auto* inner = std::begin(sides); *inner != side; ++inner) step *= image.extent.**inner;
  result.bytes.reserve(static_cast<std::size_t>(result.extent.elements()) * bytes_per_pixel(image.format));
  const std::ptrdiff_t all = step * image.extent.*side;
  for (auto at = image.bytes.begin(); at != image.bytes.end(); at += all) {
    result.bytes.insert(result.bytes.end(), at, at + from * step);
    result.bytes.insert(result.bytes.end(), at + to * step, at + all);
  }
  return result;
}

/// Byte offsets of the pixels that are not zero.
std::vector<std::size_t> set_pixels(const Image& image) {
  std::vector<std::size_t> offsets;
  const auto pixel = bytes_per_pixel(image.format);
  for (std::size_t i = 0; i < image.bytes.size(); i += pixel) {
    if (std::any_of(&image.bytes[i], &image.bytes[i] + pixel, [](std::uint8_t byte) { return byte != 0; })) {
      offsets.push_back(i);
    }
  }
  return offsets;
}

class Shrinker {
 public:
  Shrinker(Image image, const std::function<bool(const Image&)>& still_fails, int most_calls)
      : image_(std::move(image)), still_fails_(still_fails), calls_left_(most_calls) {}

  Image run() {
    // A removal by one step may allow another step to remove more.
    for (bool smaller = true; smaller;) {
      smaller = take_out(&Extent::depth);
      smaller = take_out(&Extent::height) || smaller;
      smaller = take_out(&Extent::width) || smaller;
      smaller = clear_pixels() || smaller;
    }
    return std::move(image_);
  }

 private:
  bool accept(Image candidate) {
    if (calls_left_ <= 0) return false;
    --calls_left_;
    if (!still_fails_(candidate)) return false;
    image_ = std::move(candidate);
    return true;
  }

  /// Removes ranges out of `count()` items and keeps at least `fewest`: first halves, then quarters, at last single
  /// items. `try_without(from, to)` tries to remove the items `from` to `to` - 1 and returns whether it has. Returns
  /// whether anything was removed.
  template <class Count, class TryWithout>
  bool reduce(int fewest, const Count& count, const TryWithout& try_without) {
    bool reduced = false;
    for (int chunk = std::max(1, count() / 2);; chunk /= 2) {
      for (int from = 0; from < count();) {
        const int to = std::min(from + chunk, count());
        if (count() - (to - from) >= fewest && try_without(from, to)) {
          reduced = true;  // The items behind have moved to `from`.
        } else {
          from = to;
        }
      }
      if (chunk <= 1) return reduced;
    }
  }

  bool take_out(int Extent::*side) {
    return reduce(
        1, [this, side] { return image_.extent.*side; },
        [this, side](int a, int b) { return accept(without(image_, side, a, b)); });
  }

  bool clear_pixels() {
    std::vector<std::size_t> set = set_pixels(image_);
    const auto pixel = bytes_per_pixel(image_.format);
    return reduce(
        0, [&set] { return static_cast<int>(set.size()); },
        [&](int from, int to) {
          Image candidate = image_;
          for (int i = from; i < to; ++i) std::memset(&candidate.bytes[set[static_cast<std::size_t>(i)]], 0, pixel);
          if (!accept(std::move(candidate))) return false;
          set.erase(set.begin() + from, set.begin() + to);
          return true;
        });
  }

  Image image_;
  const std::function<bool(const Image&)>& still_fails_;
  int calls_left_;
};

}  // namespace

Image shrink(Image image, const std::function<bool(const Image&)>& still_fails, int most_calls) {
  return Shrinker(std::move(image), still_fails, most_calls).run();
}

}  // namespace glccl::host
