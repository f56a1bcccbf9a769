#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glsl/shared/quads.h"
#include "host/cpu/cubes.hpp"
#include "host/cpu/label_rows.hpp"

namespace glccl::host {
namespace {

/// Adds the elements x0 to x1 - 1 of a row to the moments of their component.
void add_run(Moments& moments, std::uint64_t x0, std::uint64_t x1, std::uint64_t y, std::uint64_t z) {
  std::uint64_t sum_x = 0;
  std::uint64_t sum_xx = 0;
  for (std::uint64_t x = x0; x < x1; ++x) {
    sum_x += x;
    sum_xx += x * x;
  }
  const std::uint64_t count = x1 - x0;
  moments = merge(moments, {sum_xx, y * sum_x, count * y * y, z * sum_x, count * y * z, count * z * z});
}

/// Adds all elements to the moments of their components, `moments_of(row)` of `rows` rows.
template <class MomentsOf>
void add_moments(const LabelImage& labels, std::size_t rows, const MomentsOf& moments_of) {
  const auto width = static_cast<std::size_t>(labels.extent.width);
  const auto height = static_cast<std::uint64_t>(labels.extent.height);
  for (std::uint64_t row = 0; width * row < labels.values.size(); ++row) {
    const std::uint32_t* const values = &labels.values[width * row];
    for (std::size_t x = 0; x < width;) {
      const std::uint32_t label = values[x];
      const std::size_t begin = x++;
      while (x < width && values[x] == label) ++x;
      const std::size_t index = row_of(label, rows);
      if (index < rows) add_run(moments_of(index), begin, x, row % height, row / height);
    }
  }
}

/// Adds a window to the components that have some, but not all of its pixels. `window` has the labels a, b, c, d.
void add_window(const std::array<std::uint32_t, 4>& window, std::vector<Measurements>& rows) {
  const auto& [a, b, c, d] = window;
  if (a == b && a == c && a == d) return;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const std::uint32_t label = window[i];
    const std::size_t row = row_of(label, rows.size());
    bool is_new = row < rows.size();
    for (std::size_t j = 0; j < i; ++j) is_new = is_new && window[j] != label;
    if (!is_new) continue;
    Quads& quads = rows[row].quads;
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

std::vector<Moments> measure_moments(const LabelImage& labels, std::size_t components) {
  std::vector<Moments> rows(components);
  add_moments(labels, components, [&](std::size_t row) -> Moments& { return rows[row]; });
  return rows;
}

std::vector<Measurements> measure_columns(const LabelImage& labels, std::uint32_t columns, std::size_t components) {
  std::vector<Measurements> rows(components);
  if ((columns & table_column_moments) != 0) {
    add_moments(labels, components, [&](std::size_t row) -> Moments& { return rows[row].moments; });
  }
  if ((columns & table_column_quads) != 0) add_quads(labels, rows);
  if ((columns & table_column_cubes) != 0) add_cubes(labels, rows);
  return rows;
}

}  // namespace glccl::host
