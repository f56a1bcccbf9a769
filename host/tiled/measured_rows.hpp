// Rows of the component table with the moments of their components.
#pragma once

#include <cstddef>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host::tiled {

/// A row, and the moments of its component: 0 unless they are asked for.
struct MeasuredRow {
  Component component;
  Moments moments = {};
};

/// The row of a component that was measured in two parts which share no element.
inline MeasuredRow merge(const MeasuredRow& a, const MeasuredRow& b) {
  return {glccl::merge(a.component, b.component), glccl::merge(a.moments, b.moments)};
}

/// A list of rows. Moments lie beside them, so that a table without moments takes no memory for them.
struct MeasuredRows {
  std::vector<Component> components;
  std::vector<Moments> moments;  ///< One for each of `components`. Empty unless they are asked for.

  std::size_t size() const { return components.size(); }
  MeasuredRow at(std::size_t i) const { return {components[i], moments.empty() ? Moments() : moments[i]}; }

  void set(std::size_t i, const MeasuredRow& row) {
    components[i] = row.component;
    if (!moments.empty()) moments[i] = row.moments;
  }

  void add(const MeasuredRow& row, bool has_moments) {
    components.push_back(row.component);
    if (has_moments) moments.push_back(row.moments);
  }

  void resize(std::size_t count, bool has_moments) {
    components.resize(count);
    moments.resize(has_moments ? count : 0);
  }

  void clear() {
    components.clear();
    moments.clear();
  }
};

}  // namespace glccl::host::tiled
