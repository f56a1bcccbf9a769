#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "engine/vocabulary/axis_bits.hpp"
#include "glccl/host/seams.hpp"
#include "glsl/shared/seams.h"

namespace glccl::host {
namespace {

constexpr int axes = shared::AXIS_COUNT;

/// Coordinates by axis: x, y and z.
using Coordinates = std::array<int, axes>;

AxisSeam& seam_of(Seams& seams, int axis) { return axis == 0 ? seams.x : axis == 1 ? seams.y : seams.z; }

/// In how many coordinates neighbours may differ.
int differing_axes(Connectivity connectivity) {
  if (connectivity == Connectivity::four || connectivity == Connectivity::six) return 1;
  return connectivity == Connectivity::twenty_six ? 3 : 2;
}

/// The labels and how they meet at seams.
struct SeamLabels {
  const LabelImage& labels;
  Coordinates size;
  int periodic;     ///< A set of axes (glsl/shared/seams.h).
  int most_differ;  ///< In how many coordinates neighbours differ.

  std::uint32_t at(const Coordinates& at) const {
    return labels.values[static_cast<std::size_t>(place_of({at[0], at[1], at[2]}, labels.extent))];
  }

  /// Whether the component of the element `own`, at coordinate 0 of an axis, has a neighbour of it at the last one.
  bool crosses(const Coordinates& own, int axis) const {
    const std::uint32_t label = at(own);
    const int u = (axis + 1) % axes;
    const int v = (axis + 2) % axes;
    for (int i = 0; i < 9; ++i) {
      const int du = i % 3 - 1;
      const int dv = i / 3 - 1;
      if (1 + std::abs(du) + std::abs(dv) > most_differ) continue;
      Coordinates other;
      other[axis] = size[axis] - 1;
      other[u] = shared::across_seam(own[u] + du, size[u], shared::has_axis(periodic, u));
      other[v] = shared::across_seam(own[v] + dv, size[v], shared::has_axis(periodic, v));
      if (other[u] >= 0 && other[v] >= 0 && at(other) == label) return true;
    }
    return false;
  }
};

/// Marks the components that cross the seam of an axis. Returns whether there are any.
bool mark_crossing(const SeamLabels& labels, int axis, std::vector<Seams>& rows) {
  const int u = (axis + 1) % axes;
  const int v = (axis + 2) % axes;
  bool any = false;
  Coordinates own = {};
  for (own[v] = 0; own[v] < labels.size[v]; ++own[v]) {
    for (own[u] = 0; own[u] < labels.size[u]; ++own[u]) {
      const std::uint32_t label = labels.at(own);
      if (label == 0) continue;
      AxisSeam& seam = seam_of(rows[label - 1], axis);
      if (seam.crosses || !labels.crosses(own, axis)) continue;
      seam.crosses = any = true;
      seam.lower_end = -1;
      seam.upper_begin = labels.size[axis] - 1;
    }
  }
  return any;
}

void add(AxisSeam& seam, int coordinate, int size) {
  if (!seam.crosses) return;
  if (coordinate < size / 2) {
    seam.lower_end = std::max(seam.lower_end, coordinate);
    ++seam.lower_area;
  } else {
    seam.upper_begin = std::min(seam.upper_begin, coordinate);
  }
}

}  // namespace

std::vector<Seams> measure_seams(const LabelImage& labels, Connectivity connectivity, const PeriodicAxes& periodic,
                                 std::size_t components) {
  std::vector<Seams> rows(components);
  const auto& [width, height, depth] = labels.extent;
  const SeamLabels seams = {
      labels, {width, height, depth}, axis_bits(periodic_in(labels.extent, periodic)), differing_axes(connectivity)};
  bool any = false;
  for (int axis = 0; axis < axes; ++axis) {
    if (shared::has_axis(seams.periodic, axis)) any = mark_crossing(seams, axis, rows) || any;
  }
  if (!any) return rows;
  std::size_t i = 0;
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x, ++i) {
        if (labels.values[i] == 0) continue;
        Seams& row = rows[labels.values[i] - 1];
        add(row.x, x, width);
        add(row.y, y, height);
        add(row.z, z, depth);
      }
    }
  }
  return rows;
}

}  // namespace glccl::host
