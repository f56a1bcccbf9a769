#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "glccl/host/regions.hpp"
#include "glsl/shared/regions.h"
#include "host/regions/label_count.hpp"

namespace glccl::host {
namespace {

/// Lengths by the smaller label << 32 | the larger label.
using Lengths = std::unordered_map<std::uint64_t, std::uint64_t>;

/// Adds up neighbours of one pair of labels before they are looked up.
class Counter {
 public:
  void meet(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t key = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    if (key != key_) {
      pass_on();
      key_ = key;
    }
    ++met_;
  }

  /// All contacts, in their order.
  std::vector<Contact> list() {
    pass_on();
    std::vector<Contact> contacts;
    contacts.reserve(lengths_.size());
    for (const auto& [key, length] : lengths_) {
      contacts.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), length});
    }
    std::sort(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    return contacts;
  }

 private:
  void pass_on() {
    if (met_ != 0) lengths_[key_] += met_;
    met_ = 0;
  }

  Lengths lengths_;
  std::uint64_t key_ = 0;
  std::uint64_t met_ = 0;
};

/// Meets all neighbours `x`, `y` and `z` steps apart of the row that begins at `row`.
void meet_row(std::span<const std::uint32_t> labels, const Extent& extent, std::size_t row, const Position& step,
              Counter& counter) {
  const auto width = static_cast<std::size_t>(extent.width);
  const std::size_t slice = width * static_cast<std::size_t>(extent.height);
  const std::size_t begin = step.x < 0 ? 1 : 0;
  const std::size_t end = step.x > 0 ? width - 1 : width;
  // A step leads to a place behind in raster order, so the sum of its parts is above 0.
  const std::ptrdiff_t apart =
      step.x + step.y * static_cast<std::ptrdiff_t>(width) + step.z * static_cast<std::ptrdiff_t>(slice);
  const std::uint32_t* own = labels.data() + row;
  const std::uint32_t* others = own + apart;
  for (std::size_t i = begin; i < end; ++i) {
    if (shared::are_in_contact(own[i], others[i])) counter.meet(own[i], others[i]);
  }
}

}  // namespace

Result<std::vector<Contact>> contacts(std::span<const std::uint32_t> labels, const Extent& extent,
                                      Connectivity connectivity) {
  if (const Result<void> status = check_label_count(labels, extent); !status) return status.error();
  const Result<int> hops = hops_of(connectivity, extent);
  if (!hops) return hops.error();
  Counter counter;
  const int steps = extent.is_volume() ? shared::STEPS_OF_VOLUME : shared::STEPS_OF_IMAGE;
  for (int z = 0; z < extent.depth; ++z) {
    for (int y = 0; y < extent.height; ++y) {
      for (int step = shared::FIRST_STEP_BEHIND; step < steps; ++step) {
        const Position by{shared::x_of_step(step), shared::y_of_step(step), shared::z_of_step(step)};
        if (!shared::are_neighbors(by.x, by.y, by.z, *hops)) continue;
        const bool inside = y + by.y >= 0 && y + by.y < extent.height && z + by.z < extent.depth;
        if (inside) meet_row(labels, extent, place_of({0, y, z}, extent), by, counter);
      }
    }
  }
  return counter.list();
}

}  // namespace glccl::host
