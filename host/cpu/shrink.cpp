#include "glccl/host/shrink.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace glccl::host {
namespace {

std::size_t row_bytes(const Image& image) {
  return static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
}

Image without_rows(const Image& image, int from, int to) {
  Image result{{image.extent.width, image.extent.height - (to - from)}, image.format, {}};
  const auto at = [&](int y) {
    return image.bytes.begin() + static_cast<std::ptrdiff_t>(row_bytes(image) * static_cast<std::size_t>(y));
  };
  result.bytes.assign(image.bytes.begin(), at(from));
  result.bytes.insert(result.bytes.end(), at(to), image.bytes.end());
  return result;
}

Image without_columns(const Image& image, int from, int to) {
  Image result{{image.extent.width - (to - from), image.extent.height}, image.format, {}};
  const auto pixel = static_cast<std::ptrdiff_t>(bytes_per_pixel(image.format));
  result.bytes.reserve(row_bytes(result) * static_cast<std::size_t>(image.extent.height));
  for (int y = 0; y < image.extent.height; ++y) {
    const auto row = image.bytes.begin() + static_cast<std::ptrdiff_t>(row_bytes(image) * static_cast<std::size_t>(y));
    result.bytes.insert(result.bytes.end(), row, row + from * pixel);
    result.bytes.insert(result.bytes.end(), row + to * pixel, row + image.extent.width * pixel);
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
      smaller = take_out_rows();
      smaller = take_out_columns() || smaller;
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

  bool take_out_rows() {
    return reduce(
        1, [this] { return image_.extent.height; },
        [this](int a, int b) { return accept(without_rows(image_, a, b)); });
  }

  bool take_out_columns() {
    return reduce(
        1, [this] { return image_.extent.width; },
        [this](int a, int b) { return accept(without_columns(image_, a, b)); });
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
