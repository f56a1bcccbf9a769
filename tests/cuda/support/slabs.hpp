// Labels of a volume that is too large for cpu-serial, checked against slabs of it that are labeled one by one.
#pragma once

#include <cstdint>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// Checks `labels` of a volume of voxels of one byte without gaps, both in device memory. Slabs of up to `most_voxels`
/// voxels, at least one slice, are labeled by cuda-fast and joined by a union-find over the planes between them on the
/// CPU. Voxels must have equal labels where they are in one component, and numbers in raster order with
/// Numbering::raster. The criterion is Foreground{} or Equal{}; a volume of the first has voxels of 0 and 1 only.
/// Returns the number of components.
std::uint64_t check_by_slabs(const ImageView& volume, const std::uint32_t* labels, const LabelingSpec& spec,
                             std::int64_t most_voxels);

}  // namespace glccl::tests
