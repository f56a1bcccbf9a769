// Which components are labeled wrongly, and labels of any numbering beside those of the reference.
#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "glccl/host/compare.hpp"
#include "host/compare/counted.hpp"
#include "host/compare/meetings.hpp"

namespace glccl::host {
namespace {

/// A component and a label that share pixels; either may be background.
struct Pair {
  std::uint32_t expected = 0;
  std::uint32_t actual = 0;
  Meeting meeting;
};

std::vector<Pair> list_pairs(const Meetings& meetings) {
  std::vector<Pair> pairs;
  meetings.for_each([&](std::uint32_t expected, std::uint32_t actual, const Meeting& meeting) {
    pairs.push_back({expected, actual, meeting});
  });
  return pairs;
}

/// Sorts pairs by one of their labels, then by their first pixels, and calls visit(begin, end) for each label.
template <class Visit>
void for_each_group(std::vector<Pair>& pairs, std::uint32_t Pair::*label, const Visit& visit) {
  std::sort(pairs.begin(), pairs.end(), [label](const Pair& a, const Pair& b) {
    return std::tie(a.*label, a.meeting.first) < std::tie(b.*label, b.meeting.first);
  });
  for (auto begin = pairs.begin(); begin != pairs.end();) {
    const auto end = std::find_if(begin, pairs.end(), [&](const Pair& one) { return one.*label != (*begin).*label; });
    visit(begin, end);
    begin = end;
  }
}

/// Adds the faults of one label's pairs: `several` if it meets more than one label of the other image, `background` for
/// the pixels where the other image has background.
void add_faults(std::vector<Pair>::iterator begin, std::vector<Pair>::iterator end, bool of_component,
                std::vector<std::pair<std::uint64_t, FaultyComponent>>& faults) {
  const std::uint32_t label = of_component ? begin->expected : begin->actual;
  if (label == 0) return;  // Pixels of background belong to the other image's faults.
  FaultyComponent parts{.fault = of_component ? ComponentFault::split : ComponentFault::joined};
  FaultyComponent lost{.fault = of_component ? ComponentFault::missing : ComponentFault::extra};
  std::uint64_t parts_first = 0;
  std::uint64_t lost_first = 0;
  std::uint64_t size = 0;
  for (auto pair = begin; pair != end; ++pair) {
    const std::uint32_t other = of_component ? pair->actual : pair->expected;
    size += pair->meeting.pixels;
    if (other == 0) {
      lost.pixels = pair->meeting.pixels;
      lost_first = pair->meeting.first;
      continue;
    }
    if (parts.pixels == 0) parts_first = pair->meeting.first;
    parts.pixels += pair->meeting.pixels;
    if (of_component) {
      parts.labels.push_back(other);
    } else {
      parts.components.push_back(other);
    }
  }
  const auto add = [&](FaultyComponent& fault, std::uint64_t first) {
    if (of_component) {
      fault.components = {label};
    } else {
      fault.labels = {label};
    }
    fault.size = size;
    faults.emplace_back(first, std::move(fault));
  };
  if (std::max(parts.labels.size(), parts.components.size()) > 1) add(parts, parts_first);
  if (lost.pixels > 0) add(lost, lost_first);
}

/// "3, 9 and 40 more".
template <class Number>
std::string list_numbers(const std::vector<Number>& numbers) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  if (numbers.size() > most) text += " and " + std::to_string(numbers.size() - most) + " more";
  return text;
}

/// The value of the background among the values of the expected background's pixels; nothing without such pixels.
std::int64_t find_background(const std::vector<std::int64_t>& values, const LabelImage& expected) {
  std::unordered_map<std::int64_t, std::uint64_t> counts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (expected.values[i] != 0) continue;
    if (values[i] == 0) return 0;
    ++counts[values[i]];
  }
  std::pair<std::uint64_t, std::int64_t> most = {0, 0};
  for (const auto& [value, count] : counts) most = std::max(most, {count, value});
  return most.second;
}

