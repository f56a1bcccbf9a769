#include "tests/support/inputs/frames.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// An image of one byte per element.
host::Image blank(Extent extent) {
  return {extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
}

LabelImage label(const host::Image& image, Connectivity connectivity = Connectivity::eight) {
  return reference_labels(image, connectivity_in(image.extent, connectivity));
}

/// The image whose element i is foreground if `is_foreground(i)`.
template <class Predicate>
LabelImage label_where(Extent extent, const Predicate& is_foreground, Connectivity connectivity = Connectivity::eight) {
  host::Image image = blank(extent);
  for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = is_foreground(i) ? 1 : 0;
  return label(image, connectivity);
}

/// Every `period`-th element, from `phase` on, as a component of its own.
LabelImage dots(Extent extent, std::size_t period, std::size_t phase) {
  LabelImage labels{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  std::uint32_t next = 0;
  for (std::size_t i = phase; i < labels.values.size(); i += period) labels.values[i] = ++next;
  return labels;
}

/// A frame, all of it background or one component.
LabelImage plain(Extent extent, std::uint32_t label) {
  return {extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()), label)};
}

/// Every element a component.
LabelImage all_different(Extent extent) { return dots(extent, 1, 0); }

/// One component falls apart into dots, which become others, and one again: many claims of one id.
std::vector<LabelImage> falling_apart(Extent extent) {
  return {plain(extent, 1), dots(extent, 2, 0), dots(extent, 3, 0),
          plain(extent, 0), dots(extent, 3, 1), plain(extent, 1)};
}

/// The sequence with capacities of `components` and `pairs`.
FrameSequence with(std::string name, std::vector<LabelImage> frames, std::uint32_t components, std::uint32_t pairs) {
  return {std::move(name),
          std::move(frames),
          {.max_components = components, .max_pairs = pairs, .first_id = 1, .id_labels = true}};
}

}  // namespace

std::uint32_t components_of(const LabelImage& labels) {
  return *std::max_element(labels.values.begin(), labels.values.end());
}

std::vector<LabelImage> moving_discs(Extent extent, int discs, int count, std::uint32_t seed) {
  struct Disc {
    double x, y, dx, dy, radius;
  };
  std::mt19937 random(seed);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  std::vector<Disc> all(static_cast<std::size_t>(discs));
  for (Disc& disc : all) {
    disc = {draw(0, extent.width), draw(0, extent.height), draw(-4, 4), draw(-4, 4), draw(1, extent.height / 8.0 + 1)};
  }
  std::vector<LabelImage> frames;
  for (int frame = 0; frame < count; ++frame) {
    const auto width = static_cast<std::size_t>(extent.width);
    frames.push_back(label_where(extent, [&](std::size_t i) {
      const auto x = static_cast<double>(i % width);
      const auto y = static_cast<double>(i / width);
      return std::any_of(all.begin(), all.end(), [&](const Disc& disc) {
        return (x - disc.x) * (x - disc.x) + (y - disc.y) * (y - disc.y) <= disc.radius * disc.radius;
      });
    }));
    for (Disc& disc : all) {
      disc.x += disc.dx;
      disc.y += disc.dy;
      if (disc.x < 0 || disc.x > extent.width) disc.dx = -disc.dx;
      if (disc.y < 0 || disc.y > extent.height) disc.dy = -disc.dy;
    }
  }
  return frames;
}

std::vector<LabelImage> changing_noise(Extent extent, double density, int count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto chance = [&](double part) { return static_cast<double>(random()) < part * 4294967296.0; };
  host::Image image = blank(extent);
  for (std::uint8_t& value : image.bytes) value = chance(density) ? 1 : 0;
  std::vector<LabelImage> frames;
  for (int frame = 0; frame < count; ++frame) {
    frames.push_back(label(image, extent.is_volume() ? Connectivity::six : Connectivity::four));
    for (std::uint8_t& value : image.bytes) {
      if (chance(0.1)) value = chance(density) ? 1 : 0;
    }
  }
  return frames;
}

std::vector<FrameSequence> tracked_sequences() {
  const Extent tiny{32, 8};
  const std::vector<LabelImage> grid = {all_different(tiny), all_different(tiny), dots(tiny, 2, 0), dots(tiny, 2, 0)};
  std::vector<FrameSequence> all;
  all.push_back({"moving discs", moving_discs({257, 129}, 24, 8, 1)});
  all.push_back({"noise", changing_noise({97, 65}, 0.3, 6, 3)});
  all.push_back({"one component that falls apart", falling_apart({61, 40})});
  all.push_back({"a volume", changing_noise({19, 13, 11}, 0.3, 4, 6)});
  all.push_back(with("as many components and pairs as there is room for", grid, 256, 256));
  all.push_back(with("one component too many", grid, 255, 256));
  all.push_back(with("one pair too many", grid, 256, 255));
  all.push_back(with("far too many pairs", changing_noise({97, 65}, 0.3, 4, 8), 2000, 2));
  FrameSequence last = {"one id too few", grid};
  last.options.first_id = 0xFFFFFFFFU - 254U;  // 255 ids
  all.push_back(last);
  return all;
}

std::vector<FrameSequence> extreme_sequences() {
  const Extent small{97, 65};
  const auto checkerboard = [&](std::size_t odd) {
    return label_where(
        small, [=](std::size_t i) { return (i % 97 + i / 97) % 2 == odd; }, Connectivity::four);
  };
  const Extent tiny{32, 8};
  FrameSequence last = {"the last ids", {all_different(tiny), all_different(tiny), plain(tiny, 0), plain(tiny, 1)}};
  last.options.first_id = 0xFFFFFFFFU - 255U;  // 256 ids
  std::vector<FrameSequence> all;
  all.push_back({"nothing", {plain(small, 0), plain(small, 0)}});
  all.push_back({"one component", {plain(small, 1), plain(small, 1), plain(small, 1)}});
  all.push_back(
      {"checkerboards", {checkerboard(0), checkerboard(1), checkerboard(1), plain(small, 1), checkerboard(0)}});
  all.push_back({"moving discs in one row", moving_discs({300, 1}, 12, 6, 2)});
  all.push_back({"dense noise", changing_noise({64, 33}, 0.6, 6, 4)});
  all.push_back({"one column", changing_noise({1, 1030}, 0.5, 4, 5)});
  all.push_back({"one pixel", {plain({1, 1}, 1), plain({1, 1}, 1), plain({1, 1}, 0), plain({1, 1}, 1)}});
  all.push_back(with("far too many components", changing_noise(small, 0.3, 4, 7), 3, 1000));
  all.push_back(last);
  return all;
}

}  // namespace glccl::tests
