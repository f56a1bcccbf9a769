// Union-find over runs of bits in volumes: docs/method-volumes.md. 6, 18 or 26 neighbours, labels of roots or numbers
// in raster order.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// Labels the job's volume by its connectivity, criterion and numbering. The label of a root is 1 + the place of its
/// component's first voxel in raster order. Numbers go from 1 on in the order of first voxels, and the number of
/// components goes to `counts`. A table, which is for numbers alone, has rows of 80 bytes. The volume has fewer than
/// 2^32 - 1 voxels. Errors: `gpu` (a launch failed), `too_large` (a volume so thin that its tiles need more than 2^32
/// nodes, or with 2^31 rows or more; it needs more than 100 GB of Job::work too).
Status label_volume(const Job& job);

/// Bytes of Job::work for a volume of the job's extent: .9 per voxel with 26 neighbours, 1.5 with 18 and 2.9 with 6,
/// with values up to 7.1, and .25 for numbers. Partial tiles count as tiles.
std::size_t volume_work_bytes(const Job& job);

}  // namespace glccl::cuda
