#include "tests/support/references/cubes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <tuple>

namespace glccl::tests {
namespace {

/// A cell of the closed voxels that have a label. The voxel (x, y, z) is the cell (2x + 1, 2y + 1, 2z + 1); a face, an
/// edge or a corner has one, two or three even coordinates.
struct Cell {
  std::uint32_t label = 0;
  std::array<int, 3> at = {};

  bool operator<(const Cell& other) const { return std::tie(label, at) < std::tie(other.label, other.at); }
  bool operator==(const Cell& other) const { return label == other.label && at == other.at; }
  bool is_across(std::size_t axis) const { return at[axis] % 2 == 0; }
  int dimension() const { return at[0] % 2 + at[1] % 2 + at[2] % 2; }
};

std::uint32_t label_at(const LabelImage& labels, const Position& at) {
  const auto [width, height, depth] = labels.extent;
  const bool inside = at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < width && at.y < height && at.z < depth;
  return inside ? labels.values[static_cast<std::size_t>(place_of(at, labels.extent))] : 0;
}

/// Visits the 8 positions at, at + x, at + y, at + x + y and so on, by step along each axis.
template <class Visit>
void visit_octants(const Position& at, const Visit& visit) {
  for (int i = 0; i < 8; ++i) visit(Position{at.x + i % 2, at.y + i / 2 % 2, at.z + i / 4}, i);
}

/// The cells of all voxels, sorted. A cell occurs once for each voxel that it belongs to.
std::vector<Cell> cells_of(const LabelImage& labels) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    const Position at = position_of(i, labels.extent);
    for (int z = 0; z < 3; ++z) {
      for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 3; ++x) cells.push_back({labels.values[i], {2 * at.x + x, 2 * at.y + y, 2 * at.z + z}});
      }
    }
  }
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// The number of parts of the voxels with the corner's label around it that faces and edges connect.
int parts_at(const LabelImage& labels, const Cell& corner) {
  std::vector<Position> voxels;
  const Position first{corner.at[0] / 2 - 1, corner.at[1] / 2 - 1, corner.at[2] / 2 - 1};
  visit_octants(first, [&](const Position& at, int) {
    if (label_at(labels, at) == corner.label) voxels.push_back(at);
  });
  int parts = 0;
  while (!voxels.empty()) {
    ++parts;
    std::vector<Position> part = {voxels.back()};
    voxels.pop_back();
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Position from = part[i];
      const auto is_near = [&](const Position& to) {
        return std::abs(to.x - from.x) + std::abs(to.y - from.y) + std::abs(to.z - from.z) <= 2;
      };
      const auto others = std::partition(voxels.begin(), voxels.end(), is_near);
      part.insert(part.end(), voxels.begin(), others);
      voxels.erase(voxels.begin(), others);
    }
  }
  return parts;
}

/// Adds the cells of dimension 0 to 3 of the complex between the centres, whose first voxel is `at`.
void add_inner_cells(const LabelImage& labels, const Position& at, Cubes& cubes) {
  const std::uint32_t label = label_at(labels, at);
  visit_octants({0, 0, 0}, [&](const Position& side, int axes) {
    bool inside = true;
    visit_octants({0, 0, 0}, [&](const Position& step, int corner) {
      if ((corner & ~axes) != 0) return;
      inside = inside && label_at(labels, {at.x + step.x, at.y + step.y, at.z + step.z}) == label;
    });
    if (inside) cubes.euler_6 += (side.x + side.y + side.z) % 2 == 0 ? 1 : -1;
  });
}

}  // namespace

void add_cubes_by_definition(const LabelImage& labels, std::vector<Measurements>& rows) {
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    add_inner_cells(labels, position_of(i, labels.extent), rows[labels.values[i] - 1].cubes);
  }
  const std::vector<Cell> cells = cells_of(labels);
  for (auto cell = cells.begin(); cell != cells.end();) {
    const auto next = std::find_if(cell, cells.end(), [&](const Cell& other) { return !(other == *cell); });
    Cubes& cubes = rows[cell->label - 1].cubes;
    const int sign = cell->dimension() % 2 == 0 ? 1 : -1;
    cubes.euler_26 += sign;
    cubes.euler_18 += cell->dimension() == 0 ? parts_at(labels, *cell) : sign;
    if (cell->dimension() == 2 && next - cell == 1) {
      ++(cell->is_across(0) ? cubes.faces_x : cell->is_across(1) ? cubes.faces_y : cubes.faces_z);
    }
    cell = next;
  }
}

}  // namespace glccl::tests
