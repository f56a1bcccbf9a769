#include "host/cpu/cubes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "glsl/shared/cubes.h"
#include "host/cpu/label_rows.hpp"

namespace glccl::host {
namespace {

/// The labels of a window: voxel (x, y, z) at x + 2 y + 4 z.
using Window = std::array<std::uint32_t, 8>;

/// Adds a window to the components that have some, but not all of its voxels.
void add_window(const Window& window, std::vector<Measurements>& rows) {
  if (std::all_of(window.begin(), window.end(), [&](std::uint32_t label) { return label == window[0]; })) return;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const std::size_t row = row_of(window[i], rows.size());
    if (row == rows.size() || std::find(window.begin(), window.begin() + static_cast<std::ptrdiff_t>(i), window[i]) !=
                                  window.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;
    }
    unsigned voxels = 0;
    for (std::size_t j = i; j < window.size(); ++j) voxels |= window[j] == window[i] ? 1U << j : 0U;
    const shared::CubeSums sums = shared::cube_sums(voxels);
    Cubes& cubes = rows[row].cubes;
    cubes.faces_x += static_cast<std::uint64_t>(sums.faces_x);
    cubes.faces_y += static_cast<std::uint64_t>(sums.faces_y);
    cubes.faces_z += static_cast<std::uint64_t>(sums.faces_z);
    cubes.euler_6 += sums.euler_6;
    cubes.euler_18 += sums.euler_18;
    cubes.euler_26 += sums.euler_26;
  }
}

}  // namespace

void add_cubes(const LabelImage& labels, std::vector<Measurements>& rows) {
  const auto [width, height, depth] = labels.extent;
  const auto label_at = [&, width = width, height = height, depth = depth](int x, int y, int z) {
    if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth) return std::uint32_t{0};
    return labels.values[static_cast<std::size_t>(place_of({x, y, z}, labels.extent))];
  };
  for (int z = 0; z <= depth; ++z) {
    for (int y = 0; y <= height; ++y) {
      Window window = {};
      for (int x = 0; x <= width; ++x) {
        for (std::size_t pair = 0; pair < window.size(); pair += 2) window[pair] = window[pair + 1];
        window[1] = label_at(x, y - 1, z - 1);
        window[3] = label_at(x, y, z - 1);
        window[5] = label_at(x, y - 1, z);
        window[7] = label_at(x, y, z);
        add_window(window, rows);
      }
    }
  }
}

}  // namespace glccl::host
