// table_column_cubes from labels.
#pragma once

#include <vector>

#include "glccl/image.hpp"
#include "glccl/table.hpp"

namespace glccl::host {

/// Adds the windows of 2x2x2 voxels of a volume to the rows of its components: rows 0..N-1 of labels 1..N.
void add_cubes(const LabelImage& labels, std::vector<Measurements>& rows);

}  // namespace glccl::host
