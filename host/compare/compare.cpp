#include "glccl/host/compare.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "host/compare/counted.hpp"
#include "host/compare/meetings.hpp"

namespace glccl::host {
namespace {

std::uint64_t count_labels(const LabelImage& image) {
  std::unordered_set<std::uint32_t> found;
  std::uint32_t last = 0;
  for (const std::uint32_t label : image.values) {
    if (label != last && label != 0) found.insert(label);
    last = label;
  }
  return found.size();
}

/// The first elements of the rows that differ.
std::vector<Position> rows_that_differ(const LabelImage& actual, const LabelImage& expected) {
  std::vector<Position> rows;
  const std::ptrdiff_t width = expected.extent.width;
  auto ours = actual.values.begin();
  auto right = expected.values.begin();
  for (int z = 0; z < expected.extent.depth; ++z) {
    for (int y = 0; y < expected.extent.height; ++y, ours += width, right += width) {
      if (!std::equal(right, right + width, ours)) rows.push_back({0, y, z});
    }
  }
  return rows;
}

/// Whether every given row is the expected row moved by `shift`. Pixels that have moved in from outside are not
/// compared. A moved row must keep at least half of its pixels, one of them foreground, so that equality is no
/// coincidence.
bool are_shifted(const LabelImage& actual, const LabelImage& expected, const std::vector<Position>& rows,
                 const Position& shift) {
  const Extent extent = expected.extent;
  if (2 * std::abs(shift.x) > extent.width) return false;
  const auto at = [&](const LabelImage& image, const Position& position) {
    return image.values[static_cast<std::size_t>(place_of(position, extent))];
  };
  for (const Position& row : rows) {
    const int y = row.y - shift.y;
    const int z = row.z - shift.z;
    if (y < 0 || y >= extent.height || z < 0 || z >= extent.depth) return false;
    bool foreground = false;
    for (int x = std::max(0, shift.x); x < std::min(extent.width, extent.width + shift.x); ++x) {
      const std::uint32_t label = at(actual, {x, row.y, row.z});
      if (label != at(expected, {x - shift.x, y, z})) return false;
      foreground = foreground || label != 0;
    }
    if (!foreground) return false;
  }
  return true;
}

/// The smallest shift of up to four elements that explains all rows that differ, if there is one.
std::optional<Position> find_shift(const LabelImage& actual, const LabelImage& expected) {
  constexpr int farthest = 4;
  const std::vector<Position> rows = rows_that_differ(actual, expected);
  for (int distance = 1; distance <= farthest; ++distance) {
    for (const Position& shift :
         {Position{distance}, {-distance}, {0, distance}, {0, -distance}, {0, 0, distance}, {0, 0, -distance}}) {
      if (are_shifted(actual, expected, rows, shift)) return shift;
    }
  }
  return std::nullopt;
}

void count_pixels(const LabelImage& actual, const LabelImage& expected, LabelDifference& difference) {
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const std::uint32_t a = actual.values[i];
    const std::uint32_t e = expected.values[i];
    if (a == e) continue;
    if (difference.pixels++ == 0) {
      const Position at = position_of(i, expected.extent);
      difference.first = {at.x, at.y, slice_of(at, expected.extent), a, e};
    }
    if (a == 0) ++difference.missing;
    if (e == 0) ++difference.extra;
  }
}

LabelFault classify(const LabelDifference& difference, bool shifted) {
  if (shifted) return LabelFault::shifted;
  if (difference.missing + difference.extra > 0) return LabelFault::background;
  if (difference.split > 0 && difference.joined > 0) return LabelFault::split_and_joined;
  if (difference.split > 0) return LabelFault::split;
  if (difference.joined > 0) return LabelFault::joined;
  return LabelFault::renumbered;
}

struct Column {
  const char* name;
  std::uint64_t (*value)(const Component& component);
};

template <auto member>
std::uint64_t value_of(const Component& component) {
  return static_cast<std::uint64_t>(component.*member);
}
template <auto corner>
std::uint64_t corner_of(const Component& component) {
  return static_cast<std::uint64_t>(component.box.*corner);
}

constexpr Column columns[] = {
    {"label", value_of<&Component::label>},
    {"area", value_of<&Component::area>},
    {"x0", corner_of<&Box::x0>},
    {"y0", corner_of<&Box::y0>},
    {"x1", corner_of<&Box::x1>},
    {"y1", corner_of<&Box::y1>},
    {"z0", corner_of<&Box::z0>},
    {"z1", corner_of<&Box::z1>},
    {"sum_x", value_of<&Component::sum_x>},
    {"sum_y", value_of<&Component::sum_y>},
    {"sum_z", value_of<&Component::sum_z>},
    {"first", value_of<&Component::first>},
    {"value", value_of<&Component::value>},
};

using Rgb = std::array<std::uint8_t, 3>;

Rgb color_of(std::uint32_t actual, std::uint32_t expected, const Meetings& meetings) {
  if (actual == 0 && expected == 0) return {24, 24, 24};
  if (actual == 0) return {60, 110, 255};
  if (expected == 0) return {255, 225, 40};
  if (meetings.is_split(expected) || meetings.is_joined(actual)) return {230, 40, 40};
  if (actual != expected) return {255, 150, 50};
  return {150, 150, 150};
}

}  // namespace

