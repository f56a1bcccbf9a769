// Union-find over runs of bits in volumes: docs/method/tiles.md. 6, 18 or 26 neighbours, labels of roots or numbers
// in raster order.
#pragma once

#include <cstddef>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// Whether numbers of 32 bits count the nodes of the volume's tiles, of which there may be 4436949 with 26 neighbours,
/// 4925421 with 18 and with 6, 2725233 with values: a thin volume has many partial tiles. Error `too_large`.
Result<void> check_volume(const Job& job);

/// Labels the job's volume by its connectivity, criterion and numbering. The label of a root is 1 + the place of its
/// component's first voxel in raster order, of is_large() volumes its number. Numbers go from 1 on in the order of
/// first voxels, and the number of components goes to `counts`, or too_many_components. A table, which is for
/// Numbering::raster alone, has rows of 80 bytes. Requires a volume that check_volume() takes. Error `gpu`: a launch
/// failed.
Result<void> label_volume(const Job& job);

/// Bytes of Job::work for a volume of the job's extent: .9 per voxel with 26 neighbours, 1.5 with 18 and 2.9 with 6,
/// with values up to 7.1, and .25 for numbers, which is_large() volumes always have. Partial tiles count as tiles.
std::size_t volume_work_bytes(const Job& job);

}  // namespace glccl::cuda
