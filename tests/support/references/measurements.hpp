// Moments, quads and cubes by their definitions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// The measurements of labels 1..`components`, pixel by pixel and window by window.
std::vector<Measurements> measure_by_definition(const LabelImage& labels, std::uint32_t columns,
                                                std::size_t components);

/// The first row in which measurements differ; empty where they are equal.
std::string first_difference(const std::vector<Measurements>& actual, const std::vector<Measurements>& expected);

/// The sets of columns that images, or volumes, can have.
std::vector<std::uint32_t> column_sets(const Extent& extent);

}  // namespace glccl::tests