std::string_view name_of(LabelFault fault) {
  constexpr std::string_view names[] = {"size",  "shifted", "background", "split and joined",
                                        "split", "joined",  "renumbered"};
  return names[static_cast<std::size_t>(fault)];
}

std::optional<LabelDifference> compare_labels(const LabelImage& actual, const LabelImage& expected) {
  if (actual == expected) return std::nullopt;
  LabelDifference difference;
  difference.count_actual = count_labels(actual);
  difference.count_expected = count_labels(expected);
  if (actual.extent != expected.extent || actual.values.size() != expected.values.size()) {
    difference.fault = LabelFault::extent;
    return difference;
  }
  count_pixels(actual, expected, difference);
  const Meetings meetings(actual, expected);
  difference.split = meetings.split();
  difference.joined = meetings.joined();
  // A shift moves the background too. Where the background is right, rows of few labels look shifted only by chance.
  std::optional<Position> shift;
  if (difference.missing + difference.extra > 0) shift = find_shift(actual, expected);
  if (shift) {
    difference.shift_x = shift->x;
    difference.shift_y = shift->y;
    difference.shift_z = shift->z;
  }
  difference.fault = classify(difference, shift.has_value());
  return difference;
}

std::optional<TableDifference> compare_tables(const std::vector<Component>& actual,
                                              const std::vector<Component>& expected) {
  if (actual == expected) return std::nullopt;
  TableDifference difference;
  const std::size_t shared = std::min(actual.size(), expected.size());
  for (std::size_t i = 0; i < shared; ++i) {
    if (actual[i] == expected[i]) continue;
    if (difference.rows++ > 0) continue;
    const auto* column = std::find_if(std::begin(columns), std::end(columns), [&](const Column& one) {
      return one.value(actual[i]) != one.value(expected[i]);
    });
    difference.row = i;
    difference.column = column->name;
    difference.actual = column->value(actual[i]);
    difference.expected = column->value(expected[i]);
  }
  if (actual.size() != expected.size()) {
    difference.row = shared;
    difference.column = "rows";
    difference.actual = actual.size();
    difference.expected = expected.size();
  }
  return difference;
}

std::string describe(const LabelDifference& difference) {
  std::string text(name_of(difference.fault));
  const std::string counts =
      std::to_string(difference.count_actual) + " labels instead of " + std::to_string(difference.count_expected);
  if (difference.fault == LabelFault::extent) return text + ": the label image has another size, with " + counts;
  if (difference.fault == LabelFault::shifted) {
    const auto& first = difference.first;
    text += " by " + place_text(difference.shift_x, difference.shift_y,
                                first.z ? std::optional(difference.shift_z) : std::nullopt);
  }
  text += ": first at " + place_text(difference.first.x, difference.first.y, difference.first.z) + ": " +
          std::to_string(difference.first.actual) + " instead of " + std::to_string(difference.first.expected) + "; " +
          counted(difference.pixels, "pixel") + (difference.pixels == 1 ? " differs" : " differ");
  if (difference.split > 0) text += "; " + counted(difference.split, "component") + " split";
  if (difference.joined > 0) text += "; " + counted(difference.joined, "label") + " of joined components";
  if (difference.missing > 0) text += "; " + counted(difference.missing, "pixel") + " missing";
  if (difference.extra > 0) text += "; " + counted(difference.extra, "pixel") + " of background labeled";
  if (difference.count_actual != difference.count_expected) text += "; " + counts;
  return text;
}

std::string describe(const TableDifference& difference) {
  const std::string values = std::to_string(difference.actual) + " instead of " + std::to_string(difference.expected);
  if (difference.column == "rows") return "the table has " + values + " rows";
  return "row " + std::to_string(difference.row) + " of the table: " + difference.column + " is " + values + "; " +
         counted(difference.rows, "row") + (difference.rows == 1 ? " differs" : " differ");
}

Image draw_difference(const LabelImage& actual, const LabelImage& expected) {
  constexpr int legible = 512;
  const Extent extent = expected.extent;
  const auto differing = std::mismatch(expected.values.begin(), expected.values.end(), actual.values.begin()).first;
  const int slice = differing == expected.values.end()
                        ? 0
                        : position_of(static_cast<std::uint64_t>(differing - expected.values.begin()), extent).z;
  const int scale = std::clamp(legible / std::max(extent.width, extent.height), 1, 32);
  const Meetings meetings(actual, expected);
  Image image{{extent.width * scale, extent.height * scale}, PixelFormat::rgba8, {}};
  image.bytes.reserve(static_cast<std::size_t>(image.extent.elements()) * 4);
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      const auto i = static_cast<std::size_t>(place_of({x / scale, y / scale, slice}, extent));
      const Rgb color = color_of(actual.values[i], expected.values[i], meetings);
      image.bytes.insert(image.bytes.end(), color.begin(), color.end());
      image.bytes.push_back(255);
    }
  }
  return image;
}

}  // namespace glccl::host
