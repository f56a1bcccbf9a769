// Exposed faces and Euler numbers by the cells of complexes.
#pragma once

#include <vector>

#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// Sets the cubes of labels 1..N in rows 0..N-1, whose cubes are 0.
void add_cubes_by_definition(const LabelImage& labels, std::vector<Measurements>& rows);

}  // namespace glccl::tests
