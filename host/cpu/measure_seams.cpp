#include <array>
#include <cstdint>
#include <cstdlib>

#include "engine/vocabulary/axis_bits.hpp"
#include "glccl/host/seams.hpp"
#include "glccl/region_results.hpp"
#include "glsl/shared/seams.h"
#include "host/cpu/label_rows.hpp"

namespace glccl::host {
namespace {

constexpr int axes = shared::AXIS_COUNT;

/// Coordinates by axis: x, y and z.
using Coordinates = std::array<int, axes>;

AxisSeam& seam_of(Seams& seams, int axis) { return axis == 0 ? seams.x : axis == 1 ? seams.y : seams.z; }

/// The labels and how they meet at seams.
struct SeamLabels {
  const LabelImage& labels;
  Coordinates size;
  int periodic;  ///< A set of axes (glsl/shared/seams.h).
  int hops;      ///< hops_of().

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
      if (1 + std::abs(du) + std::abs(dv) > hops) continue;
      Coordinates other;
      other[axis] = size[axis] - 1;
      other[u] = shared::across_seam(own[u] + du, size[u], shared::has_axis(periodic, u));
      other[v] = shared::across_seam(own[v] + dv, size[v], shared::has_axis(periodic, v));
      if (other[u] >= 0 && other[v] >= 0 && at(other) == label) return true;
    }
    return false;
  }
};

/// Marks the components that cross the seam of an axis: AxisSeam::upper becomes 1. Returns whether there are any.
bool mark_crossing(const SeamLabels& labels, int axis, std::vector<Measurements>& rows) {
  const int u = (axis + 1) % axes;
  const int v = (axis + 2) % axes;
  bool any = false;
  Coordinates own = {};
  for (own[v] = 0; own[v] < labels.size[v]; ++own[v]) {
    for (own[u] = 0; own[u] < labels.size[u]; ++own[u]) {
      const std::uint32_t label = labels.at(own);
      const std::size_t row = row_of(label, rows.size());
      if (row == rows.size()) continue;
      AxisSeam& seam = seam_of(rows[row].seams, axis);
      if (crosses_seam(seam) || !labels.crosses(own, axis)) continue;
      seam.upper = 1;
      any = true;
    }
  }
  return any;
}

/// Adds the elements at the coordinates `begin` to `end` - 1 of an axis of `size`, `each` at each of them.
void add(AxisSeam& seam, int begin, int end, int each, int size) {
  if (!crosses_seam(seam)) return;
  const auto word = [](int number) { return static_cast<std::uint32_t>(number); };
  const shared::SeamReach reach =
      shared::with_elements({word(seam.lower), word(seam.upper), 0}, word(begin), word(end), word(each), word(size));
  seam.lower = static_cast<int>(reach.lower);
  seam.upper = static_cast<int>(reach.upper);
  seam.lower_area += reach.lower_area;
}

/// Adds all elements to the components that cross seams, row by row and run by run.
void add_elements(const LabelImage& labels, std::vector<Measurements>& rows) {
  const auto& [width, height, depth] = labels.extent;
  const std::uint32_t* values = labels.values.data();
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y, values += width) {
      for (int x = 0; x < width;) {
        const int begin = x;
        const std::uint32_t label = values[x++];
        while (x < width && values[x] == label) ++x;
        const std::size_t row = row_of(label, rows.size());
        if (row == rows.size()) continue;
        Seams& seams = rows[row].seams;
        add(seams.x, begin, x, 1, width);
        add(seams.y, y, y + 1, x - begin, height);
        add(seams.z, z, z + 1, x - begin, depth);
      }
    }
  }
}

}  // namespace

void measure_seams(const LabelImage& labels, Connectivity connectivity, const PeriodicAxes& periodic,
                   std::vector<Measurements>& rows) {
  for (Measurements& row : rows) row.seams = {};
  const auto& [width, height, depth] = labels.extent;
  const SeamLabels seams = {labels,
                            {width, height, depth},
                            axis_bits(periodic_in(labels.extent, periodic)),
                            *hops_of(connectivity, labels.extent)};
  bool any = false;
  for (int axis = 0; axis < axes; ++axis) {
    if (shared::has_axis(seams.periodic, axis)) any = mark_crossing(seams, axis, rows) || any;
  }
  if (any) add_elements(labels, rows);
}

}  // namespace glccl::host
