#include "tests/support/inputs/contacts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <random>
#include <utility>

namespace glccl::tests {
namespace {

LabelImage empty_labels(Extent extent) {
  return {extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
}

/// Labels from a function of the coordinates.
template <class Label>
LabelImage labels_by(Extent extent, const Label& label) {
  LabelImage labels = empty_labels(extent);
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    const Position at = position_of(i, extent);
    labels.values[i] = static_cast<std::uint32_t>(label(at.x, at.y, at.z));
  }
  return labels;
}

/// How many coordinates of neighbours may differ.
int most_steps(Connectivity connectivity, const Extent& extent) {
  switch (connectivity) {
    case Connectivity::four:
    case Connectivity::six:
      return 1;
    case Connectivity::eight:
    case Connectivity::eighteen:
      return 2;
    case Connectivity::twenty_six:
    case Connectivity::full:
      break;
  }
  return extent.is_volume() ? 3 : 2;
}

}  // namespace

LabelImage random_labels(Extent extent, std::uint32_t most, std::uint32_t seed) {
  std::mt19937 random(seed);
  return labels_by(extent, [&](int, int, int) { return random() % (most + 1); });
}

LabelImage contact_atlas(Extent extent_of_one, int count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const int across = 25;
  const int down = (count + across - 1) / across;
  const Extent of_tile{extent_of_one.width + 1, extent_of_one.height + 1, extent_of_one.depth};
  LabelImage atlas = empty_labels({across * of_tile.width, down * of_tile.height, of_tile.depth});
  std::uint32_t last = 0;
  for (int i = 0; i < count; ++i) {
    const auto most = static_cast<std::uint32_t>(1 + i % 7);
    const LabelImage one = random_labels(extent_of_one, most, static_cast<std::uint32_t>(random()));
    for (std::size_t k = 0; k < one.values.size(); ++k) {
      Position at = position_of(k, extent_of_one);
      at.x += i % across * of_tile.width;
      at.y += i / across * of_tile.height;
      atlas.values[place_of(at, atlas.extent)] = one.values[k] == 0 ? 0 : last + one.values[k];
    }
    last += most;
  }
  return atlas;
}

ContactList expected_contacts(const LabelImage& labels, Connectivity connectivity, std::uint32_t max_contacts) {
  const Extent& extent = labels.extent;
  const int most = most_steps(connectivity, extent);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> lengths;
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    const Position at = position_of(i, extent);
    for (int step = 0; step < 27; ++step) {
      const Position other{at.x + step % 3 - 1, at.y + step / 3 % 3 - 1, at.z + step / 9 - 1};
      const int steps = std::abs(other.x - at.x) + std::abs(other.y - at.y) + std::abs(other.z - at.z);
      const bool inside = other.x >= 0 && other.y >= 0 && other.z >= 0 && other.x < extent.width &&
                          other.y < extent.height && other.z < extent.depth;
      if (!inside || steps > most) continue;
      // Each pair of elements is met twice, and counted at the element of the smaller label.
      const std::uint32_t second = labels.values[place_of(other, extent)];
      if (labels.values[i] != 0 && labels.values[i] < second) ++lengths[{labels.values[i], second}];
    }
  }
  ContactList list;
  list.header.max_contacts = max_contacts;
  list.header.found = static_cast<std::uint32_t>(std::min<std::size_t>(lengths.size(), max_contacts + std::size_t{1}));
  list.header.overflow = list.header.found > max_contacts ? 1 : 0;
  for (const auto& [pair, length] : lengths) {
    list.header.border += length;
    if (list.header.overflow == 0) list.contacts.push_back({pair.first, pair.second, length});
  }
  list.header.contacts = static_cast<std::uint32_t>(list.contacts.size());
  return list;
}

std::vector<ContactCase> contact_cases() {
  const Extent image{70, 41};
  const Extent volume{19, 11, 9};
  const LabelImage four = labels_by({2, 2}, [](int x, int y, int) { return 1 + x + 2 * y; });
  const auto each_its_own = [](int x, int y, int z) { return 1 + x + 70 * y + 1000 * z; };
  return {
      {"one element of background", empty_labels({1, 1})},
      {"one element", labels_by({1, 1}, [](int, int, int) { return 7; })},
      {"background", empty_labels(image)},
      {"all one label", labels_by(image, [](int, int, int) { return 3; })},
      {"two halves", labels_by(image, [](int x, int, int) { return x < 33 ? 2 : 1; })},
      {"columns", labels_by(image, [](int x, int, int) { return 1 + x; })},
      {"rows", labels_by(image, [](int, int y, int) { return 500 - y; })},
      {"a checkerboard of two labels", labels_by(image, [](int x, int y, int) { return 1 + (x + y) % 2; })},
      {"a checkerboard with background", labels_by(image, [](int x, int y, int) { return (x + y) % 2 * (1 + x / 2); })},
      {"every element a component", labels_by(image, each_its_own), 12000},
      {"every voxel a component", labels_by(volume, each_its_own), 25000},
      {"the largest labels",
       labels_by(image, [](int x, int y, int) { return 0xFFFFFFFFU - static_cast<unsigned>(x / 3 + 1000 * (y / 4)); })},
      {"labels that differ in one digit", labels_by({256, 3}, [](int x, int y, int) { return x << (8 * y); })},
      {"a row", random_labels({1300, 1}, 9, 1)},
      {"a column", random_labels({1, 700}, 9, 2)},
      {"a volume", random_labels(volume, 12, 3)},
      {"a deep volume", random_labels({3, 2, 150}, 20, 4)},
      {"a volume of one column", random_labels({1, 1, 300}, 3, 5)},
      {"a capacity that is met", four, 6},
      {"a contact too many", four, 5},
      {"far too many contacts", labels_by(image, each_its_own), 1},
      {"many contacts too many", labels_by(volume, each_its_own), 300},
  };
}

}  // namespace glccl::tests