/// The values numbered in order of their first pixels; that of the background is 0.
RenamedLabels number_values(const std::vector<std::int64_t>& values, const LabelImage& expected, bool has_background) {
  RenamedLabels numbered{{expected.extent, std::vector<std::uint32_t>(values.size())}, {}};
  std::unordered_map<std::int64_t, std::uint32_t> numbers;
  numbered.names.push_back(has_background ? find_background(values, expected) : 0);
  if (has_background) numbers.emplace(numbered.names.front(), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && values[i] == values[i - 1]) {
      numbered.labels.values[i] = numbered.labels.values[i - 1];
      continue;
    }
    const auto next = static_cast<std::uint32_t>(numbered.names.size());
    const auto [found, added] = numbers.try_emplace(values[i], next);
    if (added) numbered.names.push_back(values[i]);
    numbered.labels.values[i] = found->second;
  }
  return numbered;
}

}  // namespace

std::string_view name_of(ComponentFault fault) {
  constexpr std::string_view names[] = {"split", "joined", "missing", "extra"};
  return names[static_cast<std::size_t>(fault)];
}

std::vector<FaultyComponent> list_faults(const LabelImage& actual, const LabelImage& expected) {
  std::vector<Pair> pairs = list_pairs(Meetings(actual, expected));
  std::vector<std::pair<std::uint64_t, FaultyComponent>> faults;
  for (const bool of_component : {true, false}) {
    for_each_group(pairs, of_component ? &Pair::expected : &Pair::actual,
                   [&](auto begin, auto end) { add_faults(begin, end, of_component, faults); });
  }
  std::stable_sort(faults.begin(), faults.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<FaultyComponent> sorted;
  for (auto& [first, fault] : faults) {
    const Position at = position_of(first, expected.extent);
    fault.x = at.x;
    fault.y = at.y;
    fault.z = slice_of(at, expected.extent);
    sorted.push_back(std::move(fault));
  }
  return sorted;
}

std::string describe(const FaultyComponent& faulty) {
  const std::string at = " at " + place_text(faulty.x, faulty.y, faulty.z);
  const std::string share = std::to_string(faulty.pixels) + " of " + std::to_string(faulty.size) + " pixels";
  const std::string components = list_numbers(faulty.components);
  const std::string labels = list_numbers(faulty.labels);
  switch (faulty.fault) {
    case ComponentFault::split:
      return "split: component " + components + at + " has labels " + labels;
    case ComponentFault::joined:
      return "joined: components " + components + at + " have label " + labels;
    case ComponentFault::missing:
      return "missing: component " + components + at + " lacks " + share;
    case ComponentFault::extra:
      break;
  }
  return "extra: label " + labels + at + " has " + share + " on background";
}

RenamedLabels rename_labels(const std::vector<std::int64_t>& values, const LabelImage& expected, bool has_background) {
  RenamedLabels renamed = number_values(values, expected, has_background);
  std::vector<Pair> pairs = list_pairs(Meetings(renamed.labels, expected));
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::tie(b.meeting.pixels, a.meeting.first) < std::tie(a.meeting.pixels, b.meeting.first);
  });
  std::uint32_t most = 0;
  for (const Pair& pair : pairs) most = std::max(most, pair.expected);

  std::vector<std::uint32_t> numbers(renamed.names.size(), 0);
  std::vector<std::int64_t> names(most + std::size_t{1}, 0);
  std::vector<bool> taken(most + std::size_t{1}, false);
  names[0] = renamed.names[0];
  for (const Pair& pair : pairs) {
    if (pair.actual == 0 || pair.expected == 0 || numbers[pair.actual] != 0 || taken[pair.expected]) continue;
    numbers[pair.actual] = pair.expected;
    taken[pair.expected] = true;
    names[pair.expected] = renamed.names[pair.actual];
  }
  for (std::size_t label = 1; label < numbers.size(); ++label) {
    if (numbers[label] != 0) continue;
    numbers[label] = static_cast<std::uint32_t>(names.size());
    names.push_back(renamed.names[label]);
  }
  for (std::uint32_t& label : renamed.labels.values) label = numbers[label];
  renamed.names = std::move(names);
  return renamed;
}

}  // namespace glccl::host
