// The labels that share pixels in two labelings of one image.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "glccl/types.hpp"

namespace glccl::host {

/// The pixels that a component and a label share. Background is label 0 of either.
struct Meeting {
  std::uint64_t pixels = 0;
  std::uint64_t first = 0;  ///< Place of the first of these pixels.
};

/// A graph between the components of two labelings of the same pixels.
class Meetings {
 public:
  /// Requires images of one extent.
  Meetings(const LabelImage& actual, const LabelImage& expected) {
    const std::size_t count = expected.values.size();
    for (std::size_t i = 0; i < count;) {
      const std::uint32_t a = actual.values[i];
      const std::uint32_t e = expected.values[i];
      const std::size_t begin = i;
      while (i < count && actual.values[i] == a && expected.values[i] == e) ++i;  // A run.
      if (a == 0 && e == 0) continue;
      Meeting& meeting = meetings_.try_emplace(std::uint64_t{e} << 32 | a, Meeting{0, begin}).first->second;
      if (meeting.pixels == 0 && a != 0 && e != 0) {
        ++labels_of_[e];
        ++components_of_[a];
      }
      meeting.pixels += i - begin;
    }
  }

  bool is_split(std::uint32_t expected) const { return more_than_one(labels_of_, expected); }
  bool is_joined(std::uint32_t actual) const { return more_than_one(components_of_, actual); }
  std::uint64_t split() const { return count(labels_of_); }
  std::uint64_t joined() const { return count(components_of_); }

  /// Calls visit(expected, actual, meeting) for every pair but that of both backgrounds.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [pair, meeting] : meetings_) {
      visit(static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair), meeting);
    }
  }

 private:
  using Degrees = std::unordered_map<std::uint32_t, std::uint32_t>;

  static bool more_than_one(const Degrees& degrees, std::uint32_t label) {
    const auto found = degrees.find(label);
    return found != degrees.end() && found->second > 1;
  }
  static std::uint64_t count(const Degrees& degrees) {
    return static_cast<std::uint64_t>(
        std::count_if(degrees.begin(), degrees.end(), [](const auto& entry) { return entry.second > 1; }));
  }

  std::unordered_map<std::uint64_t, Meeting> meetings_;  ///< By expected label << 32 | actual label.
  Degrees labels_of_;                                    ///< Number of actual labels on each expected component.
  Degrees components_of_;                                ///< Number of expected components on each actual label.
};

}  // namespace glccl::host
