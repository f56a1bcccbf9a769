#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glsl/shared/quads.h"
#include "host/cpu/cubes.hpp"

namespace glccl::host {
namespace {

void add_moments(const LabelImage& labels, std::vector<Measurements>& rows) {
  std::size_t i = 0;
  const auto [width, height, depth] = labels.extent;
  for (std::uint64_t z = 0; z < static_cast<std::uint64_t>(depth); ++z) {
    for (std::uint64_t y = 0; y < static_cast<std::uint64_t>(height); ++y) {
      for (std::uint64_t x = 0; x < static_cast<std::uint64_t>(width); ++x, ++i) {
        if (labels.values[i] == 0) continue;
        Moments& moments = rows[labels.values[i] - 1].moments;
        moments = merge(moments, {x * x, x * y, y * y, x * z, y * z, z * z});
      }
    }
  }
}

/// Adds a window to the components that have some, but not all of its pixels. `window` has the labels a, b, c, d.
void add_window(const std::array<std::uint32_t, 4>& window, std::vector<Measurements>& rows) {
  const auto& [a, b, c, d] = window;
  if (a == b && a == c && a == d) return;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const std::uint32_t label = window[i];
    bool is_new = label != 0;
    for (std::size_t j = 0; j < i; ++j) is_new = is_new && window[j] != label;
    if (!is_new) continue;
    Quads& quads = rows[label - 1].quads;
    const std::array counts = {&quads.one, &quads.two, &quads.three, &quads.diagonal};
    ++*counts[static_cast<std::size_t>(shared::quad_of(a == label, b == label, c == label, d == label))];
  }
}

void add_quads(const LabelImage& labels, std::vector<Measurements>& rows) {
  const auto [width, height, depth] = labels.extent;
  const auto label_at = [&, width = width, height = height](int x, int y) {
    if (x < 0 || y < 0 || x >= width || y >= height) return std::uint32_t{0};
    return labels.values[static_cast<std::size_t>(place_of({x, y}, labels.extent))];
  };
  for (int y = 0; y <= height; ++y) {
    for (int x = 0; x <= width; ++x) {
      add_window({label_at(x - 1, y - 1), label_at(x, y - 1), label_at(x - 1, y), label_at(x, y)}, rows);
    }
  }
}

}  // namespace

std::vector<Measurements> measure_columns(const LabelImage& labels, std::uint32_t columns, std::size_t components) {
  std::vector<Measurements> rows(components);
  if ((columns & table_column_moments) != 0) add_moments(labels, rows);
  if ((columns & table_column_quads) != 0) add_quads(labels, rows);
  if ((columns & table_column_cubes) != 0) add_cubes(labels, rows);
  return rows;
}

}  // namespace glccl::host
