// Moments of whole images, for comparison with those of slabs.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "glccl/table.hpp"
#include "tests/support/references/measurements.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

/// The moments of the components of an image, element by element.
inline std::vector<Moments> moments_of(const LabeledImage& labeled) {
  std::vector<Moments> moments;
  const std::size_t count = labeled.components.size();
  for (const Measurements& one : measure_by_definition(labeled.labels, table_column_moments, count)) {
    moments.push_back(one.moments);
  }
  return moments;
}

/// The first row in which moments differ; empty where they are equal.
inline std::string first_difference(const std::vector<Moments>& actual, const std::vector<Moments>& expected) {
  if (actual.size() != expected.size()) {
    return std::to_string(actual.size()) + " moments instead of " + std::to_string(expected.size());
  }
  const auto differing = std::mismatch(actual.begin(), actual.end(), expected.begin()).first;
  return differing == actual.end() ? "" : "moments of row " + std::to_string(differing - actual.begin());
}

}  // namespace glccl::tests
