#include "tests/support/references/measurements.hpp"

#include <algorithm>
#include <sstream>

#include "tests/support/references/cubes.hpp"

namespace glccl::tests {
namespace {

std::uint32_t label_at(const LabelImage& labels, int x, int y) {
  const bool inside = x >= 0 && y >= 0 && x < labels.extent.width && y < labels.extent.height;
  return inside ? labels.values[static_cast<std::size_t>(place_of({x, y}, labels.extent))] : 0;
}

/// Adds the window whose last pixel is (x, y) to the quads of a label: its pixels as a picture, row by row.
void add_window(Quads& quads, const LabelImage& labels, std::uint32_t label, int x, int y) {
  std::string picture;
  for (const int row : {y - 1, y}) {
    for (const int column : {x - 1, x}) picture += label_at(labels, column, row) == label ? '#' : '.';
  }
  if (picture == "#..#" || picture == ".##.") {
    ++quads.diagonal;
    return;
  }
  const auto pixels = std::count(picture.begin(), picture.end(), '#');
  if (pixels == 1) ++quads.one;
  if (pixels == 2) ++quads.two;
  if (pixels == 3) ++quads.three;
}

std::string print(const Measurements& one) {
  std::ostringstream text;
  const auto& [moments, quads, intensity, cubes, seams] = one;
  text << "moments " << moments.xx << ", " << moments.xy << ", " << moments.yy << ", " << moments.xz << ", "
       << moments.yz << ", " << moments.zz << ", quads " << quads.one << ", " << quads.two << ", " << quads.three
       << ", " << quads.diagonal << ", intensity";
  for (const Integer128& sum : {intensity.sum, intensity.squares, intensity.sum_x, intensity.sum_y, intensity.sum_z}) {
    text << " " << sum.high << ":" << sum.low;
  }
  text << " from " << intensity.minimum << " to " << intensity.maximum << ", bits " << intensity.fraction_bits;
  text << ", faces " << cubes.faces_x << ", " << cubes.faces_y << ", " << cubes.faces_z << ", Euler numbers "
       << cubes.euler_6 << ", " << cubes.euler_18 << ", " << cubes.euler_26;
  for (const AxisSeam& seam : {seams.x, seams.y, seams.z}) {
    text << ", seam " << seam.lower << ", " << seam.upper << ", " << seam.lower_area;
  }
  return text.str();
}

}  // namespace

std::vector<Measurements> measure_by_definition(const LabelImage& labels, std::uint32_t columns,
                                                std::size_t components) {
  std::vector<Measurements> rows(components);
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    Moments& moments = rows[labels.values[i] - 1].moments;
    Quads& quads = rows[labels.values[i] - 1].quads;
    const Position at = position_of(i, labels.extent);
    const auto product = [](int a, int b) { return static_cast<std::uint64_t>(std::int64_t{a} * b); };
    if ((columns & table_column_moments) != 0) {
      moments.xx += product(at.x, at.x);
      moments.xy += product(at.x, at.y);
      moments.yy += product(at.y, at.y);
      moments.xz += product(at.x, at.z);
      moments.yz += product(at.y, at.z);
      moments.zz += product(at.z, at.z);
    }
    if ((columns & table_column_quads) == 0) continue;
    // Each window once: at the first of its pixels that the component has.
    for (const auto& [x, y] : {std::pair{at.x, at.y}, {at.x + 1, at.y}, {at.x, at.y + 1}, {at.x + 1, at.y + 1}}) {
      const std::uint32_t label = labels.values[i];
      Position first{-1, -1};
      for (const auto& [px, py] : {std::pair{x, y}, {x - 1, y}, {x, y - 1}, {x - 1, y - 1}}) {
        if (label_at(labels, px, py) == label) first = {px, py};
      }
      if (first == at) add_window(quads, labels, label, x, y);
    }
  }
  if ((columns & table_column_cubes) != 0) add_cubes_by_definition(labels, rows);
  return rows;
}

std::string first_difference(const std::vector<Measurements>& actual, const std::vector<Measurements>& expected) {
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    if (actual[i] != expected[i])
      return "row " + std::to_string(i) + ": " + print(actual[i]) + " instead of " + print(expected[i]);
  }
  if (actual.size() == expected.size()) return {};
  return std::to_string(actual.size()) + " rows instead of " + std::to_string(expected.size());
}

std::vector<std::uint32_t> column_sets(const Extent& extent) {
  if (extent.is_volume()) return {table_column_cubes, volume_shape_columns};
  return {table_column_moments, table_column_quads, shape_columns};
}

}  // namespace glccl::tests
